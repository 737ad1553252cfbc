"""Lines of the acceptance log: which lists count, what is sealed, and whose list is verified."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.errors import UnreadableError
from listbuilder.listfiles.hashes import format_printed_code
from listbuilder.model import ListVisibility
from listbuilder.sheet import PrintOptions
from listbuilder.tournament.acceptance import rebuild_accepted, verify_bytes, verify_code
from listbuilder.tournament.acceptance_log import (
    AcceptanceLog,
    AcceptedList,
    append_accepted,
    build_accepted,
    load_acceptance_log,
)
from listbuilder.tournament.log_integrity import LOG_HEAD_FILE, integrity_findings
from listbuilder.tournament.publication import (
    COMMITMENTS_FILE,
    build_entrant_document,
    build_public_files,
    compute_salt,
    load_commitments,
    load_entrants,
    load_secret,
)
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import EVENT, ILLEGAL, LEGAL, OTHER
from tests.desk.test_acceptance_log import judged
from tests.desk.test_desk_status import accepted
from tests.sentences import sentence

Open = Callable[..., Tournament]


def locked(tournament: Tournament, *lists: tuple[str, Path]) -> None:
    for player, path in lists:
        new = build_accepted(judged(path, tournament), player, tournament.event, by="Jörg", at="2026-05-02T10:00")
        tournament.acceptance_log = append_accepted(tournament.paths.acceptance_log, tournament.acceptance_log, new)


def names(lists: tuple[AcceptedList, ...]) -> list[str]:
    return [f"{accepted_list.player}{accepted_list.name}{accepted_list.at}" for accepted_list in lists]


def test_latest_accepted_list_counts() -> None:
    lines = [("a", "X", "1"), ("b", "X", "2"), ("a", "Y", "3"), ("a", "X", "4"), ("a", "Z", "5")]
    lock = AcceptanceLog(tuple(accepted(player=player, name=name, at=at) for player, name, at in lines))
    assert names(lock.current_for("a")) == ["aZ5"]
    assert names(lock.current_for("a", 3)) == ["aY3", "aX4", "aZ5"]
    assert names(lock.current_for("a", 2)) == ["aX4", "aZ5"], "accepting again makes a list the newest"
    assert names(lock.current_for("c")) == []
    assert names(lock.current()) == ["aZ5", "bX2"]
    assert names(lock.current(2)) == ["aX4", "aZ5", "bX2"]
    back = AcceptanceLog(lock.accepted[:4])
    assert names(back.current_for("a")) == ["aX4"]


def test_lists_accepted_together_all_count() -> None:
    lines = [("X", "1"), ("Y", "2"), ("X", "3"), ("X", "3")]
    lock = AcceptanceLog(tuple(accepted(player="a", name=name, at=at) for name, at in lines))
    assert names(lock.current_for("a", 3)) == ["aY2", "aX3", "aX3"]
    assert names(lock.current_for("a", 2)) == ["aX3", "aX3"]
    assert names(lock.current_for("a")) == ["aX3"]


def test_log_line_records_list_books_and_event(open_desk: Open) -> None:
    tournament = open_desk()
    judged_list = judged(LEGAL, tournament)
    line = build_accepted(judged_list, "1", tournament.event, by="J", at="now", reason="r", file="f", event_sha256="e")
    assert (line.player, line.name, line.army, line.hash) == (
        "1",
        "Called to Matins",
        judged_list.army_hash,
        judged_list.list_hash,
    )
    assert (line.event, line.verdict, line.by, line.at) == ("cup", "legal", "J", "now")
    assert (line.reason, line.file, line.event_sha256) == ("r", "f", "e")
    used = {entry.unit.faction for entry in judged_list.roster.entries}
    assert dict(line.books) == {name: judged_list.roster.factions[name].sha256 for name in used}


def test_log_file_is_readable_utf8(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("1", LEGAL), ("2", OTHER))
    raw = tournament.paths.acceptance_log.read_text(encoding="utf-8")
    assert raw.count("Jörg") == 2
    assert raw.endswith("}\n")
    assert len(raw.splitlines()) == 2


def test_seal_ignores_key_order(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("1", LEGAL))
    values = json.loads(tournament.paths.acceptance_log.read_text(encoding="utf-8"))
    turned = dict(reversed(values.items()))
    tournament.paths.acceptance_log.write_text(json.dumps(turned, ensure_ascii=False) + "\n", encoding="utf-8")
    assert not load_acceptance_log(tournament.paths.acceptance_log).findings


def test_invalid_lines_are_reported_and_others_kept(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("1", LEGAL))
    (line,) = tournament.acceptance_log.lines
    tournament.paths.acceptance_log.write_text(f"[]\n\n{line}\n{'[' * 99_999}\n{{}}\n", encoding="utf-8")
    lock = load_acceptance_log(tournament.paths.acceptance_log)
    assert [(finding.params["line"], finding.place.line) for finding in lock.findings if finding.place is not None] == [
        *((1, 1), (2, 2), (3, 3), (4, 4))
    ]
    assert [accepted_list.player for accepted_list in lock.accepted] == ["1", ""]


def test_code_matches_list_or_line(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("1", LEGAL), ("2", OTHER))
    for accepted_list in tournament.accepted:
        for code in (format_printed_code(accepted_list.hash), format_printed_code(accepted_list.line_hash)):
            (verification,) = verify_code(code, tournament)
            assert (verification.accepted, verification.is_same) == (accepted_list, True)


def test_shared_list_verifies_for_both_players(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("1", LEGAL), ("2", LEGAL))
    code = format_printed_code(tournament.accepted[0].hash)
    for verifications in (verify_bytes(LEGAL.read_bytes(), "x.yaml", tournament), verify_code(code, tournament)):
        assert [
            (verification.accepted.player, verification.is_same)
            for verification in verifications
            if verification.accepted
        ] == [("1", True), ("2", True)]
    (robins,) = verify_code(code, tournament, "2")
    assert robins.accepted == tournament.accepted[1]


def test_empty_log_verifies_nothing(open_desk: Open) -> None:
    (verification,) = verify_bytes(LEGAL.read_bytes(), "x.yaml", open_desk())
    assert (verification.accepted, verification.is_same, verification.same_army, verification.diff) == (
        None,
        False,
        False,
        None,
    )
    with pytest.raises(UnreadableError):
        verify_bytes(b"units: [", "x.yaml", open_desk())


def changed(path: Path, name: str, player: str) -> bytes:
    """Return a changed list under this name and player."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = [line for line in lines if not line.startswith(("name:", "player:"))]
    return "\n".join([f"name: {name}", f"player: {player}", *head]).replace("points: ", "points: 1").encode()


def test_changed_list_is_compared_with_the_claimed_one(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("1", LEGAL), ("2", OTHER))

    def compared(raw: bytes, player: str = "") -> str | None:
        (verification,) = verify_bytes(raw, "x.yaml", tournament, player)
        assert not verification.is_same
        return verification.accepted.player if verification.accepted is not None else None

    assert compared(changed(ILLEGAL, "Whatever", "Robin Ñandú")) == "2"
    assert compared(changed(ILLEGAL, "Called to Matins", "Nobody")) == "1"
    assert compared(changed(ILLEGAL, "Seven Peaks", "Nobody")) == "2"
    assert compared(changed(ILLEGAL, "Seven Peaks", "Kim Weber")) == "1", "the player counts more than the list's name"
    assert compared(changed(ILLEGAL, "Whatever", "Nobody")) is None
    assert compared(changed(ILLEGAL, "Whatever", "Nobody"), "2") == "2"
    assert compared(changed(LEGAL, "Whatever", "Nobody")) == "1", "the army is the same"


def test_changed_army_has_a_diff(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("1", LEGAL))
    (verification,) = verify_bytes(changed(ILLEGAL, "Called to Matins", "Kim Weber"), "x.yaml", tournament)
    assert (verification.is_same, verification.same_army) == (False, False)
    assert verification.diff is not None
    assert rebuild_accepted(replace(tournament.accepted[0], share="nonsense"), tournament) is None


def test_lists_follow_registration_order(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("9", LEGAL), ("2", OTHER), ("1", LEGAL))
    entrants = load_entrants(tournament)
    assert [(entrant.accepted.player, entrant.player) for entrant in entrants] == [
        *(("1", "Kim Weber"), ("2", "Robin Ñandú"), ("9", "9"))
    ]
    assert entrants[2].table == ""
    broken = replace(
        tournament.acceptance_log,
        accepted=(replace(tournament.acceptance_log.accepted[0], share="x"), *tournament.acceptance_log.accepted[1:]),
    )
    tournament.acceptance_log = broken
    assert [entrant.accepted.player for entrant in load_entrants(tournament)] == ["1", "2"]


def test_table_number_is_shown_on_request(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("1", LEGAL))
    (entrant,) = load_entrants(tournament)

    def shown(table: str, *, seated: bool) -> str:
        document = build_entrant_document(replace(entrant, table=table), "en", PrintOptions(), with_table=seated)
        return document.sheet.header.player

    assert shown("7", seated=True) == f"Kim Weber · {sentence('sheet.word.table')} 7"
    assert shown("7", seated=False) == "Kim Weber"
    assert shown("", seated=True) == "Kim Weber"


@pytest.mark.parametrize(("number", "name"), [(1, ""), (2, "Called to Matins")])
def test_commitments_name_lists_if_several(open_desk: Open, number: int, name: str) -> None:
    tournament = open_desk(EVENT + f"lists: {{number: {number}}}\n")
    locked(tournament, ("1", LEGAL))
    value = json.loads(dict(build_public_files(tournament, ListVisibility.COMMITTED, "en"))[COMMITMENTS_FILE])
    assert value["event"] == "cup"
    assert [(row["player"], row["list"]) for row in value["commitments"]] == [("Kim Weber", name)]


def test_published_files_are_readable(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("2", LEGAL))
    files = dict(build_public_files(tournament, ListVisibility.COMMITTED, "en"))
    assert "Robin Ñandú" in files[COMMITMENTS_FILE].decode()
    assert files[COMMITMENTS_FILE].decode().count("\n") > 5
    assert files["players.csv"].decode().splitlines()[0] == "name,faction"
    assert files["players.csv"].decode().splitlines()[1].startswith("Robin Ñandú,")
    head = json.loads(files[LOG_HEAD_FILE])
    assert (head["event"], head["lines"], head["last"]) == ("cup", 1, tournament.acceptance_log.last_hash)
    assert not {"lists.html", "lists.pdf"} & set(dict(build_public_files(open_desk(), ListVisibility.COMMITTED, "en")))


def test_event_without_lists_publishes_none(open_desk: Open) -> None:
    assert set(dict(build_public_files(open_desk(), ListVisibility.OPEN, "en"))) == {"players.csv", LOG_HEAD_FILE}


def test_commitments_are_read_back(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("1", LEGAL), ("2", OTHER))
    commitments = json.loads(dict(build_public_files(tournament, ListVisibility.COMMITTED, "en"))[COMMITMENTS_FILE])[
        "commitments"
    ]
    tournament.paths.public.mkdir()
    (tournament.paths.public / COMMITMENTS_FILE).write_text(json.dumps({"commitments": commitments}), encoding="utf-8")
    assert load_commitments(tournament) == [(row["player"], row["commitment"]) for row in commitments]
    (tournament.paths.public / COMMITMENTS_FILE).write_text('{"commitments": 1}', encoding="utf-8")
    assert load_commitments(tournament) == []


def test_secret_is_created_once(open_desk: Open) -> None:
    tournament = open_desk()
    first = load_secret(tournament)
    assert first
    assert load_secret(tournament) == first
    army = judged(LEGAL, tournament).army
    salt = compute_salt(army, "1", tournament)
    tournament.paths.secret.write_text("\n", encoding="utf-8")
    assert load_secret(tournament) not in ("", first)
    assert compute_salt(army, "1", tournament) != salt


def test_log_is_compared_with_the_published_head(open_desk: Open) -> None:
    tournament = open_desk()
    locked(tournament, ("1", LEGAL))
    tournament.paths.public.mkdir()
    for raw, expected in (
        (b"{", []),
        (b"[]", []),
        (b"{}", []),
        (b'{"last": "x"}', [0]),
        (b'{"last": "x", "lines": 3}', [3]),
    ):
        (tournament.paths.public / LOG_HEAD_FILE).write_bytes(raw)
        assert [finding.params["lines"] for finding in integrity_findings(tournament)] == expected
    (tournament.paths.public / LOG_HEAD_FILE).write_text(
        json.dumps({"last": tournament.acceptance_log.last_hash, "lines": 1}), encoding="utf-8"
    )
    locked(tournament, ("2", OTHER))
    assert list(integrity_findings(tournament)) == [], "it has grown since"


def test_lists_accepted_under_a_changed_event_are_counted(open_desk: Open) -> None:
    tournament = open_desk()
    for player, sha in (("1", "old"), ("2", ""), ("3", tournament.event_sha256)):
        new = build_accepted(judged(LEGAL, tournament), player, tournament.event, by="J", at="now", event_sha256=sha)
        tournament.acceptance_log = append_accepted(tournament.paths.acceptance_log, tournament.acceptance_log, new)
    assert [(finding.code, finding.params["n"]) for finding in integrity_findings(tournament)] == [("DSK041", 1)]
