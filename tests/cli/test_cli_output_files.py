"""Where commands write: never over an input or a device, over a file only with --force."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.sentences import sentence

VALE = Path(__file__).parents[2] / "data" / "lists" / "aof-3.5-the-iron-vale.yaml"
UNIT = {
    "id": "u1",
    "name": "Marshmen",
    "size": 5,
    "cost": 50,
    "quality": 5,
    "defense": 5,
    "bases": {"round": "25", "square": "25"},
    "rules": [],
    "weapons": [{"name": "Reed Spear", "count": 5, "attacks": 1, "range": 0, "specialRules": []}],
    "items": [],
    "upgrades": [],
}
BOOK = json.dumps(
    {
        "uid": "MARSH",
        "name": "Marsh Folk",
        "versionString": "1.2",
        "gameSystemId": 4,
        "enabledGameSystems": [4],
        "specialRules": [],
        "spells": [],
        "units": [UNIT],
        "upgradePackages": [],
    }
)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_bytes(VALE.read_bytes())
    return path


def same(path: Path) -> bool:
    return path.read_bytes() == VALE.read_bytes()


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize("command", ["export", "import", "migrate"])
def test_output_never_overwrites_its_input(run, mine, command, force):
    ran = run(command, mine, "--output", mine, *force)
    assert (ran.code, sentence("cli.is-input", path=mine) in ran.err) == (2, True)
    assert same(mine)
    assert [path.name for path in mine.parent.glob("mine*")] == ["mine.yaml"]


@pytest.mark.parametrize("make", ["symlink_to", "hardlink_to"])
def test_links_to_the_input_are_protected(run, mine, tmp_path, make):
    other = tmp_path / "other.yaml"
    getattr(other, make)(mine)
    assert run("export", mine, "--format", "txt", "--output", other, "--force").code == 2
    assert same(mine)


def test_every_input_is_protected(run, mine, tmp_path):
    (tmp_path / "folder").mkdir()
    inside = tmp_path / "folder" / "list.yaml"
    mine.rename(inside)
    assert run("export", VALE, tmp_path / "folder", "--book", "--output", inside, "--force").code == 2
    assert same(inside)


def test_input_backup_is_not_overwritten(run, mine):
    backup = mine.with_name("mine.yaml.bak")
    backup.write_bytes(VALE.read_bytes())
    assert run("import", backup, "--output", mine, "--force").code == 2
    assert same(backup)


def test_secret_file_is_protected(run, mine, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("a long enough secret of ours")
    options = ("--public", "--format", "md", "--secret-file", secret)
    ran = run("export", mine, *options, "--output", secret, "--force")
    assert (ran.code, sentence("cli.is-input", path=secret) in ran.err) == (2, True)
    assert secret.read_text() == "a long enough secret of ours"


def test_reports_never_overwrite_desk_files(run, tmp_path, monkeypatch):
    run("sample", tmp_path / "world")
    monkeypatch.chdir(tmp_path / "world")
    run("desk", "init", "autumn-cup.yaml", "cup")
    run("desk", "take", "cup", "friends")
    files = sorted(path for path in Path("cup").rglob("*") if path.is_file())
    assert {path.name for path in files} >= {"event.yaml", "players.csv", "taken.csv"}
    assert any("inbox" in path.parts for path in files)
    before = [path.read_bytes() for path in files]
    for path in files:
        for command in (("check", "cup", "--format", "csv"), ("export", "cup", "pairing")):
            ran = run("desk", *command, "--output", path, "--force")
            assert (ran.code, sentence("cli.is-input", path=path) in ran.err) == (2, True)
    assert [path.read_bytes() for path in files] == before


def test_book_import_never_overwrites_the_book(run, tmp_path):
    book = tmp_path / "book.json"
    book.write_text(BOOK)
    assert run("data", "import", book, "--output", tmp_path / "faction.yaml").code == 0
    ran = run("data", "import", book, "--output", book, "--force")
    assert (ran.code, sentence("cli.is-input", path=book) in ran.err) == (2, True)
    assert book.read_text() == BOOK


@pytest.mark.parametrize(
    "command",
    [("export", VALE, "--format", "txt"), ("import", VALE), ("migrate", VALE), ("data", "new")],
    ids=["export", "import", "migrate", "data new"],
)
def test_existing_output_needs_force_and_is_backed_up(run, tmp_path, command):
    out = tmp_path / "out"
    out.write_text("before")
    ran = run(*command, "--output", out)
    assert (ran.code, "--force" in ran.err, out.read_text()) == (2, True, "before")
    assert run(*command, "--output", out, "--force").code == 0
    assert out.read_text() != "before"
    assert (tmp_path / "out.bak").read_text() == "before"


def test_existing_file_does_not_stop_other_exports(run, mine, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "the-iron-vale.txt").write_text("before")
    ran = run("export", mine, mine.parent / "mine.yaml", "--format", "txt", "--output", out)
    assert ran.code == 2
    assert (out / "the-iron-vale.txt").read_text() == "before"
    assert "Iron Vale" in (out / "the-iron-vale-2.txt").read_text()


def test_dangling_link_needs_force(run, tmp_path):
    (tmp_path / "link").symlink_to("elsewhere")
    assert run("export", VALE, "--format", "txt", "--output", tmp_path / "link").code == 2
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("command", [("export", "--format", "txt"), ("import",), ("migrate",)])
def test_devices_are_written_directly(run, tmp_path, command):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    for target in (pipe, link):
        assert run(command[0], VALE, *command[1:], "--output", target).code == 0
        assert b"Iron Vale" in os.read(reader, 100_000)
        assert pipe.is_fifo()
    os.close(reader)
    assert run("export", VALE, "--output", os.devnull).code == 0
    assert Path(os.devnull).is_char_device()


def test_file_descriptor_path_is_written_directly(run, mine, tmp_path):
    standard = Path("/dev/fd")
    if not standard.is_dir():
        pytest.skip("there is none")
    out = tmp_path / "out.txt"
    with out.open("ab") as file:
        assert run("export", mine, "--format", "txt", "--output", standard / str(file.fileno())).code == 0
    assert "Iron Vale" in out.read_text()


@pytest.mark.parametrize("language", ["en", "de"])
def test_full_disk_is_reported_when_saving(run, language):
    ran = run("export", VALE, "--output", "/dev/full", "--lang", language)
    assert ran.code == 2
    assert sentence("cli.not-saved", language, reason=sentence("save.full", language, path="/dev/full")) in ran.err


def test_folder_or_terminal_is_refused_as_output(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for more in ([], ["--force"]):
        ran = run("data", "new", "--output", tmp_path, *more)
        assert (ran.code, ran.err) == (2, sentence("cli.is-folder", path=tmp_path) + "\n")
    monkeypatch.setattr("listbuilder.cli.input_output.sys.stdout.isatty", lambda: True)
    ran = run("export", VALE, "--output", "-")
    assert (ran.code, ran.out) == (2, "")
    assert sentence("cli.pdf-on-terminal") in " ".join(ran.err.split())
