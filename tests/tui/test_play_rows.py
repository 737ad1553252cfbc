"""Rows of the play screen: activations, losses, boxes, states and tokens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.i18n import translate
from listbuilder.library import Library
from listbuilder.model import Roster, Text
from listbuilder.rules.trackers import Game, UnitTracker, build_trackers
from listbuilder.tui.screens.play import play_rows
from listbuilder.tui.widgets.row import Part, Row
from tests.sentences import sentence
from tests.tui.small_faction import entry, fen_army
from tests.tui.view_helpers import open_sample, roles, shape

STATES = [(" 1☐ Shaken", "dim"), (" 2☐ Fatigued", "dim")]


def models(count: int) -> str:
    return sentence("sheet.models", n=count)


@pytest.fixture(scope="module")
def roster(fen: Library) -> Roster:
    """A band with an attached reeve, a pair of riders and the odd unit."""
    lads = entry("b", "band", name="[red]Lads")
    return fen_army(fen, lads, entry("a", "reeve", joins="b"), entry("c", "riders"), entry("d", "odd")).roster


@pytest.fixture(scope="module")
def trackers(roster: Roster) -> tuple[UnitTracker, ...]:
    return build_trackers(roster)


def rows_of(
    roster: Roster, trackers: tuple[UnitTracker, ...], game: Game, room: int = 76, language: str = "en"
) -> list[Row]:
    return play_rows(roster, trackers, game, language, room)


def test_every_unit_has_name_and_box_rows(roster: Roster, trackers: tuple[UnitTracker, ...]) -> None:
    rows = rows_of(roster, trackers, Game.start(trackers))
    assert [(row.key, shape(row)) for row in rows[:4]] == [
        *(
            ("b", (True, False, 0)),
            ("boxes:b", (False, True, 4)),
            ("c", (True, False, 0)),
            ("boxes:c", (False, True, 4)),
        )
    ]
    assert roles(rows[0]) == [("☐ ", ""), ("[red]Lads ★  ", "bold"), (models(6), "dim"), *STATES]
    assert roles(rows[2]) == [("☐ ", ""), ("Eel Riders   ", "bold"), (models(2), "dim"), *STATES]
    assert [part for part in rows[1].left if part.text] == [
        *(Part("    "), Part("☐☐☐☐☐ "), Part("★ ", "dim"), Part("☐☐☐ "))
    ]


def test_wounds_tick_models_then_hero(roster: Roster, trackers: tuple[UnitTracker, ...]) -> None:
    hurt = rows_of(roster, trackers, Game.start(trackers).add_wounds(trackers[0], 6))
    assert [part for part in hurt[1].left if part.text] == [
        *(Part("    "), Part("☒☒☒☒☒", "bad"), Part(" "), Part("★ ", "dim"), Part("☒", "bad"), Part("☐☐ "))
    ]
    assert hurt[0].left[2] == Part(f"{models(1)} {translate('en', 'tui.play.half')}", "warn")
    assert hurt[2].left[2] == Part(models(2), "dim"), "the others are whole"
    whole = rows_of(roster, trackers, Game.start(trackers).add_wounds(trackers[0], 2))
    assert whole[0].left[2] == Part(models(4), "dim")


def test_destroyed_or_activated_unit_is_dim(roster: Roster, trackers: tuple[UnitTracker, ...]) -> None:
    gone = rows_of(roster, trackers, Game.start(trackers).add_wounds(trackers[1], 9), language="de")
    assert (gone[2].left[1].role, gone[2].left[2]) == ("dim", Part(translate("de", "tui.play.destroyed"), "bad"))
    done = rows_of(roster, trackers, Game.start(trackers).toggle_activated(trackers[1]))
    assert roles(done[2])[:2] == [("☒ ", "good"), ("Eel Riders   ", "dim")]
    assert roles(done[0])[:2] == [("☐ ", ""), ("[red]Lads ★  ", "bold")]


def test_states_are_numbered_and_ticked(roster: Roster, trackers: tuple[UnitTracker, ...]) -> None:
    marked = rows_of(roster, trackers, Game.start(trackers).toggle_state(trackers[0], trackers[0].states[1].id))
    assert roles(marked[0])[3:] == [(" 1☐ Shaken", "dim"), (" 2☒ Fatigued", "warn")]
    long = replace(trackers[0], states=(replace(trackers[0].states[0], name=Text("[red]" + "x" * 20)),))
    assert rows_of(roster, (long,), Game.start((long,)))[0].right == (Part(" 1☐ [red]xxxxxx…", "dim"),)


@pytest.mark.parametrize(
    ("room", "name"), [(99, "[red]Lads ★"), (46, "[red]Lads ★"), (45, "[red]Lads…"), (43, "[red]La…"), (9, "[red]La…")]
)
def test_narrow_rows_cut_names(roster: Roster, trackers: tuple[UnitTracker, ...], room: int, name: str) -> None:
    rows = rows_of(roster, trackers, Game.start(trackers), room)
    assert rows[0].left[1].text == f"{name}  "
    if room >= 43:
        assert len(rows[0].text) + 1 <= room


def test_casters_count_their_tokens() -> None:
    roster = open_sample().roster
    trackers = build_trackers(roster)
    casting = next(strip for strip in trackers if strip.tokens)

    def token_part(game: Game) -> Part:
        return next(row for row in rows_of(roster, trackers, game) if row.key == casting.entry).right[0]

    assert token_part(Game.start(trackers)) == Part(" ◆3/6", "accent")
    assert token_part(Game.start(())) == Part(" ◆0/6", "accent"), "who came later has none yet"


def test_empty_army_has_nothing_to_tick(fen: Library) -> None:
    (none,) = play_rows(fen_army(fen).roster, (), Game.start(()), "de", 76)
    assert (roles(none), none.selectable) == ([(translate("de", "tui.army.empty"), "dim")], False)
