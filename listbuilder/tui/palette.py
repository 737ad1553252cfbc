"""The help screen and the command palette: all keys of a screen, and actions such as "go to unit" or "export"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.containers import Vertical
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen

from listbuilder.diagnostics.messages import describe_title, format_fix
from listbuilder.rules.edits import AddEntry
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import BaseApp, Dialog
from listbuilder.tui.editor.list_dialogs import applicable_fixes
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.export import export_job
from listbuilder.tui.home.list_files import load_recent_paths
from listbuilder.tui.home.open_list import ListOpener
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.labels import entry_title
from listbuilder.tui.user_settings import is_file
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import BLANK_ROW, Part, info, row
from listbuilder.tui.widgets.row_list import RowList


@dataclass(frozen=True, slots=True)
class Command:
    """An action of a screen with its keys."""

    name: str
    keys: tuple[str, ...]
    action: str
    node: DOMNode
    enabled: bool
    id: str | None

    @property
    def label(self) -> Content:
        """The name and the keys as literal text, never as markup."""
        return Content(self.name).append_text(f"  {' '.join(self.keys)}", "$text-muted")


def screen_commands(app: BaseApp, screen: Screen[Any]) -> Iterator[Command]:
    """Return the actions of a screen in the order of its keys, each once."""
    by_action: dict[str, Command] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if not binding.description or binding.system or binding.id is None:
            continue
        key = app.get_key_display(binding)
        known = by_action.get(binding.action)
        if known is None:
            name = app.binding_name(binding, screen)
            by_action[binding.action] = Command(name, (key,), binding.action, active.node, active.enabled, binding.id)
        elif key not in known.keys:
            by_action[binding.action] = replace(known, keys=(*known.keys, key))
    return iter(by_action.values())


class HelpScreen(Dialog[None]):
    """All keys of a screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "cancel", "key.back", id="help.close", key_display="Esc")
    ]

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self._commands = tuple(commands)

    def compose(self) -> ComposeResult:
        """Lay out the keys in a box."""
        with Vertical(classes="dialog help"):
            yield RowList()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the keys."""
        self.query_one(Vertical).border_title = self.tr("tui.help.title")
        rows = [info(self.tr("tui.help.intro")), BLANK_ROW]
        for command in self._commands:
            keys = Part(f"{' '.join(command.keys):>14}  ", "accent")
            name = Part(command.name, "" if command.enabled else "dim")
            rows.append(row(command.action, (keys, name), selectable=False))
        rows += [BLANK_ROW, info(self.tr("tui.help.outro"), "dim")]
        row_list = self.query_one(RowList)
        row_list.show(rows)
        self.set_focus(row_list)


class KeyCommandProvider(Provider):
    """Palette commands for the keys of the screen that opened the palette."""

    async def discover(self) -> Hits:
        """Yield all commands before anything is typed; keys that move a cursor come last."""
        for command in sorted(self._enabled_commands(), key=lambda command: isinstance(command.node, RowList)):
            yield DiscoveryHit(command.label, partial(self._run, command), text=command.name)

    async def search(self, query: str) -> Hits:
        """Yield the commands that match."""
        matcher = self.matcher(query)
        for command in self._enabled_commands():
            score = matcher.match(command.name)
            if score > 0:
                yield Hit(score, command.label, partial(self._run, command), text=command.name)

    def _enabled_commands(self) -> Iterator[Command]:
        app = self.app
        assert isinstance(app, BaseApp)
        return (command for command in screen_commands(app, self.screen) if command.enabled)

    async def _run(self, command: Command) -> None:
        await self.app.run_action(command.action, command.node)


_NamedAction: TypeAlias = tuple[str, Callable[[], object]]
_MAX_RECENT_LISTS = 10


class ListCommandProvider(Provider):
    """Palette commands about the open list: go to a unit, add a unit, apply a fix, export and so on."""

    async def search(self, query: str) -> Hits:
        """Yield the commands that match; without a query there would be too many."""
        matcher = self.matcher(query)
        for name, act in self._things():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, Content(name), act, text=name)

    def _things(self) -> Iterator[_NamedAction]:
        app, screen = self.app, self.screen
        assert isinstance(app, BaseApp)
        if isinstance(screen, EditorScreen):
            yield from _unit_actions(screen)
            yield from _fix_actions(screen)
            yield from _export_actions(screen)
        for theme in sorted(app.available_themes):
            yield app.tr("tui.palette.theme", name=theme), partial(setattr, app, "theme", theme)
        for path in islice((path for path in load_recent_paths() if is_file(path)), _MAX_RECENT_LISTS):
            yield app.tr("tui.palette.open", name=sanitize_line(path.name)), partial(_open_list, app, path)


def _unit_actions(screen: EditorScreen) -> Iterator[_NamedAction]:
    language, session = screen.app.language, screen.session
    for entry in session.roster.entries:
        yield screen.tr("tui.palette.go", name=entry_title(entry, language)), partial(screen.go_to_entry, entry.id)
    for book in session.factions:
        for unit in book.units.values():
            add = partial(screen.session.apply, AddEntry(unit.ref, subject=unit.name), follow=True)
            yield screen.tr("tui.palette.add", name=sanitize_line(unit.name.to(language))), add


def _fix_actions(screen: EditorScreen) -> Iterator[_NamedAction]:
    """Yield every fix once, even if several findings share it."""
    language = screen.app.language
    actions: dict[str, _NamedAction] = {}
    for finding in screen.session.report:
        for fix in applicable_fixes(finding):
            name = screen.tr("tui.palette.fix", name=sanitize_line(format_fix(fix, language), 120))
            if name not in actions:
                actions[name] = name, partial(screen.session.apply_fix, fix, describe_title(finding.code, language))
    yield from actions.values()


def _export_actions(screen: EditorScreen) -> Iterator[_NamedAction]:
    for name in export_job.FORMATS:
        yield screen.tr("tui.palette.export", name=name), partial(_export_list, screen, name)


def _export_list(screen: EditorScreen, name: str) -> None:
    settings = screen.app.settings
    wish = export_job.ExportRequest(format=name, language=screen.app.language)
    with screen.app.show_errors():
        path = export_job.export_list(screen.session, wish, settings.exports_folder)
        screen.show_status(screen.tr("tui.export.written", path=str(path)), "good")


def _open_list(app: BaseApp, path: Path) -> None:
    """Open a list after saving the current one; on other screens than home and editor, do nothing."""

    def open_file() -> None:
        with app.show_errors():
            ListOpener(app).open_file(path)

    screen = app.screen
    if isinstance(screen, EditorScreen):
        screen.save_controller.leave(open_file)
    elif isinstance(screen, HomeScreen):
        open_file()
