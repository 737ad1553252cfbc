"""Home without a screen: the player's lists in columns, by game, with what a crash left."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.i18n import translate
from listbuilder.listfiles.journal import Recovered
from listbuilder.model import ArmyList, Text
from listbuilder.tui.home import list_rows as home_view
from listbuilder.tui.home.list_files import ListCard, Memory
from listbuilder.tui.home.list_rows import age
from listbuilder.tui.widgets.row import Row
from tests.tui.view_help import LIBRARY, SYSTEM, roles, shape, texts

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ago", "said"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 min ago"),
        (timedelta(minutes=59, seconds=59), "59 min ago"),
        (timedelta(hours=1), "1 h ago"),
        (timedelta(hours=23, minutes=59), "23 h ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=29, hours=23, minutes=59), "29 days ago"),
        (timedelta(days=30), "2026-04-01"),
    ],
)
def test_how_long_ago_something_was(ago: timedelta, said: str) -> None:
    assert age(int((NOW - ago).timestamp() * 1e9), "en", NOW) == said


def test_how_long_ago_something_was_is_said_in_german_and_by_the_clock() -> None:
    assert age(int((NOW - timedelta(days=2)).timestamp() * 1e9), "de", NOW) == "vor 2 Tagen"
    assert age(int(datetime.now(UTC).timestamp() * 1e9), "de") == "gerade eben"


def card(name: str, **given: Any) -> ListCard:
    plain: dict[str, Any] = {"path": Path(f"/x/{name}.yaml"), "name": name, "modified": 0}
    return ListCard(**{**plain, **given})


def table(cards: list[ListCard], room: int) -> list[str]:
    made = home_view._ListTable(cards, "en", room)
    return [made.row(one).text for one in cards]


def test_home_has_columns_that_stand_under_each_other() -> None:
    cards = [
        card("Short", points=5, limit=2000, verdict=Verdict.LEGAL, factions=(Text("Elves"),)),
        card("A much longer name", points=1500, verdict=Verdict.ILLEGAL, factions=(Text("Orcs and others"),)),
    ]
    wide = table(cards, 100)
    assert wide[0].startswith("✔ Short               Elves")
    assert wide[1].startswith("✗ A much longer name  Orcs and others")
    assert "  legal      5 / 2,000" in wide[0]
    assert "illegal  1,500        " in wide[1]
    aged = [replace(one, modified=1) for one in cards]
    fixed = 2 + 1 + len("illegal") + 2 + len("1,500") + 3 + len("2,000")
    enough = fixed + len("A much longer name") + 2 + len("1970-01-01")
    assert table(aged, enough)[0].endswith("1970-01-01")
    assert "Elves" not in table(aged, enough)[0]
    assert table(aged, enough - 1)[1].startswith("✗ A much longer name  Orcs and…"), "ages go first"
    assert "1970" not in table(aged, enough - 1)[1]
    assert table([replace(one, modified=1) for one in cards], 100)[0].endswith("1970-01-01")
    assert not table([replace(one, modified=1, sample=True) for one in cards], 100)[0].endswith("1970-01-01")
    narrow = table(cards, 40)
    assert "Elves" not in narrow[0]
    assert narrow[1].startswith("✗ A much longer… illegal")
    assert all(len(line) <= 40 for line in narrow)


def memory(count: int, *, recent: int = 0, lost: int = 0) -> Memory:
    cards = [card(f"L{number}", system="aof-3.5", verdict=Verdict.LEGAL) for number in range(count)]
    left = tuple(
        Recovered(
            f"/x/old{number}.yaml", NOW, ArmyList(name="", system=SYSTEM), None, Path(f"/r{number}"), edits=number
        )
        for number in range(lost)
    )
    by_path = {one.path: one for one in cards}
    return Memory(cards=by_path, recent=tuple(by_path)[:recent], lost=left)


def home(known: Memory, search: str = "") -> list[Row]:
    return home_view.home_rows(known, LIBRARY, "en", search, 100)


def test_home_greets_the_new_and_shows_the_latest_to_those_with_many() -> None:
    assert [one.key for one in home(memory(0))][:4] == ["welcome", "blank", home_view.SAMPLE, home_view.NEW]
    assert home(memory(0), "x")[0].key != "welcome"
    assert [one.key for one in home(memory(0, lost=1))][2:4] == ["blank", "welcome"], "apart from what a crash left"
    seven, eight = memory(7, recent=5), memory(8, recent=5)
    assert not [one for one in home(seven) if one.key.startswith(home_view.RECENT)]
    latest = [one.key for one in home(eight) if one.key.startswith(home_view.RECENT)]
    assert latest == [f"{home_view.RECENT}/x/L{number}.yaml" for number in range(3)]
    assert not [one for one in home(memory(8)) if one.key.startswith(home_view.RECENT)]
    assert [one.key for one in home(seven, "L3")][-1] == "/x/L3.yaml"
    assert [one.pickable for one in home(seven, "nothing of that name")] == [False]


def test_what_a_crash_left_comes_before_all() -> None:
    head, none, one, gap, *_ = home(memory(8, recent=1, lost=2))
    assert not head.pickable
    assert gap.key == "blank"
    assert [found.key for found in (none, one)] == ["lost:/r0", "lost:/r1"]
    assert none.text.startswith("● old0"), "by its file where it has no name"
    assert none.right[0].text != one.right[0].text, "how many edits, where somebody counted"


def test_lists_stand_under_their_games_with_a_line_between() -> None:
    known = memory(1)
    other = card("W", system="way-of-wood", verdict=Verdict.LEGAL)
    broken = card("X", verdict=Verdict.UNREADABLE)
    waiting = card("Y", system="unheard")
    known.cards.update({one.path: one for one in (other, broken, waiting)})
    rows = home(known)
    heads = [one.text for one in rows if one.left and one.left[0].role == "heading"]
    wood = LIBRARY.system("way-of-wood").title.upper()
    assert heads[:4] == ["AGE OF FANTASY 3.5", wood, "UNHEARD", "UNREADABLE"]
    places = [rows.index(one) for one in rows if one.text in heads]
    assert all(rows[place - 1].key == "blank" for place in places[1:])


LONG = card(
    "N" * 40,
    points=1500,
    limit=2000,
    verdict=Verdict.LEGAL,
    factions=(Text("F" * 12), Text("G" * 6)),
    modified=1,
)


@pytest.mark.parametrize(
    ("room", "name", "books", "aged"),
    [
        (200, "N" * 40, "F" * 12 + ", " + "G" * 6, True),
        (97, "N" * 40, "F" * 12 + ", " + "G" * 6, True),
        (96, "N" * 38 + "…", "F" * 12 + ", " + "G" * 6, True),
        (92, "N" * 34 + "…", "F" * 12 + ", " + "G" * 6, True),
        (86, "N" * 29 + "…", "F" * 12 + ", GGGG…", True),
        (75, "N" * 29 + "…", "F" * 7 + "…", True),
        (74, "N" * 38 + "…", "", True),
        (65, "N" * 29 + "…", "", True),
        (64, "N" * 29 + "…", "F" * 8 + "…", False),
        (63, "N" * 29 + "…", "F" * 7 + "…", False),
        (62, "N" * 38 + "…", "", False),
        (33, "N" * 9 + "…", "", False),
        (5, "…", "", False),
    ],
)
def test_where_there_is_little_room_ages_go_then_factions_then_names(
    room: int, name: str, books: str, aged: bool
) -> None:
    made = home_view._ListTable([LONG], "en", room).row(LONG)
    assert [part.text for part in made.left[2:]] == [name, f"  {books}" if books else ""]
    assert [part.text for part in made.right] == ["legal", "  1,500 / 2,000", *(["  1970-01-01"] if aged else [])]
    if room >= 33:
        assert len(made.text) + 1 <= room, "with a cell between left and right"


def test_a_short_name_leaves_its_room_to_the_factions() -> None:
    short = replace(LONG, name="N" * 10)
    fixed = 2 + 1 + len("legal") + 2 + len("1,500") + 3 + len("2,000")
    whole = fixed + 10 + 2 + 20 + 2 + len("1970-01-01")

    def shown(room: int) -> list[str]:
        return [part.text.strip() for part in home_view._ListTable([short], "en", room).row(short).left[2:]]

    assert shown(whole) == ["N" * 10, "F" * 12 + ", " + "G" * 6]
    assert shown(whole - 1) == ["N" * 10, "F" * 12 + ", GGGG…"]


def test_a_row_of_home_has_a_mark_roles_and_the_key_of_its_file() -> None:
    cards = [
        card("[red]A", points=5, limit=None, verdict=Verdict.ILLEGAL, factions=(Text("Elves", (("de", "Elfen"),)),)),
        card("B", points=None, limit=1000, verdict=None, sample=True),
        card("C", points=1000, limit=50, verdict=Verdict.LEGAL, empty=True, sample=True),
    ]
    table_of = home_view._ListTable([replace(one, sample=True) for one in cards], "de", 60)
    rows = [table_of.row(replace(one, sample=True)) for one in cards]
    assert [roles(one) for one in rows] == [
        [
            *(("✗", "bad"), (" ", ""), ("[red]A", ""), ("  Elfen", "dim")),
            *(("regelwidrig", "bad"), ("      5        ", "")),
        ],
        [("·", "dim"), (" ", ""), ("B     ", ""), ("  ", "dim"), ("           ", ""), ("        / 1.000", "")],
        [("·", "dim"), (" ", ""), ("C     ", ""), ("  ", "dim"), ("       leer", "dim"), ("  1.000 /    50", "")],
    ]
    assert [one.key for one in rows] == ["/x/[red]A.yaml", "/x/B.yaml", "/x/C.yaml"]
    assert table_of.row(cards[0], home_view.RECENT).key == "recent:/x/[red]A.yaml"
    assert all(one.pickable for one in rows)


def test_somebody_new_is_greeted_and_may_begin() -> None:
    rows = home_view.home_rows(Memory(), LIBRARY, "de", "", 80)
    assert [(one.key, one.text, one.pickable) for one in rows] == [
        ("welcome", translate("de", "tui.home.welcome"), False),
        ("blank", "", False),
        (home_view.SAMPLE, "▶ Eine Beispielliste öffnen", True),
        (home_view.NEW, "+ Eine neue Liste beginnen", True),
    ]
    assert [one.left[0].role for one in rows[2:]] == ["accent", "accent"]


def test_what_a_crash_left_says_what_it_is_how_much_and_when() -> None:
    left = memory(0, lost=3).lost
    named = replace(left[2], army=ArmyList(name="[red]Moor", system=SYSTEM))
    head, none, one, two, *_ = home(Memory(lost=(left[0], left[1], named)))
    when = f"  {NOW.astimezone():%Y-%m-%d %H:%M}"
    assert roles(head) == [("NOT SAVED", "heading")]
    assert roles(none) == [("● ", "warn"), ("old0", ""), ("Not saved", "warn"), (when, "dim")]
    assert [one.text, two.text] == [f"● old1Not saved, 1 edit{when}", f"● [red]MoorNot saved, 2 edits{when}"]
    assert {shape(row) for row in (none, one, two)} == {(True, True, 2)}
    assert home_view.lost_key(named) == two.key == "lost:/r2"
    assert home(Memory(lost=left), "x")[0].key != head.key, "who searches is not told"


def test_the_latest_lists_stand_apart_from_the_others() -> None:
    rows = home(memory(8, recent=2))
    assert [one.key for one in rows[:5]] == [
        *("heading:OPENED LAST", "recent:/x/L0.yaml", "recent:/x/L1.yaml", "blank", "heading:AGE OF FANTASY 3.5")
    ]
    assert len(rows) == 1 + 2 + 2 + 8
    after_a_crash = home(memory(8, recent=1, lost=1))
    assert [one.key for one in after_a_crash[:4]] == ["heading:NOT SAVED", "lost:/r0", "blank", "heading:OPENED LAST"]


def test_samples_stand_below_by_game_under_a_heading_of_their_own() -> None:
    samples = [
        card("S", system="aof-3.5", sample=True, verdict=Verdict.LEGAL),
        card("T", system="unheard", sample=True, verdict=Verdict.LEGAL),
        card("U", sample=True),
    ]
    known = Memory(samples={one.path: one for one in samples})
    rows = home(replace(known, cards=memory(1).cards))
    assert [(one.key, one.text.split("  ")[0]) for one in rows if not one.pickable] == [
        ("heading:AGE OF FANTASY 3.5", "AGE OF FANTASY 3.5"),
        ("blank", ""),
        ("samples:aof-3.5", "SAMPLES · AGE OF FANTASY 3.5"),
        ("blank", ""),
        ("samples:unheard", "SAMPLES · UNHEARD"),
        ("blank", ""),
        ("samples:", "SAMPLES · BEING READ …"),
    ]
    assert [one.key for one in home(known, "T") if one.pickable] == ["/x/T.yaml"]
    assert texts(home_view.home_rows(known, LIBRARY, "de", "zzz", 80)) == ["Nichts gefunden."]


def test_what_is_still_to_be_read_is_not_called_unreadable() -> None:
    broken, waiting = card("X", verdict=Verdict.UNREADABLE), card("Y")

    def heads(*cards: ListCard) -> list[str]:
        known = Memory(cards={one.path: one for one in cards})
        return [one.text for one in home(known) if one.key.startswith("heading:")]

    assert heads(broken) == ["UNREADABLE"]
    assert heads(waiting) == heads(broken, waiting) == ["BEING READ …"]


def test_lists_are_found_by_each_thing_that_their_row_says() -> None:
    cards = [
        card("Harvest", points=2000, verdict=Verdict.LEGAL, system="a", factions=(Text("Elves", (("de", "Elfen"),)),)),
        card("Winter", points=1000, verdict=Verdict.ILLEGAL, system="b"),
        card("Begun", points=0, verdict=Verdict.ILLEGAL, empty=True, system="b"),
        card("Unread"),
    ]

    def found(search: str, language: str = "en") -> list[str]:
        return [one.name for one in home_view.find_cards(cards, {"a": "Age of Old"}, language, search)]

    assert found("") == ["Harvest", "Winter", "Begun", "Unread"]
    assert (found(">=2000"), found("<=1000"), found(">=0")) == (
        *(["Harvest"], ["Winter", "Begun"], ["Harvest", "Winter", "Begun"]),
    )
    assert (found("age old"), found("elfen", "de"), found("elves", "de")) == (["Harvest"], ["Harvest"], ["Harvest"])
    assert (found("legal"), found("illegal"), found("empty")) == (["Harvest"], ["Winter", "Begun"], ["Begun"])
    assert found("legal illegal") == ["Harvest", "Winter", "Begun"], "either of two verdicts"
    assert found("illegal win") == ["Winter"]
    assert found("regelgerecht", "de") == found("legal", "de") == ["Harvest"]
    assert found("legal", "en") == ["Harvest"]
