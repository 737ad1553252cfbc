"""Rows of the home screen: lists by game in columns, and recovered work."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.i18n import translate
from listbuilder.listfiles.journal import RecoveredList
from listbuilder.model import ArmyList, Text
from listbuilder.tui.home import list_rows as home_view
from listbuilder.tui.home.list_files import HomeState, ListCard
from listbuilder.tui.home.list_rows import format_age
from listbuilder.tui.widgets.row import Row
from tests.sentences import sentence
from tests.tui.view_helpers import LIBRARY, SYSTEM, roles, shape, texts

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
LEGAL, ILLEGAL = sentence("verdict.legal"), sentence("verdict.illegal")
UNREADABLE, UNREAD = sentence("verdict.unreadable").upper(), sentence("tui.home.unread").upper()
LATEST, LOST = sentence("tui.home.recent").upper(), sentence("tui.home.lost").upper()


@pytest.mark.parametrize(
    ("ago", "expected"),
    [
        (timedelta(seconds=-5), sentence("tui.age.now")),
        (timedelta(seconds=59), sentence("tui.age.now")),
        (timedelta(seconds=60), sentence("tui.age.minutes", n=1)),
        (timedelta(minutes=59, seconds=59), sentence("tui.age.minutes", n=59)),
        (timedelta(hours=1), sentence("tui.age.hours", n=1)),
        (timedelta(hours=23, minutes=59), sentence("tui.age.hours", n=23)),
        (timedelta(days=1), sentence("tui.age.days", n=1)),
        (timedelta(days=29, hours=23, minutes=59), sentence("tui.age.days", n=29)),
        (timedelta(days=30), "2026-04-01"),
    ],
)
def test_age_is_relative_up_to_a_month(ago: timedelta, expected: str) -> None:
    assert format_age(int((NOW - ago).timestamp() * 1e9), "en", NOW) == expected


def test_age_is_translated() -> None:
    assert format_age(int((NOW - timedelta(days=2)).timestamp() * 1e9), "de", NOW) == sentence(
        "tui.age.days", "de", n=2
    )
    assert format_age(int(datetime.now(UTC).timestamp() * 1e9), "de") == sentence("tui.age.now", "de")


def card(name: str, **fields: Any) -> ListCard:
    plain: dict[str, Any] = {"path": Path(f"/x/{name}.yaml"), "name": name, "modified": 0}
    return ListCard(**{**plain, **fields})


def table(cards: list[ListCard], room: int) -> list[str]:
    list_table = home_view._ListTable(cards, "en", room)
    return [list_table.row(card).text for card in cards]


def test_home_columns_are_aligned() -> None:
    cards = [
        card("Short", points=5, limit=2000, verdict=Verdict.LEGAL, factions=(Text("Elves"),)),
        card("A much longer name", points=1500, verdict=Verdict.ILLEGAL, factions=(Text("Orcs and others"),)),
    ]
    wide = table(cards, 100)
    assert wide[0].startswith("✔ Short               Elves")
    assert wide[1].startswith("✗ A much longer name  Orcs and others")
    assert f"  {LEGAL}      5 / 2,000" in wide[0]
    assert f"{ILLEGAL}  1,500        " in wide[1]
    aged = [replace(card, modified=1) for card in cards]
    fixed = 2 + 1 + len(ILLEGAL) + 2 + len("1,500") + 3 + len("2,000")
    enough = fixed + len("A much longer name") + 2 + len("1970-01-01")
    assert table(aged, enough)[0].endswith("1970-01-01")
    assert "Elves" not in table(aged, enough)[0]
    assert table(aged, enough - 1)[1].startswith("✗ A much longer name  Orcs and…"), "ages go first"
    assert "1970" not in table(aged, enough - 1)[1]
    assert table([replace(card, modified=1) for card in cards], 100)[0].endswith("1970-01-01")
    assert not table([replace(card, modified=1, sample=True) for card in cards], 100)[0].endswith("1970-01-01")
    narrow = table(cards, 40)
    assert "Elves" not in narrow[0]
    assert narrow[1].startswith("✗ A much longer…")
    assert ILLEGAL in narrow[1]
    assert all(len(line) <= 40 for line in narrow)


def memory(count: int, *, recent: int = 0, lost: int = 0) -> HomeState:
    cards = [card(f"L{number}", system="aof-3.5", verdict=Verdict.LEGAL) for number in range(count)]
    recovered = tuple(
        RecoveredList(
            f"/x/old{number}.yaml", NOW, ArmyList(name="", system=SYSTEM), None, Path(f"/r{number}"), edits=number
        )
        for number in range(lost)
    )
    by_path = {card.path: card for card in cards}
    return HomeState(cards=by_path, recent=tuple(by_path)[:recent], recovered=recovered)


def home(known: HomeState, search: str = "") -> list[Row]:
    return home_view.home_rows(known, LIBRARY, "en", search, 100)


def test_home_greets_new_players_and_shows_recents() -> None:
    assert [row.key for row in home(memory(0))][:4] == [
        "welcome",
        "blank",
        home_view.SAMPLE_KEY,
        home_view.NEW_LIST_KEY,
    ]
    assert home(memory(0), "x")[0].key != "welcome"
    assert [row.key for row in home(memory(0, lost=1))][2:4] == ["blank", "welcome"], "apart from what a crash left"
    seven, eight = memory(7, recent=5), memory(8, recent=5)
    assert not [row for row in home(seven) if row.key.startswith(home_view.RECENT_PREFIX)]
    latest = [row.key for row in home(eight) if row.key.startswith(home_view.RECENT_PREFIX)]
    assert latest == [f"{home_view.RECENT_PREFIX}/x/L{number}.yaml" for number in range(3)]
    assert not [row for row in home(memory(8)) if row.key.startswith(home_view.RECENT_PREFIX)]
    assert [row.key for row in home(seven, "L3")][-1] == "/x/L3.yaml"
    assert [row.selectable for row in home(seven, "zzz")] == [False]


def test_recovered_work_comes_first() -> None:
    head, none, second, gap, *_ = home(memory(8, recent=1, lost=2))
    assert not head.selectable
    assert gap.key == "blank"
    assert [row.key for row in (none, second)] == ["lost:/r0", "lost:/r1"]
    assert none.text.startswith("● old0"), "by its file where it has no name"
    assert none.right[0].text != second.right[0].text, "how many edits, where somebody counted"


def test_lists_are_grouped_by_game() -> None:
    known = memory(1)
    other = card("W", system="way-of-wood", verdict=Verdict.LEGAL)
    broken = card("X", verdict=Verdict.UNREADABLE)
    waiting = card("Y", system="unheard")
    known.cards.update({added.path: added for added in (other, broken, waiting)})
    rows = home(known)
    heads = [row.text for row in rows if row.left and row.left[0].role == "heading"]
    wood = LIBRARY.system("way-of-wood").title.upper()
    assert heads[:4] == ["AGE OF FANTASY 3.5", wood, "UNHEARD", UNREADABLE]
    places = [rows.index(row) for row in rows if row.text in heads]
    assert all(rows[index - 1].key == "blank" for index in places[1:])


LONG = card(
    "N" * 40, points=1500, limit=2000, verdict=Verdict.LEGAL, factions=(Text("F" * 12), Text("G" * 6)), modified=1
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
def test_narrow_row_drops_age_factions_then_name(room: int, name: str, books: str, aged: bool) -> None:
    room += len(LEGAL) - len("legal")
    table_row = home_view._ListTable([LONG], "en", room).row(LONG)
    assert [part.text for part in table_row.left[2:]] == [name, f"  {books}" if books else ""]
    assert [part.text for part in table_row.right] == [LEGAL, "  1,500 / 2,000", *(["  1970-01-01"] if aged else [])]
    if room >= 33:
        assert len(table_row.text) + 1 <= room, "with a cell between left and right"


def test_short_name_leaves_room_for_factions() -> None:
    short = replace(LONG, name="N" * 10)
    fixed = 2 + 1 + len(LEGAL) + 2 + len("1,500") + 3 + len("2,000")
    whole = fixed + 10 + 2 + 20 + 2 + len("1970-01-01")

    def left_texts(room: int) -> list[str]:
        return [part.text.strip() for part in home_view._ListTable([short], "en", room).row(short).left[2:]]

    assert left_texts(whole) == ["N" * 10, "F" * 12 + ", " + "G" * 6]
    assert left_texts(whole - 1) == ["N" * 10, "F" * 12 + ", GGGG…"]


def test_row_has_mark_roles_and_file_key() -> None:
    cards = [
        card("[red]A", points=5, limit=None, verdict=Verdict.ILLEGAL, factions=(Text("Elves", (("de", "Elfen"),)),)),
        card("B", points=None, limit=1000, verdict=None, sample=True),
        card("C", points=1000, limit=50, verdict=Verdict.LEGAL, empty=True, sample=True),
    ]
    table_of = home_view._ListTable([replace(card, sample=True) for card in cards], "de", 60)
    rows = [table_of.row(replace(card, sample=True)) for card in cards]
    illegal, empty = sentence("verdict.illegal", "de"), sentence("verdict.empty", "de")
    wide = len(illegal)
    assert [roles(row) for row in rows] == [
        [*(("✗", "bad"), (" ", ""), ("[red]A", ""), ("  Elfen", "dim")), *((illegal, "bad"), ("      5        ", ""))],
        [("·", "dim"), (" ", ""), ("B     ", ""), ("  ", "dim"), (" " * wide, ""), ("        / 1.000", "")],
        [("·", "dim"), (" ", ""), ("C     ", ""), ("  ", "dim"), (empty.rjust(wide), "dim"), ("  1.000 /    50", "")],
    ]
    assert [row.key for row in rows] == ["/x/[red]A.yaml", "/x/B.yaml", "/x/C.yaml"]
    assert table_of.row(cards[0], home_view.RECENT_PREFIX).key == "recent:/x/[red]A.yaml"
    assert all(row.selectable for row in rows)


def test_new_player_is_greeted() -> None:
    rows = home_view.home_rows(HomeState(), LIBRARY, "de", "", 80)
    assert [(row.key, row.text, row.selectable) for row in rows] == [
        ("welcome", translate("de", "tui.home.welcome"), False),
        ("blank", "", False),
        (home_view.SAMPLE_KEY, f"▶ {translate('de', 'tui.home.sample')}", True),
        (home_view.NEW_LIST_KEY, f"+ {translate('de', 'tui.home.new')}", True),
    ]
    assert [row.left[0].role for row in rows[2:]] == ["accent", "accent"]


def test_recovered_work_shows_name_edits_and_time() -> None:
    recovered = memory(0, lost=3).recovered
    named = replace(recovered[2], army=ArmyList(name="[red]Moor", system=SYSTEM))
    head, none, counted, titled, *_ = home(HomeState(recovered=(recovered[0], recovered[1], named)))
    when = f"  {NOW.astimezone():%Y-%m-%d %H:%M}"
    first, second = (sentence("history.unsaved.counted", edits=edits) for edits in (1, 2))
    assert roles(head) == [(LOST, "heading")]
    assert roles(none) == [("● ", "warn"), ("old0", ""), (sentence("history.unsaved"), "warn"), (when, "dim")]
    assert [counted.text, titled.text] == [f"● old1{first}{when}", f"● [red]Moor{second}{when}"]
    assert {shape(row) for row in (none, counted, titled)} == {(True, True, 2)}
    assert home_view.recovered_key(named) == titled.key == "lost:/r2"
    assert home(HomeState(recovered=recovered), "x")[0].key != head.key, "who searches is not told"


def test_recent_lists_are_listed_separately() -> None:
    rows = home(memory(8, recent=2))
    assert [row.key for row in rows[:5]] == [
        *(f"heading:{LATEST}", "recent:/x/L0.yaml", "recent:/x/L1.yaml", "blank", "heading:AGE OF FANTASY 3.5")
    ]
    assert len(rows) == 1 + 2 + 2 + 8
    after_a_crash = home(memory(8, recent=1, lost=1))
    assert [row.key for row in after_a_crash[:4]] == [f"heading:{LOST}", "lost:/r0", "blank", f"heading:{LATEST}"]


def test_samples_are_grouped_by_game_below() -> None:
    samples = [
        card("S", system="aof-3.5", sample=True, verdict=Verdict.LEGAL),
        card("T", system="unheard", sample=True, verdict=Verdict.LEGAL),
        card("U", sample=True),
    ]
    known = HomeState(samples={sample.path: sample for sample in samples})
    rows = home(replace(known, cards=memory(1).cards))
    samples_head = sentence("tui.home.samples").upper()
    assert [(row.key, row.text.split("  ")[0]) for row in rows if not row.selectable] == [
        ("heading:AGE OF FANTASY 3.5", "AGE OF FANTASY 3.5"),
        ("blank", ""),
        ("samples:aof-3.5", f"{samples_head} · AGE OF FANTASY 3.5"),
        ("blank", ""),
        ("samples:unheard", f"{samples_head} · UNHEARD"),
        ("blank", ""),
        ("samples:", f"{samples_head} · {UNREAD}"),
    ]
    assert [row.key for row in home(known, "T") if row.selectable] == ["/x/T.yaml"]
    assert texts(home_view.home_rows(known, LIBRARY, "de", "zzz", 80)) == [sentence("tui.nothing-found", "de")]


def test_unread_lists_are_not_called_unreadable() -> None:
    broken, waiting = card("X", verdict=Verdict.UNREADABLE), card("Y")

    def heads(*cards: ListCard) -> list[str]:
        known = HomeState(cards={card.path: card for card in cards})
        return [row.text for row in home(known) if row.key.startswith("heading:")]

    assert heads(broken) == [UNREADABLE]
    assert heads(waiting) == heads(broken, waiting) == [UNREAD]


def test_lists_are_found_by_all_shown_values() -> None:
    cards = [
        card("Harvest", points=2000, verdict=Verdict.LEGAL, system="a", factions=(Text("Elves", (("de", "Elfen"),)),)),
        card("Winter", points=1000, verdict=Verdict.ILLEGAL, system="b"),
        card("Begun", points=0, verdict=Verdict.ILLEGAL, empty=True, system="b"),
        card("Unread"),
    ]

    def names_for(search: str, language: str = "en") -> list[str]:
        return [match.name for match in home_view.filter_cards(cards, {"a": "Age of Old"}, language, search)]

    assert names_for("") == ["Harvest", "Winter", "Begun", "Unread"]
    assert (names_for(">=2000"), names_for("<=1000"), names_for(">=0")) == (
        *(["Harvest"], ["Winter", "Begun"], ["Harvest", "Winter", "Begun"]),
    )
    assert (names_for("age old"), names_for("elfen", "de"), names_for("elves", "de")) == (
        ["Harvest"],
        ["Harvest"],
        ["Harvest"],
    )
    assert (names_for(LEGAL), names_for(ILLEGAL)) == (["Harvest"], ["Winter", "Begun"])
    assert names_for(sentence("verdict.empty")) == ["Begun"]
    assert names_for(f"{LEGAL} {ILLEGAL}") == ["Harvest", "Winter", "Begun"], "either of two verdicts"
    assert names_for(f"{ILLEGAL} win") == ["Winter"]
    assert names_for(sentence("verdict.legal", "de"), "de") == names_for(LEGAL, "de") == ["Harvest"]
