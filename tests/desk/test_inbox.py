"""The inbox: file names, nested archives, owners, times, decisions and written files."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from listbuilder.errors import UnreadableError
from listbuilder.tournament.csv_tables import parse_moment, parse_moment_in_zone
from listbuilder.tournament.intake import IncomingFile, SubmissionIntake, split_submissions, unpack_archives
from listbuilder.tournament.paths import GeneratedFileWriter, TournamentPaths
from listbuilder.tournament.registrations import Player, Registrations
from listbuilder.tournament.submissions import (
    CLOCK_FILE,
    Submission,
    exclude_bare_mails,
    file_time,
    load_submission_table,
    load_submissions,
    save_submission_table,
    select_counting,
)
from listbuilder.tournament.tournament import ACCEPT, REJECT, Decision, Tournament, load_decisions, save_decisions
from tests.desk.conftest import EVENT, LEGAL, ON_TIME, OTHER, PLAYERS, mail

Open = Callable[..., Tournament]


def packed(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, raw in files.items():
            archive.writestr(name.replace("__", "/"), raw)
    return stream.getvalue()


def test_archives_open_three_levels_deep() -> None:
    assert unpack_archives(b"plain", "a.txt") == [("a.txt", b"plain")]
    archive = packed(a=b"1", b__c=b"2")
    assert [data for _, data in unpack_archives(archive, "x.zip")] == [b"1", b"2"]
    three = packed(inner=packed(inner=packed(a=b"1")))
    assert [data for _, data in unpack_archives(three, "x.zip")] == [b"1"]
    four = packed(inner=three)
    assert [data for _, data in unpack_archives(four, "x.zip")] == [packed(a=b"1")]
    broken = b"PK\x03\x04 nothing"
    assert unpack_archives(broken, "x.zip") == [("x.zip", broken)]
    empty = packed()
    assert unpack_archives(empty, "x.zip") == [("x.zip", empty)]
    mixed = packed(a=b"1", inner=broken)
    assert [data for _, data in unpack_archives(mixed, "x.zip")] == [b"1", broken]


def keep(tournament: Tournament, name: str, data: bytes = b"x", sender: str = "kim@example.org") -> str:
    path = tournament.paths.root.parent / name
    path.write_bytes(data)
    (tournament.paths.root.parent / "one.eml").write_bytes(mail(sender, "x", file=path))
    (submission,) = (
        SubmissionIntake(tournament.paths, tournament.registrations, tournament.library)
        .take([str(path.parent / "one.eml")])
        .taken
    )
    return submission.file


def test_files_get_numbers_and_plain_suffixes(open_desk: Open) -> None:
    tournament = open_desk()
    assert keep(tournament, "Army.YAML", b"a") == "1/01-army.yaml"
    assert keep(tournament, "???", b"b") == "1/02-list.txt"
    assert keep(tournament, "a.toolongending", b"c") == "1/03-a.txt"
    assert keep(tournament, f"{'x' * 99}.json", b"d") == f"1/04-{'x' * 60}.json"
    (tournament.paths.inbox / "1" / "12-mine.yaml").write_bytes(b"by hand")
    assert keep(tournament, "next.txt", b"e") == "1/13-next.txt"
    (tournament.paths.inbox / "1" / "2026.txt").write_bytes(b"by hand")
    assert keep(tournament, "last.txt", b"f") == "1/14-last.txt"


def test_same_file_belongs_to_both_players(open_desk: Open) -> None:
    tournament = open_desk()
    assert keep(tournament, "a.txt", b"same") == "1/01-a.txt"
    assert keep(tournament, "a.txt", b"same", "robin@example.org") == "2/01-a.txt"
    assert [(submission.player, submission.sha256 != "") for submission in load_submission_table(tournament.paths)] == [
        ("1", True),
        ("2", True),
    ]


def test_unmatched_file_moves_to_its_player(open_desk: Open, tmp_path: Path) -> None:
    tournament = open_desk()
    (tmp_path / "a.eml").write_bytes(mail("who@example.org", "x", file=LEGAL))
    assert (
        len(
            SubmissionIntake(tournament.paths, tournament.registrations, tournament.library)
            .take([str(tmp_path / "a.eml")])
            .unmatched
        )
        == 1
    )
    again = SubmissionIntake(tournament.paths, tournament.registrations, tournament.library).take(
        [str(tmp_path / "a.eml")]
    )
    assert (len(again.already_taken), len(again.unmatched)) == (1, 0)
    (tmp_path / "b.eml").write_bytes(mail("kim@example.org", "x", file=LEGAL))
    (submission,) = (
        SubmissionIntake(tournament.paths, tournament.registrations, tournament.library)
        .take([str(tmp_path / "b.eml")])
        .taken
    )
    assert submission.file == "1/01-aof-3-2-matins.yaml"
    assert [row.file for row in load_submission_table(tournament.paths)] == [submission.file]
    assert not list((tournament.paths.inbox / "unmatched").iterdir())


def test_intake_table_round_trips(open_desk: Open) -> None:
    places = open_desk().paths
    submission = Submission(file="1/a", player="1", received="r", clock="mail", source="s", sender="x", sha256="h")
    save_submission_table(places, [submission, Submission(file="")])
    assert load_submission_table(places) == [submission]
    places.submission_table.unlink()
    assert load_submission_table(places) == []


def pieces(library: Tournament, *paths: Path) -> list[IncomingFile]:
    return [
        incoming_file
        for incoming_file in split_submissions([str(path) for path in paths], library.library)
        if isinstance(incoming_file, IncomingFile)
    ]


def test_submission_knows_source_and_clues(open_desk: Open, tmp_path: Path) -> None:
    folder = tmp_path / "sent" / "Robin"
    folder.mkdir(parents=True)
    (folder / "army.yaml").write_bytes(LEGAL.read_bytes())
    (tmp_path / "sent" / "top.yaml").write_bytes(OTHER.read_bytes())
    inside, top = pieces(open_desk(), tmp_path / "sent")
    assert (inside.name, inside.clues.texts, inside.clock, inside.source) == (
        *("army.yaml", ("army", "Robin"), "file", "army.yaml"),
    )
    assert top.clues.texts == ("top",)
    assert inside.is_alone
    (tmp_path / "one.eml").write_bytes(mail('"Kim W" <kim@example.org>', "my list", ON_TIME, file=LEGAL))
    (sent,) = pieces(open_desk(), tmp_path / "one.eml")
    assert (sent.clues.address, sent.sender, sent.clock) == ("kim@example.org", "kim@example.org", "mail")
    assert sent.clues.names[-1] == "Kim W"
    assert sent.clues.texts == ("my list", LEGAL.stem)
    assert (sent.source, sent.is_alone, sent.skipped_files) == ("one.eml", True, ())


def test_undated_mail_uses_the_file_time(open_desk: Open, tmp_path: Path) -> None:
    raw = mail("kim@example.org", "x", file=LEGAL).replace(f"Date: {ON_TIME}\n".encode(), b"")
    (tmp_path / "one.eml").write_bytes(raw)
    (sent,) = pieces(open_desk(), tmp_path / "one.eml")
    assert (sent.received, sent.clock) == (file_time(tmp_path / "one.eml"), CLOCK_FILE)


def test_pasted_text_counts_without_list_files(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(b"\x89PNG and so on")
    text = LEGAL.read_text(encoding="utf-8")
    (tmp_path / "one.eml").write_bytes(mail("kim@example.org", "x", file=tmp_path / "logo.png", text=text))
    (sent,) = pieces(open_desk(), tmp_path / "one.eml")
    assert (sent.name, sent.skipped_files) == ("pasted.txt", ())
    (tmp_path / "two.eml").write_bytes(mail("kim@example.org", "x", file=LEGAL, text=text))
    assert [incoming_file.name for incoming_file in pieces(open_desk(), tmp_path / "two.eml")] == [LEGAL.name]


def test_opened_archive_is_not_a_leftover(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_bytes(packed(a__kim=LEGAL.read_bytes(), b=OTHER.read_bytes()))
    (tmp_path / "one.eml").write_bytes(mail("club@example.org", "x", file=tmp_path / "all.zip"))
    incoming_files = pieces(open_desk(), tmp_path / "one.eml")
    assert [(incoming_file.is_alone, incoming_file.skipped_files) for incoming_file in incoming_files] == [
        (False, ()),
        (False, ()),
    ]


KIM = Player(id="1", name="Kim", file="", received="")
ZONE = timezone(timedelta(hours=2))


def submissions(tournament: Tournament, *players: Player) -> list[tuple[str, str, str, str]]:
    rows = load_submissions(tournament.paths, Registrations(players), ZONE)
    return [(submission.file, submission.player, submission.received, submission.clock) for submission in rows]


def put(tournament: Tournament, name: str, raw: bytes = b"x") -> None:
    path = tournament.paths.inbox / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    os.utime(path, (0, 0))


def test_folder_or_column_assigns_a_file(open_desk: Open) -> None:
    tournament = open_desk()
    for name in ("1/a.txt", "kim/b.txt", "c.txt", "else/d.txt"):
        put(tournament, name)
    players = (Player(id="1", name="A"), Player(id="Kim!", name="B"), Player(id="3", name="C", file="inbox\\c.txt"))
    at = ("1970-01-01T00:00:00+00:00", "file")
    assert submissions(tournament, *players) == [
        ("1/a.txt", "1", *at),
        ("c.txt", "3", *at),
        ("else/d.txt", "", *at),
        ("kim/b.txt", "Kim!", *at),
    ]


def test_column_overrides_the_folder(open_desk: Open) -> None:
    tournament = open_desk()
    put(tournament, "1/a.txt")
    owner = submissions(tournament, Player(id="1", name="A"), Player(id="2", name="B", file="a.txt"))[0][1]
    assert owner == "2"


def test_organiser_time_applies_to_the_named_file(open_desk: Open) -> None:
    tournament = open_desk()
    put(tournament, "1/a.txt")
    put(tournament, "1/b.txt")
    noted = "2026-05-01T12:00:00+02:00", "column"
    file = "1970-01-01T00:00:00+00:00", "file"
    every = submissions(tournament, Player(id="1", name="A", received="01.05.2026 12:00"))
    assert [row[2:] for row in every] == [noted, noted]
    rows = submissions(tournament, Player(id="1", name="A", file="b.txt", received="01.05.2026 12:00"))
    assert [row[2:] for row in rows] == [file, noted]
    none = submissions(tournament, Player(id="1", name="A", received="some day"))
    assert [row[2:] for row in none] == [file, file]


def test_time_without_zone_uses_the_event_zone(open_desk: Open) -> None:
    tournament = open_desk()
    put(tournament, "1/a.txt")
    save_submission_table(
        tournament.paths, [Submission(file="1/a.txt", player="1", received="2026-05-01 12:00", clock="mail")]
    )
    assert submissions(tournament, KIM) == [("1/a.txt", "1", "2026-05-01T12:00:00+02:00", "mail")]
    assert tournament.zone.utcoffset(None) == timedelta(hours=2)
    undated = Tournament(tournament.paths.root, tournament.library)
    undated.event = type(tournament.event)(id=tournament.event.id, name=tournament.event.name)
    assert undated.zone is UTC


def test_moved_file_keeps_its_time(open_desk: Open) -> None:
    tournament = open_desk()
    file = keep(tournament, "a.txt", b"content")
    put(tournament, "2/copy.txt", b"content")
    rows = {row[0]: row for row in submissions(tournament, Player(id="1", name="A"), Player(id="2", name="B"))}
    assert rows["2/copy.txt"][3] == "file", "the original still exists"
    (tournament.paths.inbox / file).unlink()
    (row,) = submissions(tournament, Player(id="1", name="A"), Player(id="2", name="B"))
    assert (row[1], row[3]) == ("2", "mail")


def test_newest_file_counts_unless_column_names_one() -> None:
    sent = [Submission(file=f"1/{name}", received=f"2026-05-0{day}") for name, day in (("a", 2), ("b", 3), ("c", 1))]
    assert [submission.file for submission in select_counting(KIM, sent)] == ["1/b"]
    assert [submission.file for submission in select_counting(KIM, sent, 2)] == ["1/b", "1/a"]
    assert [submission.file for submission in select_counting(Player(id="1", name="Kim", file="c"), sent, 2)] == ["1/c"]
    undated = [Submission(file="1/x"), *sent]
    assert [submission.file for submission in select_counting(KIM, undated, 9)][-1] == "1/x"
    assert select_counting(KIM, []) == []


def test_mails_count_only_without_lists() -> None:
    thanks, army = Submission(file="1/thanks.eml"), Submission(file="1/army.yaml")
    assert exclude_bare_mails([thanks, army]) == [army]
    assert exclude_bare_mails([thanks]) == [thanks]


def test_decisions_round_trip(open_desk: Open) -> None:
    places = open_desk().paths
    assert load_decisions(places) == {}
    yes = Decision(player="1", file="a", decision=ACCEPT, reason="=1+1", at="now", by="J")
    no = Decision(player="2", file="b", decision=REJECT)
    save_decisions(places, {"1": yes, "2": no})
    assert load_decisions(places) == {"1": yes, "2": no}
    assert (yes.accepts, no.accepts) == (True, False)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2026-05-01T18:00+02:00", "2026-05-01T18:00:00+02:00"),
        (" 1.5.2026 ", "2026-05-01T00:00:00"),
        ("01.05.2026, 18:30", "2026-05-01T18:30:00"),
        ("01/05/2026", "2026-05-01T00:00:00"),
        ("1.5.2026, 18 Uhr", "2026-05-01T18:00:00"),
        ("soon", None),
        ("", None),
    ],
)
def test_times_are_parsed(text: str, read: str | None) -> None:
    moment = parse_moment(text)
    assert (moment.isoformat() if moment is not None else None) == read


def test_written_zone_is_kept() -> None:
    for text, zone in (("2026-05-01T18:00+02:00", UTC), ("2026-05-01T18:00", ZONE)):
        moment_in_zone = parse_moment_in_zone(text, zone)
        assert moment_in_zone is not None
        assert moment_in_zone.isoformat() == "2026-05-01T18:00:00+02:00"
    assert parse_moment_in_zone("soon") is None
    assert parse_moment_in_zone("2026-05-01") == datetime(2026, 5, 1, tzinfo=UTC)


def test_desk_needs_event_and_players(tmp_path: Path) -> None:
    places = TournamentPaths(tmp_path)
    for name, text in (("event.yaml", EVENT), ("players.csv", PLAYERS)):
        assert not places.is_tournament
        with pytest.raises(UnreadableError) as caught:
            places.require()
        assert [finding.params["file"] for finding in caught.value.diagnostics] == [name]
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert places.is_tournament
    places.require()


def test_stamp_changes_with_input_files(open_desk: Open) -> None:
    places = open_desk().paths
    stamps = [places.fingerprint()]
    for path in (
        places.inbox / "a.txt",
        places.submission_table,
        places.acceptance_log,
        places.decisions,
        places.event,
    ):
        path.write_text(f"more {path.name}", encoding="utf-8")
        stamps.append(places.fingerprint())
    assert len(set(stamps)) == len(stamps)
    assert places.fingerprint() == stamps[-1]
    places.letters.mkdir()
    (places.letters / "a.txt").write_text("x", encoding="utf-8")
    assert places.fingerprint() == stamps[-1], "letters are written, not read"


def test_writer_reports_changes_and_keeps_edits(open_desk: Open) -> None:
    places = open_desk().paths
    path = places.letters / "deep" / "kim.txt"

    def written(data: str | bytes) -> tuple[list[Path], list[Path]]:
        writer = GeneratedFileWriter(places)
        writer.write(path, data)
        writer.finish()
        return writer.changed, writer.hand_edited

    assert written("one") == ([path], [])
    assert written(b"one") == ([], [])
    assert written("two") == ([path], [])
    path.write_text("mine", encoding="utf-8")
    assert written("three") == ([], [path])
    assert written("mine") == ([], []), "a manual edit may match the new content"
    assert written("four") == ([path], [])
    path.unlink()
    assert written("five") == ([path], [])
