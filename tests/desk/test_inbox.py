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
from listbuilder.tournament.csv_tables import moment, parse_moment
from listbuilder.tournament.intake import Piece, Taker, open_archives, take_apart
from listbuilder.tournament.paths import Places, Writer
from listbuilder.tournament.registrations import Player, Register
from listbuilder.tournament.submissions import (
    CLOCK_FILE,
    Submission,
    counts_for,
    file_time,
    lists_among,
    load_submissions,
    load_taken,
    save_taken,
)
from listbuilder.tournament.tournament import ACCEPT, REJECT, Decision, Desk, load_decisions, save_decisions
from tests.desk.conftest import EVENT, LEGAL, ON_TIME, OTHER, PLAYERS, mail

Open = Callable[..., Desk]


def packed(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, raw in files.items():
            archive.writestr(name.replace("__", "/"), raw)
    return stream.getvalue()


def test_archives_open_three_levels_deep() -> None:
    assert open_archives(b"plain", "a.txt") == [("a.txt", b"plain")]
    two = packed(a=b"1", b__c=b"2")
    assert [data for _, data in open_archives(two, "x.zip")] == [b"1", b"2"]
    three = packed(inner=packed(inner=packed(a=b"1")))
    assert [data for _, data in open_archives(three, "x.zip")] == [b"1"]
    four = packed(inner=three)
    assert [data for _, data in open_archives(four, "x.zip")] == [packed(a=b"1")]
    broken = b"PK\x03\x04 nothing"
    assert open_archives(broken, "x.zip") == [("x.zip", broken)]
    empty = packed()
    assert open_archives(empty, "x.zip") == [("x.zip", empty)]
    mixed = packed(a=b"1", inner=broken)
    assert [data for _, data in open_archives(mixed, "x.zip")] == [b"1", broken]


def keep(desk: Desk, name: str, data: bytes = b"x", sender: str = "kim@example.org") -> str:
    path = desk.places.root.parent / name
    path.write_bytes(data)
    (desk.places.root.parent / "one.eml").write_bytes(mail(sender, "x", file=path))
    (taken,) = Taker(desk.places, desk.register, desk.library).take([str(path.parent / "one.eml")]).taken
    return taken.file


def test_files_get_numbers_and_plain_suffixes(open_desk: Open) -> None:
    desk = open_desk()
    assert keep(desk, "Army.YAML", b"a") == "1/01-army.yaml"
    assert keep(desk, "???", b"b") == "1/02-list.txt"
    assert keep(desk, "a.toolongending", b"c") == "1/03-a.txt"
    assert keep(desk, f"{'x' * 99}.json", b"d") == f"1/04-{'x' * 60}.json"
    (desk.places.inbox / "1" / "12-mine.yaml").write_bytes(b"by hand")
    assert keep(desk, "next.txt", b"e") == "1/13-next.txt"
    (desk.places.inbox / "1" / "2026.txt").write_bytes(b"by hand")
    assert keep(desk, "last.txt", b"f") == "1/14-last.txt"


def test_same_file_belongs_to_both_players(open_desk: Open) -> None:
    desk = open_desk()
    assert keep(desk, "a.txt", b"same") == "1/01-a.txt"
    assert keep(desk, "a.txt", b"same", "robin@example.org") == "2/01-a.txt"
    assert [(one.player, one.sha256 != "") for one in load_taken(desk.places)] == [("1", True), ("2", True)]


def test_unmatched_file_moves_to_its_player(open_desk: Open, tmp_path: Path) -> None:
    desk = open_desk()
    (tmp_path / "a.eml").write_bytes(mail("who@example.org", "x", file=LEGAL))
    assert len(Taker(desk.places, desk.register, desk.library).take([str(tmp_path / "a.eml")]).open) == 1
    again = Taker(desk.places, desk.register, desk.library).take([str(tmp_path / "a.eml")])
    assert (len(again.again), len(again.open)) == (1, 0)
    (tmp_path / "b.eml").write_bytes(mail("kim@example.org", "x", file=LEGAL))
    (taken,) = Taker(desk.places, desk.register, desk.library).take([str(tmp_path / "b.eml")]).taken
    assert taken.file == "1/01-aof-3-2-matins.yaml"
    assert [one.file for one in load_taken(desk.places)] == [taken.file]
    assert not list((desk.places.inbox / "unmatched").iterdir())


def test_intake_table_round_trips(open_desk: Open) -> None:
    places = open_desk().places
    one = Submission(file="1/a", player="1", received="r", clock="mail", source="s", sender="x", sha256="h")
    save_taken(places, [one, Submission(file="")])
    assert load_taken(places) == [one]
    places.taken.unlink()
    assert load_taken(places) == []


def pieces(library: Desk, *paths: Path) -> list[Piece]:
    return [one for one in take_apart([str(path) for path in paths], library.library) if isinstance(one, Piece)]


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
    assert inside.alone
    (tmp_path / "one.eml").write_bytes(mail('"Kim W" <kim@example.org>', "my list", ON_TIME, file=LEGAL))
    (sent,) = pieces(open_desk(), tmp_path / "one.eml")
    assert (sent.clues.address, sent.sender, sent.clock) == ("kim@example.org", "kim@example.org", "mail")
    assert sent.clues.names[-1] == "Kim W"
    assert sent.clues.texts == ("my list", LEGAL.stem)
    assert (sent.source, sent.alone, sent.beside) == ("one.eml", True, ())


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
    assert (sent.name, sent.beside) == ("pasted.txt", ())
    (tmp_path / "two.eml").write_bytes(mail("kim@example.org", "x", file=LEGAL, text=text))
    assert [one.name for one in pieces(open_desk(), tmp_path / "two.eml")] == [LEGAL.name]


def test_opened_archive_is_not_a_leftover(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_bytes(packed(a__kim=LEGAL.read_bytes(), b=OTHER.read_bytes()))
    (tmp_path / "one.eml").write_bytes(mail("club@example.org", "x", file=tmp_path / "all.zip"))
    found = pieces(open_desk(), tmp_path / "one.eml")
    assert [(one.alone, one.beside) for one in found] == [(False, ()), (False, ())]


KIM = Player(id="1", name="Kim", file="", received="")
ZONE = timezone(timedelta(hours=2))


def submissions(desk: Desk, *players: Player) -> list[tuple[str, str, str, str]]:
    found = load_submissions(desk.places, Register(players), ZONE)
    return [(one.file, one.player, one.received, one.clock) for one in found]


def put(desk: Desk, name: str, raw: bytes = b"x") -> None:
    path = desk.places.inbox / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    os.utime(path, (0, 0))


def test_folder_or_column_assigns_a_file(open_desk: Open) -> None:
    desk = open_desk()
    for name in ("1/a.txt", "kim/b.txt", "c.txt", "else/d.txt"):
        put(desk, name)
    players = (Player(id="1", name="A"), Player(id="Kim!", name="B"), Player(id="3", name="C", file="inbox\\c.txt"))
    at = ("1970-01-01T00:00:00+00:00", "file")
    assert submissions(desk, *players) == [
        ("1/a.txt", "1", *at),
        ("c.txt", "3", *at),
        ("else/d.txt", "", *at),
        ("kim/b.txt", "Kim!", *at),
    ]


def test_column_overrides_the_folder(open_desk: Open) -> None:
    desk = open_desk()
    put(desk, "1/a.txt")
    owner = submissions(desk, Player(id="1", name="A"), Player(id="2", name="B", file="a.txt"))[0][1]
    assert owner == "2"


def test_organiser_time_applies_to_the_named_file(open_desk: Open) -> None:
    desk = open_desk()
    put(desk, "1/a.txt")
    put(desk, "1/b.txt")
    noted = "2026-05-01T12:00:00+02:00", "column"
    file = "1970-01-01T00:00:00+00:00", "file"
    every = submissions(desk, Player(id="1", name="A", received="01.05.2026 12:00"))
    assert [row[2:] for row in every] == [noted, noted]
    one = submissions(desk, Player(id="1", name="A", file="b.txt", received="01.05.2026 12:00"))
    assert [row[2:] for row in one] == [file, noted]
    none = submissions(desk, Player(id="1", name="A", received="some day"))
    assert [row[2:] for row in none] == [file, file]


def test_time_without_zone_uses_the_event_zone(open_desk: Open) -> None:
    desk = open_desk()
    put(desk, "1/a.txt")
    save_taken(desk.places, [Submission(file="1/a.txt", player="1", received="2026-05-01 12:00", clock="mail")])
    assert submissions(desk, KIM) == [("1/a.txt", "1", "2026-05-01T12:00:00+02:00", "mail")]
    assert desk.zone.utcoffset(None) == timedelta(hours=2)
    undated = Desk(desk.places.root, desk.library)
    undated.event = type(desk.event)(id=desk.event.id, name=desk.event.name)
    assert undated.zone is UTC


def test_moved_file_keeps_its_time(open_desk: Open) -> None:
    desk = open_desk()
    taken = keep(desk, "a.txt", b"content")
    put(desk, "2/copy.txt", b"content")
    rows = {row[0]: row for row in submissions(desk, Player(id="1", name="A"), Player(id="2", name="B"))}
    assert rows["2/copy.txt"][3] == "file", "the original still exists"
    (desk.places.inbox / taken).unlink()
    (row,) = submissions(desk, Player(id="1", name="A"), Player(id="2", name="B"))
    assert (row[1], row[3]) == ("2", "mail")


def test_newest_file_counts_unless_column_names_one() -> None:
    sent = [Submission(file=f"1/{name}", received=f"2026-05-0{day}") for name, day in (("a", 2), ("b", 3), ("c", 1))]
    assert [one.file for one in counts_for(KIM, sent)] == ["1/b"]
    assert [one.file for one in counts_for(KIM, sent, 2)] == ["1/b", "1/a"]
    assert [one.file for one in counts_for(Player(id="1", name="Kim", file="c"), sent, 2)] == ["1/c"]
    undated = [Submission(file="1/x"), *sent]
    assert [one.file for one in counts_for(KIM, undated, 9)][-1] == "1/x"
    assert counts_for(KIM, []) == []


def test_mails_count_only_without_lists() -> None:
    thanks, army = Submission(file="1/thanks.eml"), Submission(file="1/army.yaml")
    assert lists_among([thanks, army]) == [army]
    assert lists_among([thanks]) == [thanks]


def test_decisions_round_trip(open_desk: Open) -> None:
    places = open_desk().places
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
    found = parse_moment(text)
    assert (found.isoformat() if found is not None else None) == read


def test_written_zone_is_kept() -> None:
    for text, zone in (("2026-05-01T18:00+02:00", UTC), ("2026-05-01T18:00", ZONE)):
        found = moment(text, zone)
        assert found is not None
        assert found.isoformat() == "2026-05-01T18:00:00+02:00"
    assert moment("soon") is None
    assert moment("2026-05-01") == datetime(2026, 5, 1, tzinfo=UTC)


def test_desk_needs_event_and_players(tmp_path: Path) -> None:
    places = Places(tmp_path)
    for name, text in (("event.yaml", EVENT), ("players.csv", PLAYERS)):
        assert not places.is_desk
        with pytest.raises(UnreadableError) as caught:
            places.require()
        assert [one.params["file"] for one in caught.value.diagnostics] == [name]
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert places.is_desk
    places.require()


def test_stamp_changes_with_input_files(open_desk: Open) -> None:
    places = open_desk().places
    stamps = [places.stamp()]
    for path in (places.inbox / "a.txt", places.taken, places.lock, places.decisions, places.event):
        path.write_text(f"more {path.name}", encoding="utf-8")
        stamps.append(places.stamp())
    assert len(set(stamps)) == len(stamps)
    assert places.stamp() == stamps[-1]
    places.letters.mkdir()
    (places.letters / "a.txt").write_text("x", encoding="utf-8")
    assert places.stamp() == stamps[-1], "letters are written, not read"


def test_writer_reports_changes_and_keeps_edits(open_desk: Open) -> None:
    places = open_desk().places
    path = places.letters / "deep" / "kim.txt"

    def written(data: str | bytes) -> tuple[list[Path], list[Path]]:
        writer = Writer(places)
        writer.write(path, data)
        writer.finish()
        return writer.changed, writer.kept

    assert written("one") == ([path], [])
    assert written(b"one") == ([], [])
    assert written("two") == ([path], [])
    path.write_text("mine", encoding="utf-8")
    assert written("three") == ([], [path])
    assert written("mine") == ([], []), "a manual edit may match the new content"
    assert written("four") == ([path], [])
    path.unlink()
    assert written("five") == ([path], [])
