"""The editor panes: filters, previews, the unit pane, widths and the status line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.events import Key
from textual.geometry import Region

from listbuilder.model import UnitRef
from listbuilder.rules.edits import AddEntry, set_details
from listbuilder.tui.editor.screen import divide_width
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.widgets.row import info
from tests.sentences import sentence
from tests.tui.isolated.editor_helpers import SMALL, WIDE, empty, open_editor, overfull, status, still
from tests.tui.isolated.small_app import LIBRARY, key_line, sample, texts
from tests.tui.screen_helpers import at_rest, words

pytestmark = pytest.mark.usefixtures("somewhere")
TANK = "human-empire/steam-tank-of-water"


async def test_unit_filter_searches_adds_and_restores():
    async with open_editor(size=SMALL) as (pilot, screen):
        units, field = screen.units.rows, screen.units.filter_input
        await pilot.press("1", "down", "down")
        here, all_rows = units.cursor_key, units.rows
        await pilot.press("slash")
        assert field.has_focus
        assert field.placeholder == pilot.app.tr("tui.units.filter")
        keys = [row.key for row in units.rows if row.selectable]
        for key, by in (("down", 1), ("up", 0), ("up", -1), ("down", 0)):
            await pilot.press(key)
            assert units.cursor_key == keys[keys.index(here or "") + by]
        await pilot.press("pagedown")
        assert keys.index(units.cursor_key or "") > keys.index(here or "") + 3
        await pilot.press("pageup")
        assert units.cursor_key == here
        await pilot.press(*"wagon")
        await pilot.pause()
        matches = [row.key for row in units.rows if row.selectable]
        assert all("wagon" in key for key in matches[:3])
        assert units.cursor_key == matches[0], "the best one"
        await pilot.press("down")
        assert units.cursor_key == matches[1]
        count = len(screen.session.army.entries)
        await pilot.press("enter")
        assert len(screen.session.army.entries) == count + 1
        assert screen.session.army.entries[-1].unit == matches[1]
        assert (field.has_focus, field.value, units.cursor_key) == (True, "wagon", matches[1]), "to add another"
        await pilot.press("x")
        assert field.value == "wagonx", "a letter is no command here"
        await pilot.pause()
        assert units.cursor_key is None
        await pilot.press("enter")
        assert len(screen.session.army.entries) == count + 1
        await pilot.press("slash", "escape")
        assert (units.cursor_key, field.value, units.has_focus) == (here, "", True)
        assert len(units.rows) == len(all_rows)


async def test_keys_apply_to_the_latest_filter_text():
    async with open_editor(size=SMALL) as (pilot, screen):
        await pilot.press("1", "slash")
        finder, count = screen.units, len(screen.session.army.entries)
        finder.filter_input.value = "tank"  # the change event is still queued
        finder._choose()
        assert [entry.unit for entry in screen.session.army.entries[count:]] == [TANK]
        await pilot.pause()
        finder.filter_input.value = "wagon"
        finder.on_key(Key("down", None))
        matches = [row.key for row in finder.rows.rows if row.selectable]
        assert (finder.rows.search_text, finder.rows.cursor_key) == ("wagon", matches[1])


async def test_army_filter_is_shown_only_while_searching():
    async with open_editor(size=SMALL) as (pilot, screen):
        finder = screen.panes.front_filter
        assert finder is not None
        assert not finder.filter_input.display
        await pilot.press("down", "slash")
        assert finder.filter_input.display
        assert finder.is_searching
        await pilot.press(*"kett")
        await pilot.pause()
        assert [row.key for row in screen.army.rows if row.selectable] == ["tank"]
        await pilot.press("enter")
        assert screen.focused is screen.detail, "Enter turns to what was found"
        assert (screen.session.selected_id, finder.filter_input.value, finder.filter_input.display) == (
            "tank",
            "",
            False,
        )
        await pilot.press("escape", "slash", *"zz")
        await pilot.pause()
        assert (screen.army.cursor_key, finder.filter_input.has_focus) == (None, True), "who types goes on typing"
        await pilot.press("enter")
        assert finder.filter_input.has_focus, "nothing was found to turn to"
        await pilot.press("backspace", "backspace", *"kni")
        await pilot.pause()
        assert [row.key for row in screen.army.rows if row.selectable] == ["knights", "guard"]
        await pilot.press("down")
        assert screen.session.selected_id == "guard"
        await pilot.press("escape")
        assert (screen.session.selected_id, screen.army.cursor_key, screen.army.has_focus) == ("tank", "tank", True)
        assert not finder.is_searching
        assert len([row for row in screen.army.rows if row.selectable]) == 12


async def test_selection_clears_a_hiding_filter():
    async with open_editor(size=WIDE) as (pilot, screen):
        finder = screen.panes.front_filter
        assert finder is not None
        await pilot.press("slash", *"kni")
        await pilot.pause()
        screen.go_to_entry("tank")
        await at_rest(pilot)
        assert (screen.army.search_text, finder.filter_input.value) == ("", "")
        assert screen.army.cursor_key == "tank"


async def test_unit_pane_previews_unit_under_cursor():
    async with open_editor(size=WIDE) as (pilot, screen):
        title = str(screen.detail._border_title)
        assert title == "Vale Regiment"
        assert screen.session.selected_entry is not None
        assert str(screen.detail._border_subtitle) == sentence(
            "sheet.points", points=screen.session.selected_entry.cost
        )
        await pilot.press("1", "slash", *"steam", "escape", "slash", *"steam")
        await at_rest(pilot)
        assert screen.units.rows.cursor_key == TANK
        assert str(screen.detail._border_title) == "+ Steam Tank of Water"
        assert screen.detail.upgrade_row is None, "it is only looked at"
        assert screen.detail.hint_rows(None) == []
        await pilot.press("escape", "escape")
        await at_rest(pilot)
        assert str(screen.detail._border_title) == "Vale Regiment"
        await pilot.press("1")
        await at_rest(pilot)
        assert str(screen.detail._border_title).startswith("+ ")
        await pilot.press("3")
        assert str(screen.detail._border_title) == "Vale Regiment", "to be changed, and no other"


async def test_narrow_screen_previews_unit_in_status():
    for width, lines in ((80, 2), (89, 2), (90, 1), (120, 1)):
        async with open_editor(size=(width, 24)) as (pilot, screen):
            await pilot.press("1")
            await at_rest(pilot)
            assert len(screen.status.rows) == lines, width
            assert screen.status.rows[-1].key == "preview"


async def test_option_preview_is_cached():
    async with open_editor(size=(120, 30)) as (pilot, screen):
        await pilot.press("3")
        await at_rest(pilot)
        detail = screen.detail
        assert detail.cursor_key == "rules"
        assert status(screen) == pilot.app.tr("tui.detail.rules-hint")
        texts_before = texts(detail)
        await pilot.press("enter")
        assert detail.shows_rule_texts
        assert len(texts(detail)) > len(texts_before)
        await pilot.press("t")
        assert texts(detail) == texts_before
        await pilot.press("down")
        await at_rest(pilot)
        assert screen.status.rows[0].key == "preview"
        preview = detail.cursor_preview()
        assert preview is not None
        assert detail.cursor_preview() is preview, "computed once"
        await pilot.press("down")
        await at_rest(pilot)
        assert detail.cursor_preview() is not preview
        assert detail.cursor_preview() != preview
        await pilot.press("enter")
        assert detail.cursor_preview() is not preview
        await pilot.press("u", "end")
        assert detail.scroll_offset.y > 0
        await pilot.press("2", "down", "3")
        assert (detail.scroll_offset.y, detail.cursor_key) == (0, "rules")


async def test_option_gain_and_rules_fill_free_lines():
    async with open_editor(size=(120, 30)) as (pilot, screen):
        await pilot.press("3")
        status_keys: dict[str, list[str]] = {}
        while (key := screen.detail.cursor_key) is not None and key not in status_keys:
            await at_rest(pilot)
            status_keys[key] = [row.key for row in screen.status.rows]
            for row in screen.status.rows:
                assert not row.selectable
                assert row.wrap, row.key
            await pilot.press("down")
        assert ["preview", "gain", "changed"] in status_keys.values()
        assert any(keys[-1] == "hint" and len(keys) == 3 for keys in status_keys.values())
        assert all(len(keys) <= 3 for keys in status_keys.values())


async def test_illegal_options_dim_when_computed(monkeypatch):
    async with open_editor(size=SMALL) as (pilot, screen):
        still(screen, monkeypatch)
        await pilot.press("down", "down", "3")

        def dim() -> set[str]:
            return {row.key for row in screen.detail.rows if row.left and row.left[-1].role == "dim"}

        before = dim()
        for _ in screen.detail.check_options():
            pass
        assert dim() > before, "the list is full"


async def test_illegal_units_dim_when_computed(monkeypatch):
    async with open_editor(size=SMALL) as (pilot, screen):
        screen.session._errors.clear()
        screen.session._stale_errors.clear()
        still(screen, monkeypatch)
        screen.session.apply(set_details("x", points=2100))
        await pilot.press("1")

        def looks() -> list[tuple[str, ...]]:
            return [tuple(part.role for part in row.left) for row in screen.units.rows.rows]

        screen.units.paint()
        before = looks()
        for _ in screen.units.check_units():
            pass
        assert looks() != before, "there are 100 points left"


async def test_refocused_filter_appends_letters():
    async with open_editor(size=SMALL) as (pilot, screen):
        await pilot.press("1", "slash", *"wag", "2", "backspace")
        screen.action_turn_to("units")
        await pilot.press("slash", *"on")
        assert screen.units.filter_input.value == "wagon"


async def test_unit_odds_appear_when_computed():
    async with open_editor(size=WIDE) as (pilot, screen):
        odds = next(row.text for row in screen.detail.rows if row.key == "odds")
        index = [row.key for row in screen.detail.rows].index("odds")
        assert screen.detail.rows[index + 1].key == "blank", "it ends what the unit is"
        assert any(letter.isdigit() for letter in odds)
        await pilot.press("down", "down")
        await at_rest(pilot)
        other = next(row.text for row in screen.detail.rows if row.key == "odds")
        assert other != odds
        await pilot.press("end", "3")
        await at_rest(pilot)
        last = next(row.text for row in screen.detail.rows if row.key == "odds")
        assert any(letter.isdigit() for letter in last), "also where the unit is in front"


async def test_unknown_unit_and_empty_army_are_shown():
    opened = sample("iron-vale")
    entries = tuple(
        replace(entry, unit="human-empire/nobody") if entry.id == "spears" else entry  # type: ignore[arg-type]  # an id
        for entry in opened.army.entries
    )
    async with open_editor(EditorSession(LIBRARY, replace(opened.army, entries=entries)), size=WIDE) as (pilot, screen):
        screen.go_to_entry("spears")
        await at_rest(pilot)
        assert screen.session.selected_entry is None
        assert "Vale Regiment" in str(screen.detail._border_title)
        assert screen.focused is screen.army, "it has nothing to choose from"
        await pilot.press("3", "enter", "plus", "minus", "full_stop", "w")
        assert pilot.app.screen is screen
        assert screen.session.history.past == ()
    async with open_editor(empty(), size=WIDE) as (pilot, screen):
        await pilot.press("2")
        await at_rest(pilot)
        assert str(screen.detail._border_title) == pilot.app.tr("tui.detail.title")
        assert texts(screen.detail) == [pilot.app.tr("tui.detail.nothing")]
        await pilot.press("3", "enter", "plus", "t", "w")
        assert pilot.app.screen is screen


async def test_enter_label_follows_the_option():
    async with open_editor(size=SMALL) as (pilot, screen):
        labels = []
        await pilot.press("3")
        for _ in range(8):
            await pilot.pause()
            labels.append(key_line(screen)["⏎"])
            await pilot.press("down")
        assert labels[0] == pilot.app.tr("key.texts")
        assert labels[1] == pilot.app.tr("key.first-half")
        assert pilot.app.tr("key.take") in labels


async def test_same_key_takes_and_returns_option():
    async with open_editor(empty(), size=SMALL) as (pilot, screen):
        screen.session.apply(AddEntry(UnitRef("human-empire/infantrymen")))
        await pilot.press("3", "down")
        named = []
        for key in ("enter", "enter", "space", "u"):
            await pilot.pause()
            named.append(key_line(screen)["⏎"])
            await pilot.press(key)
        take, back = pilot.app.tr("key.take"), pilot.app.tr("key.put-back")
        assert named == [take, back, take, back]
        await pilot.pause()
        assert key_line(screen)["⏎"] == take


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((89, 24), ({"army"}, {"detail"}, {"units"})),
        ((90, 24), ({"army", "detail"}, {"army", "detail"}, {"units", "detail"})),
        ((119, 24), ({"army", "detail"}, {"army", "detail"}, {"units", "detail"})),
        ((120, 24), ({"units", "army", "detail"},) * 3),
    ],
    ids=["one", "two", "still-two", "three"],
)
async def test_pane_count_follows_the_width(size, shown):
    async with open_editor(size=size) as (pilot, screen):
        panes = {"units": screen.units, "army": screen.panes.front_filter, "detail": screen.detail}
        for index, key in enumerate("231"):
            await pilot.press(key)
            await at_rest(pilot)
            assert {name for name, pane in panes.items() if pane is not None and pane.region.area} == shown[index]
            widths = [pane.region.width for pane in panes.values() if pane is not None and pane.region.area]
            assert sum(widths) == size[0]
        await pilot.press("2")
        await at_rest(pilot)
        assert screen.detail.region.width >= 46 or size[0] < 90


async def test_panes_resize_at_once():
    async with open_editor(size=(150, 24)) as (pilot, screen):
        for width in (80, 100, 150):
            await pilot.resize_terminal(width, 24)
            await at_rest(pilot)
            shown = [pane for pane in (screen.units, screen.army, screen.detail) if pane.region.area]
            assert len(shown) == {80: 1, 100: 2, 150: 3}[width]
            finder = screen.panes.front_filter
            assert finder is not None
            units = screen.units.preferred_width if width == 150 else 0
            if width > 90:
                assert finder.region.width == divide_width(width, units, finder.preferred_width)[1]


async def test_focused_pane_is_painted_with_the_key(monkeypatch):
    async with open_editor(size=SMALL) as (pilot, screen):
        still(screen, monkeypatch)
        await pilot.press("down", "3")
        assert str(screen.detail._border_title) == "Otto"
        assert screen.detail.display
        screen.session.select("tank")
        await pilot.press("2")
        assert screen.army.cursor_key == "tank"


async def test_unit_preview_updates_with_the_key(monkeypatch):
    async with open_editor(size=WIDE) as (pilot, screen):
        await pilot.press("1")
        await at_rest(pilot)
        still(screen, monkeypatch)
        details = set()
        for key in ("down", "down", "up"):
            await pilot.press(key)
            assert screen.units.cursor_unit is not None
            assert str(screen.detail._border_title) == f"+ {screen.units.cursor_unit.name.en}"
            details.add(tuple(texts(screen.detail)))
        assert len(details) == 2, "with all that it is"
        await pilot.press("2", "down")
        assert str(screen.detail._border_title) == "Otto"


async def test_changed_title_repaints_only_its_frame(monkeypatch):
    async with open_editor(size=WIDE) as (_, screen):
        painted: list[Region] = []
        monkeypatch.setattr(screen.detail, "refresh", lambda *regions: painted.extend(regions))
        width, height = screen.detail.outer_size
        screen.detail.set_titles("T" * 50, "x")
        assert painted == [Region(-1, -1, width, 1), Region(-1, height - 2, width, 1)]
        assert len(str(screen.detail._border_title)) == 40
        screen.detail.set_titles("T" * 50, "x")
        assert len(painted) == 2, "the same title is there already"


async def test_status_prefers_message_then_preview_then_problem():
    async with open_editor(overfull(), size=SMALL) as (pilot, screen):
        line = screen.status
        assert line.rows[0].key == "status"
        assert (line.rows[0].wrap, line.rows[0].selectable, line.rows[0].hang) == (True, False, 2)
        line.paint([info("hint")])
        assert texts(line) == ["hint"]
        screen.show_status("told", "warn")
        assert (texts(line), line.rows[0].left[0].role) == (["told"], "warn")
        line.paint([info("hint")])
        assert texts(line) == ["told"]
        screen.show_status("")
        assert line.rows[0].key == "status"
        screen.session._fixes_revision = -1
        line.paint([info("hint")])
        line.paint()
        assert texts(line) == ["hint"], "what would mend it is told with it, when it is known"
        await pilot.press("down")
        await at_rest(pilot)
        assert line.rows[0].key == "status"


async def test_late_click_selects_no_finding():
    async with open_editor(overfull(), size=WIDE) as (_, screen):
        problems = screen.problems
        problems.show(problems.rows, str(len(screen.session.report.diagnostics) - 1))
        assert problems.cursor_finding is screen.session.report.diagnostics[-1]
        screen.session.apply(set_details("x", points=2000))
        assert problems.cursor_finding is None
        problems.show([info("nothing")])
        assert problems.cursor_finding is None


async def test_header_fits_width_and_shades_preview():
    async with open_editor(size=WIDE) as (pilot, screen):
        wide = texts(screen.header)
        await pilot.resize_terminal(80, 24)
        await at_rest(pilot)
        assert texts(screen.header) != wide
        assert "▒" not in "".join(texts(screen.header))
        await pilot.press("x", "1")
        await at_rest(pilot)
        assert "▒" in "".join(texts(screen.header))
        await pilot.press("2")
        await at_rest(pilot)
        assert "▒" not in "".join(texts(screen.header))
        assert "2,000" in words(pilot)
