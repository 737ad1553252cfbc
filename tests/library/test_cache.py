"""The cache never changes a verdict, whoever edits it."""

from __future__ import annotations

import json
import os
import re
from hashlib import blake2b, sha256
from pathlib import Path

import pytest

from listbuilder.disk.private_files import load_private, make_private_folder
from listbuilder.library import Library
from listbuilder.library.cache import MAX_CACHE_FILE_SIZE, Cache
from listbuilder.model import ArmyList, Entry, EntryId, SystemId, UnitRef
from listbuilder.validation.engine import validate
from tests.library.library_samples import FACTION

KEY = "k" * 64
ONE, TWO = {"one": 1}, {"two": 2}


@pytest.fixture
def warm(data: Path) -> Path:
    """A data folder whose faction was loaded before."""
    (data / "testers.yaml").write_text(FACTION)
    Library.open([data]).faction("testers")
    return data


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache", tmp_path / "state" / "cache.key")


def reopen_cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache", tmp_path / "state" / "cache.key")


def find_cached_file(tmp_path: Path, kind: str = "faction") -> Path:
    (file,) = (tmp_path / "cache").glob(f"{kind}@testers*" if kind == "faction" else f"{kind}@*")
    return file


def findings(library: Library) -> list[str]:
    entries = tuple(Entry(id=EntryId(name), unit=UnitRef("testers/pikemen")) for name in "ab")
    army = ArmyList(name="x", system=SystemId("aofr-3"), points=150, entries=entries)
    return sorted({finding.code for finding in validate(library.roster(army))})


@pytest.mark.parametrize(
    "seal",
    [
        lambda old, _: old,
        lambda _, payload: sha256(payload).hexdigest().encode(),
        lambda _, payload: blake2b(payload, digest_size=32).hexdigest().encode(),
        lambda _, __: b"",
    ],
    ids=["as it was", "sha256", "blake2b", "none"],
)
def test_edited_prices_change_no_verdict(warm: Path, tmp_path: Path, seal):
    before = findings(Library.open([warm]))
    assert "PTS001" in before
    file = find_cached_file(tmp_path)
    old, _, payload = file.read_bytes().partition(b"\n")
    edited = payload.replace(b'"cost":90', b'"cost":10')
    assert edited != payload
    file.write_bytes(seal(old, edited) + b"\n" + edited)
    assert findings(Library.open([warm])) == before


def test_renamed_cache_entries_are_rejected(cache: Cache, tmp_path: Path):
    cache.save("faction", "a", KEY, {"cost": 10})
    (file,) = (tmp_path / "cache").iterdir()
    file.rename(file.with_name(file.name.replace("@a@", "@b@")))
    assert reopen_cache(tmp_path).load("faction", "b", KEY) is None


def test_entries_with_a_foreign_seal_are_rejected(cache: Cache, tmp_path: Path):
    cache.save("faction", "a", KEY, {"cost": 10})
    assert reopen_cache(tmp_path).load("faction", "a", KEY) == {"cost": 10}
    (tmp_path / "state" / "cache.key").write_bytes(bytes(32))
    assert reopen_cache(tmp_path).load("faction", "a", KEY) is None


@pytest.mark.parametrize("damage", [b"", b"short", bytes(33), bytes(5_000_000)])
def test_a_damaged_secret_is_replaced(cache: Cache, tmp_path: Path, damage: bytes):
    secret = tmp_path / "state" / "cache.key"
    secret.parent.mkdir()
    secret.write_bytes(damage)
    assert reopen_cache(tmp_path).load("faction", "a", KEY) is None
    cache.save("faction", "a", KEY, ONE)
    assert reopen_cache(tmp_path).load("faction", "a", KEY) == ONE


def test_cache_files_are_private_to_their_owner(cache: Cache, tmp_path: Path):
    cache.save("faction", "a", KEY, ONE)
    files = [tmp_path / "state" / "cache.key", *(tmp_path / "cache").iterdir()]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600, 0o600]
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700


def test_writable_cache_folder_is_ignored_then_made_private(cache: Cache, tmp_path: Path):
    cache.save("faction", "a", KEY, ONE)
    (tmp_path / "cache").chmod(0o777)
    assert reopen_cache(tmp_path).load("faction", "a", KEY) is None
    reopen_cache(tmp_path).save("faction", "a", KEY, TWO)
    assert reopen_cache(tmp_path).load("faction", "a", KEY) == TWO
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700


def test_world_writable_cache_files_are_ignored(cache: Cache, tmp_path: Path):
    cache.save("faction", "a", KEY, ONE)
    (file,) = (tmp_path / "cache").iterdir()
    file.chmod(0o620)
    assert reopen_cache(tmp_path).load("faction", "a", KEY) is None


def test_cache_of_another_user_is_ignored(cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    cache.save("faction", "a", KEY, ONE)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert reopen_cache(tmp_path).load("faction", "a", KEY) is None
    reopen_cache(tmp_path).save("faction", "b", KEY, ONE)
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_cache_follows_no_symlinks(cache: Cache, tmp_path: Path):
    cache.save("faction", "a", KEY, ONE)
    (file,) = (tmp_path / "cache").iterdir()
    elsewhere = file.rename(tmp_path / "elsewhere.json")
    file.symlink_to(elsewhere)
    assert reopen_cache(tmp_path).load("faction", "a", KEY) is None
    cache.save("faction", "a", KEY, TWO)
    assert (file.is_symlink(), b'"one":1' in elsewhere.read_bytes()) == (False, True)
    moved = (tmp_path / "cache").rename(tmp_path / "moved")
    (tmp_path / "cache").symlink_to(moved)
    assert reopen_cache(tmp_path).load("faction", "a", KEY) is None
    reopen_cache(tmp_path).save("faction", "b", KEY, ONE)
    assert len(list(moved.iterdir())) == 1


def test_cache_reads_only_plain_small_files(cache: Cache, tmp_path: Path):
    cache.save("faction", "a", KEY, ONE)
    (file,) = (tmp_path / "cache").iterdir()
    file.unlink()
    os.mkfifo(file, 0o600)
    assert reopen_cache(tmp_path).load("faction", "a", KEY) is None
    file.unlink()
    file.mkdir()
    assert reopen_cache(tmp_path).load("faction", "a", KEY) is None
    file.rmdir()
    with file.open("wb") as huge:
        huge.truncate(MAX_CACHE_FILE_SIZE + 1)
    file.chmod(0o600)
    assert reopen_cache(tmp_path).load("faction", "a", KEY) is None


@pytest.mark.parametrize("payload", [b"[" * 100_000, b"\xff", b"{", b"null\x00"])
def test_hostile_cache_content_is_rebuilt(warm: Path, tmp_path: Path, payload: bytes):
    for kind in ("faction", "scan"):
        file = find_cached_file(tmp_path, kind)
        seal = file.read_bytes().partition(b"\n")[0]
        file.write_bytes(seal + b"\n" + payload)
    library = Library.open([warm])
    assert library.faction("testers").units["pikemen"].cost == 90
    assert json.loads(find_cached_file(tmp_path).read_bytes().splitlines()[1])[0]["id"] == "testers"


def test_leftover_temporary_files_are_swept_after_an_hour(cache: Cache, tmp_path: Path):
    cache.save("faction", "a", KEY, ONE)
    old, new = tmp_path / "cache" / ".new-old", tmp_path / "cache" / ".new-new"
    old.touch()
    new.touch()
    os.utime(old, (0, 0))
    cache.save("faction", "a", KEY, TWO)
    assert (old.exists(), new.exists()) == (False, True)


def test_cache_keeps_the_last_four_versions(cache: Cache, tmp_path: Path):
    for number in range(6):
        cache.save("faction", "a", str(number) * 32, ONE)
        os.utime(tmp_path / "cache" / f"faction@a@{str(number) * 32}.json", (number, number))
    cache.save("faction", "b", KEY, ONE)
    cache.save("faction", "a", "5" * 32, ONE)
    assert sorted(path.name[:11] for path in (tmp_path / "cache").iterdir()) == [
        *(f"faction@a@{number}" for number in (2, 3, 4, 5)),
        f"faction@b@{KEY[0]}",
    ]


def test_private_folder_may_be_nested_or_exist(tmp_path: Path):
    folder = tmp_path / "new" / "cache"
    assert make_private_folder(folder)
    assert make_private_folder(folder)


def test_missing_folders_of_the_secret_are_created(tmp_path: Path):
    cache = Cache(tmp_path / "cache", tmp_path / "new" / "state" / "cache.key")
    cache.save("kind", "name", "key", {"a": 1})
    assert (tmp_path / "new" / "state" / "cache.key").is_file()


def test_nothing_is_cached_without_a_secret(tmp_path: Path):
    (tmp_path / "file").touch()
    cache = Cache(tmp_path / "cache", tmp_path / "file" / "cache.key")
    cache.save("faction", "a", KEY, ONE)
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.usefixtures("warm")
def test_entries_are_plain_json(tmp_path: Path):
    for file in (tmp_path / "cache").iterdir():
        content = load_private(file, MAX_CACHE_FILE_SIZE)
        assert content is not None
        seal, _, payload = content.partition(b"\n")
        assert re.fullmatch(rb"[0-9a-f]{64}", seal)
        for line in payload.split(b"\n"):
            json.loads(line)
