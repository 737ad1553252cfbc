"""The odds screen in isolation: conditions, views, targets and opponents."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from listbuilder.listfiles.files import load_list, save_list
from listbuilder.odds.combatant import TABLE_TARGETS
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.odds import screen as odds_screen
from listbuilder.tui.odds.screen import OddsScreen
from listbuilder.tui.widgets.row_list import RowList
from tests.sentences import sentence
from tests.tui.isolated.small_app import LIBRARY, alone, key_line, sample, texts
from tests.tui.screen_helpers import wait_for

FAR, NEAR, COVER, MOVED, FATIGUED = (
    sentence(f"tui.odds.{name}") for name in ("far", "near", "cover", "moved", "fatigued")
)
USUAL = sentence("tui.odds.usual")
SHOOTING, CHARGING = sentence("odds.mode.shoot"), sentence("odds.mode.charge")
DUEL = sentence("tui.odds.view.duel")


def shows_target(lines: list[str], number: int, screen: OddsScreen) -> bool:
    """Return whether a line names the target of this number."""
    target = screen._targets[number - 1]
    return sentence("tui.odds.target", n=number, of=len(screen._targets), name=target.name) in lines


def odds() -> OddsScreen:
    session = sample("iron-vale")
    assert session.selected_id is not None
    return OddsScreen(session, session.selected_id)


def standing(screen: OddsScreen) -> list[str]:
    """Return the conditions from the first line."""
    return texts(screen.lines)[0].split(" · ")


async def worked_out(pilot: Pilot[None], screen: OddsScreen) -> list[str]:
    await wait_for(pilot, lambda: not screen.idle.is_busy)
    return texts(screen.lines)


async def choose(pilot: Pilot[None], opponent: str) -> None:
    """Choose an opponent."""
    await pilot.press("o")
    rows = pilot.app.screen.query_one(RowList)
    rows.show(rows.rows, opponent)
    await pilot.press("enter")


async def test_each_key_toggles_one_condition():
    screen = odds()
    async with alone(screen, size=(100, 40)) as (pilot, answers):
        assert screen.lines.has_focus
        await worked_out(pilot, screen)
        await pilot.pause()
        assert key_line(screen)["⏎"] == pilot.app.tr("key.odds.duel")
        assert standing(screen) == [FAR]
        await pilot.press("n")
        assert standing(screen) == [NEAR]
        await pilot.press("n", "c")
        assert standing(screen) == [FAR, COVER]
        await pilot.press("c", "m")
        assert standing(screen) == [FAR, MOVED]
        await pilot.press("m", "f")
        assert standing(screen) == [FAR, FATIGUED]
        await pilot.press("c", "f")
        assert standing(screen) == [FAR, COVER]
        await pilot.press("c", "tab", "s")
        assert standing(screen) == [USUAL, SHOOTING, FAR]
        await pilot.press("s")
        assert standing(screen) == [USUAL, CHARGING, FAR]
        await pilot.press("escape")
        assert answers == [None]


async def test_tab_cycles_views_both_ways():
    screen = odds()
    async with alone(screen, size=(100, 40)) as (pilot, _):
        titles = [str(screen.lines.border_title)]
        for key in ("tab", "tab", "tab", "shift+tab", "shift+tab"):
            await pilot.press(key)
            titles.append(str(screen.lines.border_title))
        unit, army = sentence("tui.odds.view.unit"), sentence("tui.odds.view.army")
        assert titles == [unit, army, DUEL, unit, DUEL, army]


async def test_changed_view_starts_at_top():
    screen = odds()
    async with alone(screen, size=(100, 12)) as (pilot, _):
        await worked_out(pilot, screen)
        for keys in ("end enter", "end tab end tab", "end enter"):  # from the table, to the army, from the army
            for key in keys.split():
                await pilot.press(key)
                await worked_out(pilot, screen)
            assert screen.lines.scroll_offset.y == 0
            picks = [row.key for row in screen.lines.rows if row.selectable]
            assert screen.lines.cursor_key == next(iter(picks), None)


async def test_arrows_cycle_through_targets():
    screen = odds()
    async with alone(screen, size=(100, 40)) as (pilot, _):
        await pilot.press("left")
        assert screen._column == len(TABLE_TARGETS) - 1
        await pilot.press("right", "right")
        assert screen._column == 1
        await pilot.press("tab", "left")
        shown = await worked_out(pilot, screen)
        assert shows_target(shown, len(screen._targets), screen)
        await pilot.press("right", "right")
        shown = await worked_out(pilot, screen)
        assert shows_target(shown, 2, screen)
        await pilot.press("tab")
        shown = await worked_out(pilot, screen)
        assert any(screen._targets[1].name in text for text in shown), "the same target, one against one"


async def test_enter_opens_duel_from_table_and_army():
    screen = odds()
    async with alone(screen, size=(100, 40)) as (pilot, _):
        await worked_out(pilot, screen)
        await pilot.press("home", "enter")
        shown = await worked_out(pilot, screen)
        assert str(screen.lines.border_title) == DUEL
        assert standing(screen)[0] in (SHOOTING, CHARGING), "a profile is no opponent's"
        assert shown
        assert any(row.key == "steps:0" for row in screen.lines.rows)
        await pilot.press("tab", "tab")
        await worked_out(pilot, screen)
        await pilot.press("end")
        other = screen.lines.cursor_key
        assert other in screen._army
        await pilot.press("enter")
        shown = await worked_out(pilot, screen)
        assert screen._selected == other
        assert standing(screen)[0] == USUAL
        assert any(screen._army[other or ""].name in text for text in shown)


async def test_opponent_list_must_be_same_game(tmp_path):
    screen = odds()
    lists = tmp_path / "lists"
    lists.mkdir()
    wood = next(header.file for header in LIBRARY.sample_lists() if "toll-post" in header.file.name)
    ours = next(header.file for header in LIBRARY.sample_lists() if "ninth-gallery" in header.file.name)
    save_list(load_list(wood).army, lists / "wood.yaml")
    save_list(load_list(ours).army, lists / "gallery.yaml")
    (lists / "broken.yaml").write_text("format: 1\nunits: [", encoding="utf-8")
    async with alone(screen, size=(100, 40)) as (pilot, _):
        usual = screen._targets
        await pilot.press("o")
        dialog = pilot.app.screen
        assert isinstance(dialog, ChoiceDialog)
        names = [Path(row.key).name for row in dialog._rows]
        assert names[0] == "usual"
        assert {"wood.yaml", "gallery.yaml", "broken.yaml"} <= set(names)
        assert not any(name.startswith("way-of-wood") for name in names), "of those that come along, those of the game"
        await pilot.press("escape")
        assert screen._targets is usual
        other_game = sentence("tui.odds.other-game", game=LIBRARY.system(load_list(wood).army.system).title)
        for name, message in (("wood", other_game), ("broken", "broken.yaml")):
            await choose(pilot, str(lists / f"{name}.yaml"))
            assert screen._targets is usual
            await pilot.pause()
            assert any(message in note.message for note in pilot.app._notifications), name
        await pilot.press("tab", "right")
        await choose(pilot, str(lists / "gallery.yaml"))
        shown = await worked_out(pilot, screen)
        assert standing(screen)[0] == "The Ninth Gallery"
        assert shows_target(shown, 1, screen), "from the first on"
        assert screen._targets != usual
        await choose(pilot, "usual")
        await worked_out(pilot, screen)
        assert standing(screen)[0] == USUAL
        assert [target.name for target in screen._targets] == [target.name for target in usual]


async def test_no_targets_are_reported(monkeypatch):
    monkeypatch.setattr(odds_screen, "usual_targets", lambda *_: ())
    screen = odds()
    async with alone(screen, size=(100, 40)) as (pilot, _):
        for _ in range(2):
            await pilot.press("tab", "right", "left")
            shown = await worked_out(pilot, screen)
            assert shown[1:] == [pilot.app.tr("tui.odds.no-targets")]


async def test_attached_hero_is_shown_with_its_unit():
    session = sample("iron-vale")
    screen = OddsScreen(session, "otto")
    async with alone(screen, size=(100, 40)):
        assert screen._selected == "spears"
        assert "otto" not in screen._army


async def test_resize_recomputes_columns():
    screen = odds()
    async with alone(screen, size=(140, 40)) as (pilot, _):
        await pilot.press("tab")
        wide = await worked_out(pilot, screen)
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert await worked_out(pilot, screen) != wide
