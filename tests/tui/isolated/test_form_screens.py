"""Forms in isolation: list details, export, settings and the new-list screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Checkbox, Input, Select

from listbuilder.disk import UnsavedError
from listbuilder.errors import UnknownIdError
from listbuilder.library import Library
from listbuilder.tui.dialogs import TextDialog
from listbuilder.tui.editor.list_dialogs import ListDetailsDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.export import export_job
from listbuilder.tui.export.screen import ExportScreen
from listbuilder.tui.home.new_list import FORCE_ORG_KEY, NewListScreen
from listbuilder.tui.screens.settings import SettingsScreen
from listbuilder.tui.user_settings import load_settings, settings_file
from listbuilder.tui.widgets.row_list import RowLabel
from tests.sentences import sentence
from tests.tui.isolated.small_app import LIBRARY, alone, dim_keys, key_line, sample, texts
from tests.tui.screen_helpers import fits, wait_for, words


def with_head(**head: object) -> EditorSession:
    """Return a list with changed details."""
    opened = sample("iron-vale")
    return EditorSession(opened.library, replace(opened.army, **head))  # type: ignore[arg-type]  # fields of the list


async def type_texts(dialog: ListDetailsDialog, **texts: str) -> None:
    for name, text in texts.items():
        dialog.query_one(f"#{name}", Input).value = text


async def test_list_details_return_only_changes():
    opened = with_head(name="Vale", player=None, points=1500, notes="one\ntwo", force_org=True)
    for changes, answer in (
        ({}, {}),
        ({"name": " Other ", "player": "Me"}, {"name": "Other", "player": "Me"}),
        ({"name": "  ", "points": ""}, {"points": None}),  # a list without a name keeps the one it had
        ({"points": "1234567"}, {"points": 999_999}),
        ({"points": "1500", "notes": ""}, {"notes": None}),
    ):
        dialog = ListDetailsDialog(opened)
        async with alone(dialog) as (pilot, answers):
            fields = {field.id: field.value for field in dialog.query(Input)}
            assert fields == {"name": "Vale", "player": "", "points": "1500", "notes": "onetwo"}
            assert dialog.query_one("#name", Input).has_focus
            await type_texts(dialog, **changes)
            await pilot.press("enter")
            assert answers == [answer]


async def test_points_accept_digits_only():
    dialog = ListDetailsDialog(with_head(points=None))
    async with alone(dialog) as (pilot, answers):
        points = dialog.query_one("#points", Input)
        assert points.value == ""
        points.focus()
        await pilot.press(*"12x5")
        assert points.value == "125"
        await pilot.press("escape")
        assert answers == [None]


async def test_force_organisation_shown_if_game_has_it():
    dialog = ListDetailsDialog(with_head(force_org=True))
    async with alone(dialog, size=(80, 40)) as (pilot, answers):
        box = dialog.query_one(Checkbox)
        assert box.value is True
        assert all(pilot.app.tr(f"tui.details.{name}") in words(pilot) for name in ("name", "notes", "force_org"))
        box.toggle()
        await pilot.press("ctrl+s")
        assert answers == [{"force_org": False}]
    without = next(header.id for header in LIBRARY.systems() if LIBRARY.system(header.id).force_organisation is None)
    dialog = ListDetailsDialog(sample(without))
    async with alone(dialog) as _:
        assert not dialog.query(Checkbox)


EVENT = "format: 1\nid: {id}\nname: {name}\nsystems: [{system}]\npoints: 750\nforce_org: false\n"


@pytest.fixture
def events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with one event for the sample's game and one for another game."""
    folder = tmp_path / "data" / "events"
    folder.mkdir(parents=True)
    for name, system in (("cup", "aof-3.5"), ("league", "way-of-wood-2021")):
        text = EVENT.format(id=name, name=name.title(), system=system)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("LISTBUILDER_DATA", str(folder.parent))
    return folder


async def test_event_can_be_chosen_and_cleared(events):
    library = Library.open(())
    assert {"cup", "league"} <= {event.id for event in library.events()}, events
    army = sample("iron-vale").army
    for before, chosen, answer in ((None, "cup", {"event": "cup"}), ("cup", None, {"event": None}), ("cup", "cup", {})):
        dialog = ListDetailsDialog(EditorSession(library, replace(army, event=before)))
        async with alone(dialog, size=(80, 40)) as (pilot, answers):
            field = dialog.query_one(Select)
            assert field.value == (before or Select.NULL)
            assert [str(text) for text, _ in field._options if "League" in str(text)] == []
            field.value = chosen or Select.NULL
            await pilot.press("ctrl+s")
            assert answers == [answer]


async def test_export_form_changes_with_arrows_and_enter(tmp_path):
    screen = ExportScreen(sample("iron-vale"))
    async with alone(screen, size=(100, 40)) as (pilot, answers):
        folder = tmp_path / "lists" / "exports"
        assert screen.form.cursor_key == "write"
        assert texts(screen.form)[1] == sentence("tui.export.target", path=folder / "the-iron-vale.pdf")
        assert key_line(screen)["⏎"] == sentence("key.export")
        assert dim_keys(screen) == {"o"}, "nothing was written yet"
        await pilot.press("left", "right")
        assert screen._request == export_job.ExportRequest(layout=screen._request.layout, language="en"), (
            "a button has no values"
        )
        await pilot.press("down", "right")
        await pilot.pause()
        assert key_line(screen)["⏎"] == sentence("key.change")
        formats = export_job.FORMATS
        assert screen._request.format == formats[1]
        name = export_job.export_file_name("The Iron Vale", screen._request)
        assert texts(screen.form)[1] == sentence("tui.export.target", path=folder / name)
        await pilot.press("left", "left")
        assert screen._request.format == formats[-1], "round and round"
        await pilot.press("enter")
        assert screen._request.format == formats[0]
        names = [row.key for row in screen.form.rows if row.selectable]
        assert names[1:6] == ["format", "layout", "paper", "orientation", "language"]
        assert names[6:] == ["large", "reach", "odds", "reference", "public"]
        await pilot.press("down", *(["right"] * export_job.LAYOUTS.index("cards")))
        assert screen._request.layout == "cards"
        assert [row.key for row in screen.form.rows if row.selectable][5] == "grid", "only cards have a grid"
        await pilot.press("end", "space")
        assert screen._request.public is True
        assert sentence("tui.export.public.yes") in texts(screen.form)[-1]
        await pilot.press("left")
        assert screen._request.public is False
        await pilot.press("escape")
        assert answers == [None]


async def test_export_result_is_shown_until_next_change(tmp_path, monkeypatch):
    screen = ExportScreen(sample("iron-vale"))
    opened: list[str] = []
    async with alone(screen, size=(120, 40)) as (pilot, _):
        monkeypatch.setattr(pilot.app, "open_url", opened.append)
        await pilot.press("o")
        assert opened == []
        await pilot.press("enter")
        await wait_for(pilot, lambda: screen._written_path is not None)
        await pilot.pause()
        written = tmp_path / "lists" / "exports" / "the-iron-vale.pdf"
        assert written.read_bytes().startswith(b"%PDF")
        assert texts(screen.form)[1] == sentence("tui.export.written", path=written)
        assert screen.form.rows[1].left[0].role == "good"
        assert dim_keys(screen) == set()
        await pilot.press("end", "enter", "o")
        assert opened == [written.as_uri()] * 2
        await pilot.pause()
        assert key_line(screen)["⏎"] == pilot.app.tr("key.open-result")
        await pilot.press("up", "right")
        assert fits(texts(screen.form)[1], "tui.export.target"), "another wish"
        await pilot.press("e")
        await wait_for(pilot, lambda: screen._written_path is not None and screen._written_path.suffix == ".pdf")
        hidden = sentence("tui.export.written.public", path=screen._written_path)
        await wait_for(pilot, lambda: texts(screen.form)[1] == hidden)


async def test_failed_export_is_reported(monkeypatch):
    def full(*_: object) -> Path:
        raise UnsavedError("save.full", Path("x"))

    monkeypatch.setattr(export_job, "export_list", full)
    monkeypatch.setattr(export_job, "save_copied_text", full)
    screen = ExportScreen(sample("iron-vale"))
    async with alone(screen) as (pilot, _):
        await pilot.press("e")
        full_disk = UnsavedError("save.full", Path("x")).to("en")
        await wait_for(pilot, lambda: any(note.message == full_disk for note in pilot.app._notifications))
        assert fits(texts(screen.form)[1], "tui.export.target")
        assert screen._written_path is None
        pilot.app.clear_notifications()
        await pilot.press("c")
        await pilot.pause()
        assert [note.severity for note in pilot.app._notifications] == ["error"]


async def test_preview_scrolls_and_copy_is_written(tmp_path):
    screen = ExportScreen(sample("iron-vale"))
    async with alone(screen, size=(100, 24)) as (pilot, _):
        assert str(screen.page.border_title) == sentence("tui.export.preview")
        assert any("Vale Regiment" in text for text in texts(screen.page))
        assert all((row.wrap, row.hang, row.selectable) == (True, 4, False) for row in screen.page.rows)
        await pilot.press("tab", "pagedown")
        assert screen.page.has_focus
        assert screen.page.scroll_offset.y > 0
        await pilot.press("tab", "c")
        assert screen.form.has_focus
        copied = (tmp_path / "state" / "copied.txt").read_text(encoding="utf-8")
        assert copied == export_job.preview_text(sample("iron-vale"), screen._request, 80)
        assert pilot.app.clipboard == copied
        await pilot.pause()
        assert str(tmp_path / "state" / "copied.txt") in next(iter(pilot.app._notifications)).message


async def test_settings_cycle_and_save_at_once():
    screen = SettingsScreen()
    async with alone(screen, size=(100, 30)) as (pilot, answers):
        assert [row.key for row in screen.form.rows][:6] == [
            "theme",
            "language",
            "paper",
            "key_map",
            "lists",
            "exports",
        ]
        themes = sorted(pilot.app.available_themes)
        first = themes.index(pilot.app.theme)
        await pilot.press("right")
        assert pilot.app.theme == load_settings().theme == themes[(first + 1) % len(themes)]
        await pilot.press("left", "left")
        assert pilot.app.theme == themes[first - 1]
        await pilot.press("down", "enter")
        assert (pilot.app.language, load_settings().language) == ("de", "de")
        assert sentence("language.name", "de") in texts(screen.form)[1]
        await pilot.press("left", "down", "right")
        assert (pilot.app.language, load_settings().paper) == ("en", export_job.PAPERS[1])
        await pilot.press("down", "right")
        assert load_settings().key_map == "vim"
        assert sentence("tui.settings.key_map.vim") in texts(screen.form)[3]
        join = sentence("key.join")
        assert any(text.startswith("J ") and join in text for text in texts(screen.form)), "its keys are shown"
        await pilot.press("left", "escape")
        assert answers == [None]


async def test_folder_is_typed_reset_or_cancelled(tmp_path):
    screen = SettingsScreen()
    async with alone(screen, size=(100, 30)) as (pilot, _):
        await pilot.press(*["down"] * 4)
        assert screen.form.cursor_key == "lists"
        before = texts(screen.form)[4]
        assert str(tmp_path / "lists") in before
        await pilot.press("enter", *"/x", "escape")
        assert (texts(screen.form)[4], settings_file().exists()) == (before, False)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TextDialog)
        pilot.app.screen.query_one(Input).value = f" {tmp_path}/mine "
        await pilot.press("enter")
        assert load_settings().lists == f"{tmp_path}/mine"
        assert f"{tmp_path}/mine" in texts(screen.form)[4]
        await pilot.press("right")
        assert load_settings().lists == f"{tmp_path}/mine", "a folder has no neighbour"
        await pilot.press("delete")
        assert (load_settings().lists, texts(screen.form)[4]) == ("", before)


async def test_key_is_changed_by_pressing_it():
    screen = SettingsScreen()
    async with alone(screen, size=(100, 30)) as (pilot, _):
        screen.form.show(screen.form.rows, "key:editor.add")
        index = [row.key for row in screen.form.rows].index("key:editor.add")
        name = f"{sentence('key.add')} ({sentence('tui.place.editor')})"
        assert " ".join(texts(screen.form)[index].split()) == f"a {name}"
        await pilot.press("enter", "escape")
        assert load_settings().keys == {}
        await pilot.press("enter", "d")
        assert load_settings().keys == {}
        await pilot.pause()
        clash = sentence("tui.settings.clash", key="d", name=sentence("key.duplicate"))
        assert [note.message for note in pilot.app._notifications] == [clash]
        await pilot.press("enter", "A")
        assert load_settings().keys == {"editor.add": "A"}
        assert " ".join(texts(screen.form)[index].split()) == f"A {name}"
        await pilot.press("down", "enter", "f8", "up", "backspace")
        assert list(load_settings().keys.values()) == ["f8"]
        assert texts(screen.form)[index].split()[0] == "a"


async def test_changed_key_and_language_apply_at_once():
    screen = SettingsScreen()
    async with alone(screen, size=(100, 30)) as (pilot, _):
        screen.form.show(screen.form.rows, "key:rows.down")
        await pilot.press("enter", "f7", "f7")
        assert screen.form.cursor_key != "key:rows.down", "the new key moves the cursor"
        await pilot.press("home", "f7", "right")
        await pilot.pause()
        assert pilot.app.language == "de"
        assert key_line(screen)["Esc"] == sentence("key.back", "de")


async def test_unsaved_settings_still_apply_and_are_reported(monkeypatch):
    def full(*_: object) -> None:
        raise UnsavedError("save.full", Path("x"))

    monkeypatch.setattr("listbuilder.tui.screens.settings.save_settings", full)
    screen = SettingsScreen()
    async with alone(screen) as (pilot, _):
        await pilot.press("down", "right")
        assert pilot.app.language == "de"
        await pilot.pause()
        assert [note.severity for note in pilot.app._notifications] == ["error"]
        assert sentence("tui.settings.title", "de") in words(pilot)


async def test_event_sets_points_and_force_organisation(events):
    assert events.exists()
    screen = NewListScreen()
    async with alone(screen) as (pilot, answers):
        await pilot.press(*"age of fantasy 3.5", "enter", *"human", "enter")
        keys = [row.key for row in screen.choices.rows]
        assert "set:event:cup" in keys
        assert "set:event:league" not in keys
        screen.choices.show(screen.choices.rows, "set:event:cup")
        await pilot.press("enter", "home", *["up"] * 12, "enter")
        army, faction = answers[0]
        assert faction == "human-empire"
        assert (army.event, army.points, army.force_org, army.name) == ("cup", 750, False, "Human Empire 750")
        assert list(army.books) == ["human-empire"]


async def test_click_answers_and_summary_names_it():
    screen = NewListScreen()
    async with alone(screen) as (pilot, _):
        assert screen.typed.has_focus
        second = screen.choices.rows[1]
        await pilot.click("#choices", offset=(4, 1))
        await pilot.pause()
        assert screen._draft.system == second.key
        assert screen.typed.placeholder == pilot.app.tr("tui.new.faction.hint")
        assert second.left[0].text in texts(screen.query_one("#summary", RowLabel))[0]
        assert screen.choices.cursor_key == screen.choices.rows[0].key
        await pilot.press(*"zzzz")
        await pilot.pause()
        assert texts(screen.choices) == [sentence("tui.nothing-found")]
        await pilot.pause()
        assert "⏎" not in key_line(screen)


async def test_switch_toggles_and_keeps_the_cursor():
    screen = NewListScreen()
    async with alone(screen) as (pilot, answers):
        await pilot.press(*"age of fantasy 3.5", "enter", *"human", "enter")
        screen.choices.show(screen.choices.rows, FORCE_ORG_KEY)
        for turned in (False, True, False):
            await pilot.press("enter")
            await pilot.pause()
            assert (screen._draft.force_org, screen.choices.cursor_key) == (turned, FORCE_ORG_KEY)
        assert answers == []


async def test_army_can_be_typed_first():
    screen = NewListScreen()
    async with alone(screen) as (pilot, answers):
        await pilot.press(*"human emp", "enter")
        head = screen.query_one("#summary", RowLabel)
        title = sentence("tui.new.title")
        assert texts(head) == [f"{title} → Age of Fantasy 3.5 → Human Empire", sentence("tui.new.points")]
        await pilot.press("escape")
        assert texts(head) == [f"{title} → Age of Fantasy 3.5", sentence("tui.new.faction")]
        await pilot.press("escape")
        assert texts(head) == [title, sentence("tui.new.system")]
        await pilot.press(*"human emp", "enter", "enter")
        army, faction = answers[0]
        assert (army.system, faction, army.force_org, army.points) == ("aof-3.5", "human-empire", True, 1500)


async def test_list_without_limit_is_named_after_faction():
    screen = NewListScreen()
    async with alone(screen) as (pilot, answers):
        await pilot.press(*"age of fantasy 3.5", "enter", *"human", "enter")
        screen.choices.show(screen.choices.rows, "")
        await pilot.press("enter")
        army, _ = answers[0]
        assert (army.points, army.name, army.force_org, army.event) == (None, "Human Empire", True, None)


async def test_double_click_makes_one_list():
    behind, screen = SettingsScreen(), NewListScreen()
    async with alone(behind) as (pilot, closed):
        answers: list[object] = []
        await pilot.app.push_screen(screen, answers.append)
        await pilot.press(*"age of fantasy 3.5", "enter", *"human", "enter")
        for _ in range(2):
            screen.choices.report_choice("1000")
        await pilot.pause()
        assert (len(answers), closed) == (1, [])
        assert pilot.app.screen is behind


async def test_unreadable_book_is_reported(monkeypatch):
    screen = NewListScreen()
    async with alone(screen) as (pilot, answers):
        await pilot.press(*"age of fantasy 3.5", "enter", *"human", "enter")

        def raise_unknown_id(*_: object) -> None:
            raise UnknownIdError("faction", "human-empire")

        monkeypatch.setattr(pilot.app.library, "faction", raise_unknown_id)
        await pilot.press("enter")
        await pilot.pause()
        assert answers == []
        await pilot.pause()
        assert [note.severity for note in pilot.app._notifications] == ["error"]


async def test_preview_width_follows_its_pane(monkeypatch):
    widths: list[int] = []
    inner = export_job.preview_text

    def preview(session: EditorSession, wish: export_job.ExportRequest, width: int) -> str:
        widths.append(width)
        return inner(session, wish, width)

    monkeypatch.setattr(export_job, "preview_text", preview)
    screen = ExportScreen(sample("iron-vale"))
    async with alone(screen, size=(120, 30)) as (pilot, _):
        assert widths[-1] == screen.page.scrollable_content_region.width - 2
        assert 40 < widths[-1] < 100
        await pilot.resize_terminal(200, 30)
        await pilot.pause()
        assert widths[-1] == 100
        await pilot.resize_terminal(66, 30)
        await pilot.pause()
        assert widths[-1] == 40
        await pilot.press("c")
        assert widths[-1] == 80, "what is copied is as wide as usual"
