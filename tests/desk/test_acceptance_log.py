"""The acceptance log: append-only, tamper-evident, and used to verify lists on the day."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.errors import UnreadableError
from listbuilder.exporters.base import build_document, find_exporter
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged
from listbuilder.listfiles.hashes import commitment, printed_code
from listbuilder.listfiles.share_string import encode_share
from listbuilder.model import Shown
from listbuilder.sheet import PrintOptions
from listbuilder.tournament.acceptance import Verified, unlock, verify_bytes, verify_code
from listbuilder.tournament.acceptance_log import Lock, accept, append, load_lock
from listbuilder.tournament.log_integrity import HEAD, odd_about_lock
from listbuilder.tournament.publication import COMMITMENTS, entrants, load_commitments, publish, salt_of
from listbuilder.tournament.tournament import Desk
from tests.desk.conftest import EVENT, LEGAL, OTHER

Open = Callable[..., Desk]


def judged(path: Path, desk: Desk) -> Judged:
    (found,) = judge_file(path, desk.library)
    assert isinstance(found, Judged)
    return found


@pytest.fixture
def locked(open_desk: Open) -> Desk:
    """An event folder with the accepted lists of two players."""
    desk = open_desk()
    for player, path in (("1", LEGAL), ("2", OTHER)):
        new = accept(judged(path, desk), player, desk.event, by="Judge", at="2026-05-02T10:00")
        desk.lock = append(desk.places.lock, desk.lock, new)
    return open_desk()


def test_log_is_read_back(locked: Desk) -> None:
    assert [(one.player, one.by) for one in locked.lock.accepted] == [("1", "Judge"), ("2", "Judge")]
    assert not locked.lock.found
    again = unlock(locked.lock.accepted[0], locked)
    assert again is not None
    assert again.list_hash == judged(LEGAL, locked).list_hash


@pytest.mark.parametrize(
    "change", ["an edit", "an edit of the last line", "a line gone", "two lines turned", "nonsense"]
)
def test_edited_log_is_reported(locked: Desk, change: str) -> None:
    path = locked.places.lock
    first, second = path.read_text(encoding="utf-8").splitlines()
    lines = {
        "an edit": [first.replace("Judge", "Joker"), second],
        "an edit of the last line": [first, second.replace("Judge", "Joker")],
        "a line gone": [second],
        "two lines turned": [second, first],
        "nonsense": [first, "{", second],
    }[change]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert {one.code for one in load_lock(path).found} == {"DSK010"}


def test_truncated_log_contradicts_the_published_head(locked: Desk, open_desk: Open) -> None:
    files, mark = dict(publish(locked, Shown.CLOSED, "en")), printed_code(locked.accepted[1].mark)
    assert verify_code(mark, locked) == [Verified(locked.accepted[1], same=True)]
    locked.places.public.mkdir()
    (locked.places.public / HEAD).write_bytes(files[HEAD])
    assert list(odd_about_lock(open_desk())) == []
    lines = locked.places.lock.read_bytes().splitlines(keepends=True)
    locked.places.lock.write_bytes(lines[0])
    assert [(one.code, dict(one.params)) for one in odd_about_lock(open_desk())] == [("DSK040", {"lines": 2, "now": 1})]
    assert verify_code(mark, open_desk()) == [Verified(None, same=False)]


def test_event_change_after_acceptance_is_reported(open_desk: Open) -> None:
    desk = open_desk()
    new = accept(judged(LEGAL, desk), "1", desk.event, by="Judge", at="now", event_sha256=desk.event_sha256)
    append(desk.places.lock, desk.lock, new)
    assert list(odd_about_lock(open_desk())) == []
    desk.places.event.write_text(EVENT + "\n", encoding="utf-8")
    assert [one.code for one in odd_about_lock(open_desk())] == ["DSK041"]


def test_appending_keeps_existing_lines(locked: Desk) -> None:
    before = locked.places.lock.read_bytes()
    new = accept(judged(OTHER, locked), "1", locked.event, by="Judge", at="later", reason="a model broke")
    after = append(locked.places.lock, locked.lock, new)
    assert locked.places.lock.read_bytes().startswith(before)
    assert load_lock(locked.places.lock) == after
    assert [one.reason for one in after.of("1")] == ["a model broke"]


def test_correction_replaces_the_accepted_list(locked: Desk, open_desk: Open) -> None:
    renamed = LEGAL.read_text(encoding="utf-8").replace("Called to Matins", "Called to Vespers")
    (path := locked.places.inbox / "new.yaml").write_text(renamed, encoding="utf-8")
    new = accept(judged(path, locked), "1", locked.event, by="Judge", at="later", reason="a new name")
    append(locked.places.lock, locked.lock, new)
    desk = open_desk()
    assert [(one.player, one.name) for one in desk.accepted] == [("1", "Called to Vespers"), ("2", "Seven Peaks")]
    (old,) = verify_bytes(LEGAL.read_bytes(), "list.yaml", desk)
    assert (old.same, old.army) == (False, True)


def test_missing_log_is_empty(tmp_path: Path) -> None:
    assert load_lock(tmp_path / "lock.jsonl") == Lock()


def test_every_export_format_verifies(locked: Desk) -> None:
    one = judged(LEGAL, locked)
    document = build_document(one, "en", PrintOptions())
    shown = {
        "file": LEGAL.read_bytes(),
        "qr": encode_share(one.army).encode(),
        **{name: find_exporter(name).export([document], PrintOptions()) for name in ("pdf", "html", "json")},
    }
    for name, raw in shown.items():
        (found,) = verify_bytes(raw, name, locked)
        assert found.same, name
        assert found.accepted is not None
        assert found.accepted.player == "1"
    (code,) = verify_code(printed_code(one.list_hash).lower(), locked)
    assert code.same


def test_differences_refer_to_the_players_list(locked: Desk) -> None:
    text = LEGAL.read_text(encoding="utf-8").replace("points: 750", "points: 800")
    (found,) = verify_bytes(text.encode(), "list.yaml", locked)
    assert (found.same, found.army) == (False, True), "same army, different size"
    assert found.diff is not None
    assert [one.field for one in found.diff.fields] == ["points"]
    assert verify_code("not a code", locked) == []
    (strange,) = verify_code("0000-0000-0000-0000", locked)
    assert not strange.same


def test_each_hidden_list_has_its_commitment(locked: Desk) -> None:
    files = dict(publish(locked, Shown.COMMITTED, "en"))
    assert set(files) == {COMMITMENTS, "players.csv", HEAD}
    for one in entrants(locked):
        salt = salt_of(one.judged.army, one.accepted.player, locked)
        assert commitment(one.judged.army, salt).encode() in files[COMMITMENTS]
        assert one.accepted.army.encode() not in files[COMMITMENTS]
    assert locked.places.secret.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("raw", [b"{", b"[]", b'{"commitments": [1, {"player": 2}]}'])
def test_broken_commitments_file_is_reported(locked: Desk, raw: bytes) -> None:
    locked.places.public.mkdir()
    (locked.places.public / COMMITMENTS).write_bytes(raw)
    if raw == b"{":
        with pytest.raises(UnreadableError):
            load_commitments(locked)
    else:
        assert not [made for _, made in load_commitments(locked) if made]


def test_salts_differ_between_players(locked: Desk) -> None:
    army = judged(LEGAL, locked).army
    assert salt_of(army, "1", locked) != salt_of(army, "2", locked)


def test_closed_events_publish_names_only(locked: Desk) -> None:
    assert set(dict(publish(locked, Shown.OPEN, "en"))) == {"lists.html", "lists.pdf", "players.csv", HEAD}
    assert set(dict(publish(locked, Shown.CLOSED, "en"))) == {"players.csv", HEAD}
