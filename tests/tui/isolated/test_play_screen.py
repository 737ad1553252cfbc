"""The play screen: ticking boxes, saving ticks, and lists that changed meanwhile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Label

from listbuilder.disk import UnsavedError
from listbuilder.listfiles.game_state_file import game_state_path, load_game_state
from listbuilder.rules.trackers import UnitState
from listbuilder.tui.dialogs import QuestionDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.screens.play import PlayScreen
from listbuilder.tui.widgets.row_list import RowLabel
from tests.sentences import sentence
from tests.tui.isolated.small_app import alone, dim_keys, key_line, sample, texts
from tests.tui.screen_helpers import wait_for


def ticks(screen: PlayScreen) -> UnitState:
    assert screen.selected_tracker is not None
    return screen.game.unit_state(screen.selected_tracker.entry)


async def test_every_key_ticks_and_undoes_its_box(tmp_path):
    path = tmp_path / "new" / "vale.yaml"
    screen = PlayScreen(sample("iron-vale"), path)
    async with alone(screen, size=(160, 24)) as (pilot, answers):
        first = screen.units.cursor_key
        title = screen.query_one(Label)
        assert str(title.content) == f"The Iron Vale  ·  {sentence('tui.play.round', n=1, rounds=4)}"
        assert screen.units.has_focus
        assert dim_keys(screen) == {"t", "u"}, "nothing to take back, and no caster"
        wounds = []
        for key in ("plus", "equals_sign", "right", "enter", "space", "minus", "backspace", "left"):
            await pilot.press(key)
            wounds.append(ticks(screen).wounds)
        assert wounds == [1, 2, 3, 4, 5, 4, 3, 2]
        assert dim_keys(screen) == {"t"}
        await pilot.press("a")
        assert ticks(screen).activated == {1}
        assert screen.selected_tracker is not None
        states = [state.id for state in screen.selected_tracker.states]
        for number, state in enumerate(states, 1):
            await pilot.press(str(number))
            assert ticks(screen).states == {state}
            await pilot.press(str(number))
            assert ticks(screen).states == set()
        await pilot.press(*"123"[len(states) :])
        assert ticks(screen).states == set(), "there are no more states than the game has"
        await pilot.press("a", "n")
        assert (len(ticks(screen).activated), screen.game.present.round) == (0, 2)
        assert str(title.content) == f"The Iron Vale  ·  {sentence('tui.play.round', n=2, rounds=4)}"
        await pilot.press("down")
        assert screen.units.cursor_key != first
        assert ticks(screen).wounds == 0, "a unit has its own boxes"
        await pilot.press("R")
        assert (screen.game.present.round, screen.game.unit_state(first).wounds) == (1, 0)  # type: ignore[arg-type]  # an id
        await pilot.press("u", "u")
        assert (screen.game.present.round, screen.game.unit_state(first).wounds) == (1, 2)  # type: ignore[arg-type]  # an id
        saved = load_game_state(path, screen._roster)
        assert saved is not None
        assert saved.game.present == screen.game.present, "every tick is kept at once"
        await pilot.press("escape")
        assert answers == [None]


async def test_tokens_are_spent_and_gained_by_casters(tmp_path):
    screen = PlayScreen(sample("iron-vale"), tmp_path / "vale.yaml")
    async with alone(screen, size=(160, 24)) as (pilot, _):
        caster = next(strip for strip in screen._trackers if strip.tokens)
        screen.units.show(screen.units.rows, caster.entry)
        screen._show_profile()
        await pilot.pause()
        assert dim_keys(screen) == {"u"}
        (token,) = caster.tokens
        had = ticks(screen).tokens[token.entry]
        assert had == token.per_round
        await pilot.press("t")
        assert ticks(screen).tokens[token.entry] == had - 1
        await pilot.press("T", "T")
        assert ticks(screen).tokens[token.entry] == had + 1
        await pilot.press(*["t"] * (had + 2))
        assert ticks(screen).tokens[token.entry] == 0
        past = screen.game.past
        await pilot.press("t")
        assert screen.game.past is past, "a caster without tokens spends none, and no step is recorded"


async def test_profile_follows_the_cursor(tmp_path):
    opened = sample("iron-vale")
    screen = PlayScreen(opened, tmp_path / "vale.yaml")
    async with alone(screen, size=(120, 40)) as (pilot, _):
        profile = screen.query_one("#profile", RowLabel)
        before = texts(profile)
        assert before
        assert profile.rows[0].key == f"profile:{screen.units.cursor_key}"
        await pilot.press("down")
        await pilot.pause()
        assert profile.rows[0].key == f"profile:{screen.units.cursor_key}"
        assert key_line(screen)["⏎"] == pilot.app.tr("key.play.wound")
        wide = screen.units.rows
        await pilot.resize_terminal(50, 24)
        await pilot.pause()
        assert screen.units.rows != wide, "names are cut for the new width"


async def test_changed_list_asks_before_keeping_ticks(tmp_path):
    path = tmp_path / "vale.yaml"
    opened = sample("iron-vale")
    screen = PlayScreen(opened, path)
    async with alone(screen) as (pilot, _):
        first = screen.units.cursor_key
        await pilot.press("plus", "plus", "n")
    changed = EditorSession(opened.library, replace(opened.army, entries=opened.army.entries[:-1]))
    for key, wounds, round_ in (("escape", 0, 1), ("down enter", 0, 1), ("enter", 2, 2)):
        screen = PlayScreen(changed, path)
        async with alone(screen) as (pilot, _):
            await wait_for(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog))
            await pilot.press(*key.split())
            assert pilot.app.screen is screen
            assert screen.units.cursor_key == first
            assert (ticks(screen).wounds, screen.game.present.round) == (wounds, round_)
            saved = load_game_state(path, opened.roster)
            assert saved is not None
            assert saved.is_same_army is (wounds == 0), (
                "without an answer, and anew, nothing is written before the first tick"
            )
    same = PlayScreen(changed, path)
    async with alone(same) as (pilot, _):
        assert pilot.app.screen is same, "what fits needs no question"
        assert (ticks(same).wounds, same.game.present.round) == (2, 2)


async def test_unsaved_ticks_still_apply_and_are_reported(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise UnsavedError("save.full", Path("x"))

    monkeypatch.setattr("listbuilder.tui.screens.play.save_game_state", full)
    screen = PlayScreen(sample("iron-vale"), tmp_path / "vale.yaml")
    async with alone(screen) as (pilot, _):
        await pilot.press("minus")
        await pilot.pause()
        assert not pilot.app._notifications, "nothing has changed, so nothing is written"
        await pilot.press("plus")
        assert ticks(screen).wounds == 1
        await pilot.pause()
        assert [note.severity for note in pilot.app._notifications] == ["error"]


async def test_long_list_name_is_cut(tmp_path):
    opened = sample("iron-vale")
    screen = PlayScreen(EditorSession(opened.library, replace(opened.army, name="N" * 50)), tmp_path / "vale.yaml")
    async with alone(screen):
        assert str(screen.query_one(Label).content) == f"{'N' * 39}…  ·  {sentence('tui.play.round', n=1, rounds=4)}"


async def test_empty_army_has_nothing_to_tick(tmp_path):
    opened = sample("iron-vale")
    screen = PlayScreen(
        EditorSession(opened.library, replace(opened.army, entries=(), name="")), tmp_path / "vale.yaml"
    )
    async with alone(screen) as (pilot, answers):
        assert str(screen.query_one(Label).content).endswith(f"·  {sentence('tui.play.round', n=1, rounds=1)}")
        before = screen.game
        await pilot.press("plus", "a", "1", "t", "n", "u", "enter", "minus")
        assert screen.game is before
        assert not game_state_path(tmp_path / "vale.yaml").exists()
        await pilot.press("escape")
        assert answers == [None]


@pytest.mark.parametrize("height", [8, 24])
async def test_unit_scrolls_into_view_with_its_boxes(tmp_path, height):
    screen = PlayScreen(sample("iron-vale"), tmp_path / "vale.yaml")
    async with alone(screen, size=(80, height)) as (pilot, _):
        units = screen.units
        for key in (*["down"] * 12, *["up"] * 12):
            await pilot.press(key)
            index = [row.key for row in units.rows].index(units.cursor_key or "")
            top, end = units._tops[index], [*units._tops, len(units._lines)][index + 2]
            shown = range(units.scroll_offset.y, units.scroll_offset.y + units.size.height)
            assert top in shown
            assert end - 1 in shown or end - top > units.size.height
