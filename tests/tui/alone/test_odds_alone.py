"""The odds by themselves: what every key turns, what Enter looks at, and whom the army is measured by."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from listbuilder.listfiles.files import load_list, save_list
from listbuilder.odds.combatant import FIELD
from listbuilder.tui.dialogs import ChooseDialog
from listbuilder.tui.odds import screen as odds_screen
from listbuilder.tui.odds.screen import OddsScreen
from listbuilder.tui.widgets.row_list import Rows
from tests.tui.alone.small_app import LIBRARY, alone, key_line, sample, texts
from tests.tui.tui_help import wait_for

FAR, NEAR = 'from more than 9" away', 'from 9" or less'


def odds() -> OddsScreen:
    session = sample("iron-vale")
    assert session.selected_id is not None
    return OddsScreen(session, session.selected_id)


def standing(screen: OddsScreen) -> list[str]:
    """How things stand, by the first line."""
    return texts(screen.lines)[0].split(" · ")


async def worked_out(pilot: Pilot[None], screen: OddsScreen) -> list[str]:
    await wait_for(pilot, lambda: not screen.idle.busy)
    return texts(screen.lines)


async def choose(pilot: Pilot[None], opponent: str) -> None:
    """Choose whom to measure by."""
    await pilot.press("o")
    rows = pilot.app.screen.query_one(Rows)
    rows.show(rows.rows, opponent)
    await pilot.press("enter")


async def test_each_key_turns_one_thing_and_turns_it_back():
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
        assert standing(screen) == [FAR, "target in cover"]
        await pilot.press("c", "m")
        assert standing(screen) == [FAR, "the unit has moved"]
        await pilot.press("m", "f")
        assert standing(screen) == [FAR, "the unit is fatigued"]
        await pilot.press("c", "f")
        assert standing(screen) == [FAR, "target in cover"]
        await pilot.press("c", "tab", "s")
        assert standing(screen) == ["Usual targets", "Shooting", FAR]
        await pilot.press("s")
        assert standing(screen) == ["Usual targets", "Charging", FAR]
        await pilot.press("escape")
        assert answers == [None]


async def test_tab_goes_through_the_views_both_ways():
    screen = odds()
    async with alone(screen, size=(100, 40)) as (pilot, _):
        seen = [str(screen.lines.border_title)]
        for key in ("tab", "tab", "tab", "shift+tab", "shift+tab"):
            await pilot.press(key)
            seen.append(str(screen.lines.border_title))
        unit, army, duel = "The unit against profiles", "The army against targets", "One against one"
        assert seen == [unit, army, duel, unit, duel, army]


async def test_another_view_is_read_from_its_top():
    screen = odds()
    async with alone(screen, size=(100, 12)) as (pilot, _):
        await worked_out(pilot, screen)
        for keys in ("end enter", "end tab end tab", "end enter"):  # from the table, to the army, from the army
            for key in keys.split():
                await pilot.press(key)
                await worked_out(pilot, screen)
            assert screen.lines.scroll_offset.y == 0
            picks = [row.key for row in screen.lines.rows if row.pickable]
            assert screen.lines.cursor_key == next(iter(picks), None)


async def test_arrows_go_from_target_to_target_and_round():
    screen = odds()
    async with alone(screen, size=(100, 40)) as (pilot, _):
        await pilot.press("left")
        assert screen._column == len(FIELD) - 1
        await pilot.press("right", "right")
        assert screen._column == 1
        await pilot.press("tab", "left")
        shown = await worked_out(pilot, screen)
        number = len(screen._targets)
        assert any(text.startswith(f"Target {number} of {number}: ") for text in shown)
        await pilot.press("right", "right")
        shown = await worked_out(pilot, screen)
        assert any(text.startswith(f"Target 2 of {number}: {screen._targets[1].name}") for text in shown)
        await pilot.press("tab")
        shown = await worked_out(pilot, screen)
        assert any(screen._targets[1].name in text for text in shown), "the same target, one against one"


async def test_enter_looks_at_one_against_one_from_the_table_and_from_the_army():
    screen = odds()
    async with alone(screen, size=(100, 40)) as (pilot, _):
        await worked_out(pilot, screen)
        await pilot.press("home", "enter")
        shown = await worked_out(pilot, screen)
        assert str(screen.lines.border_title) == "One against one"
        assert standing(screen)[0] in ("Shooting", "Charging"), "a profile is no opponent's"
        assert any("STEP BY STEP" in text for text in shown)
        await pilot.press("tab", "tab")
        await worked_out(pilot, screen)
        await pilot.press("end")
        other = screen.lines.cursor_key
        assert other in screen._army
        await pilot.press("enter")
        shown = await worked_out(pilot, screen)
        assert screen._selected == other
        assert standing(screen)[0] == "Usual targets"
        assert any(screen._army[other or ""].name in text for text in shown)


async def test_the_army_is_measured_by_another_list_of_the_same_game_and_by_none_else(tmp_path):
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
        assert isinstance(dialog, ChooseDialog)
        names = [Path(row.key).name for row in dialog._rows]
        assert names[0] == "usual"
        assert {"wood.yaml", "gallery.yaml", "broken.yaml"} <= set(names)
        assert not any(name.startswith("way-of-wood") for name in names), "of those that come along, those of the game"
        await pilot.press("escape")
        assert screen._targets is usual
        for name, said in (("wood", "another game"), ("broken", "broken.yaml")):
            await choose(pilot, str(lists / f"{name}.yaml"))
            assert screen._targets is usual
            await pilot.pause()
            assert any(said in note.message for note in pilot.app._notifications), name
        await pilot.press("tab", "right")
        await choose(pilot, str(lists / "gallery.yaml"))
        shown = await worked_out(pilot, screen)
        assert standing(screen)[0] == "The Ninth Gallery"
        assert any(text.startswith(f"Target 1 of {len(screen._targets)}: ") for text in shown), "from the first on"
        assert screen._targets != usual
        await choose(pilot, "usual")
        await worked_out(pilot, screen)
        assert standing(screen)[0] == "Usual targets"
        assert [target.name for target in screen._targets] == [target.name for target in usual]


async def test_without_targets_it_says_so_and_arrows_do_nothing(monkeypatch):
    monkeypatch.setattr(odds_screen, "usual_targets", lambda *_: ())
    screen = odds()
    async with alone(screen, size=(100, 40)) as (pilot, _):
        for _ in range(2):
            await pilot.press("tab", "right", "left")
            shown = await worked_out(pilot, screen)
            assert shown[1:] == [pilot.app.tr("tui.odds.no-targets")]


async def test_a_hero_in_a_unit_fights_with_it():
    session = sample("iron-vale")
    screen = OddsScreen(session, "otto")
    async with alone(screen, size=(100, 40)):
        assert screen._selected == "spears"
        assert "otto" not in screen._army


async def test_another_width_sets_the_columns_anew():
    screen = odds()
    async with alone(screen, size=(140, 40)) as (pilot, _):
        await pilot.press("tab")
        wide = await worked_out(pilot, screen)
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert await worked_out(pilot, screen) != wide
