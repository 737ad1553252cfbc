"""The acceptance log: append-only, tamper-evident, and used to verify lists on the day."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.errors import UnreadableError
from listbuilder.exporters.exporter import build_document, find_exporter
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged
from listbuilder.listfiles.hashes import compute_commitment, format_printed_code
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.model import ListVisibility
from listbuilder.sheet import PrintOptions
from listbuilder.tournament.acceptance import Verification, rebuild_accepted, verify_bytes, verify_code
from listbuilder.tournament.acceptance_log import AcceptanceLog, append_accepted, build_accepted, load_acceptance_log
from listbuilder.tournament.log_integrity import LOG_HEAD_FILE, integrity_findings
from listbuilder.tournament.publication import (
    COMMITMENTS_FILE,
    build_public_files,
    compute_salt,
    load_commitments,
    load_entrants,
)
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import EVENT, LEGAL, OTHER

Open = Callable[..., Tournament]


def judged(path: Path, tournament: Tournament) -> Judged:
    (judged_list,) = judge_file(path, tournament.library)
    assert isinstance(judged_list, Judged)
    return judged_list


@pytest.fixture
def locked(open_desk: Open) -> Tournament:
    """An event folder with the accepted lists of two players."""
    tournament = open_desk()
    for player, path in (("1", LEGAL), ("2", OTHER)):
        new = build_accepted(judged(path, tournament), player, tournament.event, by="Judge", at="2026-05-02T10:00")
        tournament.acceptance_log = append_accepted(tournament.paths.acceptance_log, tournament.acceptance_log, new)
    return open_desk()


def test_log_is_read_back(locked: Tournament) -> None:
    assert [(accepted_list.player, accepted_list.by) for accepted_list in locked.acceptance_log.accepted] == [
        ("1", "Judge"),
        ("2", "Judge"),
    ]
    assert not locked.acceptance_log.findings
    again = rebuild_accepted(locked.acceptance_log.accepted[0], locked)
    assert again is not None
    assert again.list_hash == judged(LEGAL, locked).list_hash


@pytest.mark.parametrize(
    "change", ["an edit", "an edit of the last line", "a line gone", "two lines turned", "nonsense"]
)
def test_edited_log_is_reported(locked: Tournament, change: str) -> None:
    path = locked.paths.acceptance_log
    first, second = path.read_text(encoding="utf-8").splitlines()
    lines = {
        "an edit": [first.replace("Judge", "Joker"), second],
        "an edit of the last line": [first, second.replace("Judge", "Joker")],
        "a line gone": [second],
        "two lines turned": [second, first],
        "nonsense": [first, "{", second],
    }[change]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert {finding.code for finding in load_acceptance_log(path).findings} == {"DSK010"}


def test_truncated_log_contradicts_the_published_head(locked: Tournament, open_desk: Open) -> None:
    files, mark = (
        dict(build_public_files(locked, ListVisibility.CLOSED, "en")),
        format_printed_code(locked.accepted[1].line_hash),
    )
    assert verify_code(mark, locked) == [Verification(locked.accepted[1], is_same=True)]
    locked.paths.public.mkdir()
    (locked.paths.public / LOG_HEAD_FILE).write_bytes(files[LOG_HEAD_FILE])
    assert list(integrity_findings(open_desk())) == []
    lines = locked.paths.acceptance_log.read_bytes().splitlines(keepends=True)
    locked.paths.acceptance_log.write_bytes(lines[0])
    assert [(finding.code, dict(finding.params)) for finding in integrity_findings(open_desk())] == [
        ("DSK040", {"lines": 2, "now": 1})
    ]
    assert verify_code(mark, open_desk()) == [Verification(None, is_same=False)]


def test_event_change_after_acceptance_is_reported(open_desk: Open) -> None:
    tournament = open_desk()
    new = build_accepted(
        judged(LEGAL, tournament), "1", tournament.event, by="Judge", at="now", event_sha256=tournament.event_sha256
    )
    append_accepted(tournament.paths.acceptance_log, tournament.acceptance_log, new)
    assert list(integrity_findings(open_desk())) == []
    tournament.paths.event.write_text(EVENT + "\n", encoding="utf-8")
    assert [finding.code for finding in integrity_findings(open_desk())] == ["DSK041"]


def test_appending_keeps_existing_lines(locked: Tournament) -> None:
    before = locked.paths.acceptance_log.read_bytes()
    new = build_accepted(judged(OTHER, locked), "1", locked.event, by="Judge", at="later", reason="a model broke")
    after = append_accepted(locked.paths.acceptance_log, locked.acceptance_log, new)
    assert locked.paths.acceptance_log.read_bytes().startswith(before)
    assert load_acceptance_log(locked.paths.acceptance_log) == after
    assert [accepted_list.reason for accepted_list in after.current_for("1")] == ["a model broke"]


def test_correction_replaces_the_accepted_list(locked: Tournament, open_desk: Open) -> None:
    renamed = LEGAL.read_text(encoding="utf-8").replace("Called to Matins", "Called to Vespers")
    (path := locked.paths.inbox / "new.yaml").write_text(renamed, encoding="utf-8")
    new = build_accepted(judged(path, locked), "1", locked.event, by="Judge", at="later", reason="a new name")
    append_accepted(locked.paths.acceptance_log, locked.acceptance_log, new)
    tournament = open_desk()
    assert [(accepted_list.player, accepted_list.name) for accepted_list in tournament.accepted] == [
        ("1", "Called to Vespers"),
        ("2", "Seven Peaks"),
    ]
    (old,) = verify_bytes(LEGAL.read_bytes(), "list.yaml", tournament)
    assert (old.is_same, old.same_army) == (False, True)


def test_missing_log_is_empty(tmp_path: Path) -> None:
    assert load_acceptance_log(tmp_path / "lock.jsonl") == AcceptanceLog()


def test_every_export_format_verifies(locked: Tournament) -> None:
    judged_list = judged(LEGAL, locked)
    document = build_document(judged_list, "en", PrintOptions())
    shown = {
        "file": LEGAL.read_bytes(),
        "qr": encode_share_string(judged_list.army).encode(),
        **{name: find_exporter(name).export([document], PrintOptions()) for name in ("pdf", "html", "json")},
    }
    for name, raw in shown.items():
        (verification,) = verify_bytes(raw, name, locked)
        assert verification.is_same, name
        assert verification.accepted is not None
        assert verification.accepted.player == "1"
    (code,) = verify_code(format_printed_code(judged_list.list_hash).lower(), locked)
    assert code.is_same


def test_differences_refer_to_the_players_list(locked: Tournament) -> None:
    text = LEGAL.read_text(encoding="utf-8").replace("points: 750", "points: 800")
    (verification,) = verify_bytes(text.encode(), "list.yaml", locked)
    assert (verification.is_same, verification.same_army) == (False, True), "same army, different size"
    assert verification.diff is not None
    assert [field.field for field in verification.diff.fields] == ["points"]
    assert verify_code("not a code", locked) == []
    (strange,) = verify_code("0000-0000-0000-0000", locked)
    assert not strange.is_same


def test_each_hidden_list_has_its_commitment(locked: Tournament) -> None:
    files = dict(build_public_files(locked, ListVisibility.COMMITTED, "en"))
    assert set(files) == {COMMITMENTS_FILE, "players.csv", LOG_HEAD_FILE}
    for entrant in load_entrants(locked):
        salt = compute_salt(entrant.judged.army, entrant.accepted.player, locked)
        assert compute_commitment(entrant.judged.army, salt).encode() in files[COMMITMENTS_FILE]
        assert entrant.accepted.army.encode() not in files[COMMITMENTS_FILE]
    assert locked.paths.secret.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("raw", [b"{", b"[]", b'{"commitments": [1, {"player": 2}]}'])
def test_broken_commitments_file_is_reported(locked: Tournament, raw: bytes) -> None:
    locked.paths.public.mkdir()
    (locked.paths.public / COMMITMENTS_FILE).write_bytes(raw)
    if raw == b"{":
        with pytest.raises(UnreadableError):
            load_commitments(locked)
    else:
        assert not [commitment for _, commitment in load_commitments(locked) if commitment]


def test_salts_differ_between_players(locked: Tournament) -> None:
    army = judged(LEGAL, locked).army
    assert compute_salt(army, "1", locked) != compute_salt(army, "2", locked)


def test_closed_events_publish_names_only(locked: Tournament) -> None:
    assert set(dict(build_public_files(locked, ListVisibility.OPEN, "en"))) == {
        "lists.html",
        "lists.pdf",
        "players.csv",
        LOG_HEAD_FILE,
    }
    assert set(dict(build_public_files(locked, ListVisibility.CLOSED, "en"))) == {"players.csv", LOG_HEAD_FILE}
