"""Every action of the screen in front, for the command palette and for help.

What the palette does that no key does: go to a unit, add one, apply a fix, export, another theme, a recent list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen

from listbuilder.diagnostics.messages import describe_title, word_fix
from listbuilder.errors import ListbuilderError
from listbuilder.rules.edits import Add
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Face
from listbuilder.tui.editor.dialogs import usable_fixes
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.export import export_job
from listbuilder.tui.home.list_files import load_recent
from listbuilder.tui.home.open_list import Opener
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.labels import title_of
from listbuilder.tui.settings import is_file
from listbuilder.tui.widgets.row_list import Rows


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a key does."""

    name: str
    keys: tuple[str, ...]
    action: str
    node: DOMNode
    enabled: bool
    id: str | None

    @property
    def label(self) -> Content:
        """Its name and keys, as text and never as markup."""
        return Content(self.name).append_text(f"  {' '.join(self.keys)}", "$text-muted")


def commands(app: Face, screen: Screen[Any]) -> Iterator[Command]:
    """Give everything that can be done on a screen, in the order of its keys, each once."""
    found: dict[str, Command] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if not binding.description or binding.system or binding.id is None:
            continue
        key = app.get_key_display(binding)
        before = found.get(binding.action)
        if before is None:
            name = app.binding_name(binding, screen)
            found[binding.action] = Command(name, (key,), binding.action, active.node, active.enabled, binding.id)
        elif key not in before.keys:
            keys = (*before.keys, key)
            found[binding.action] = Command(before.name, keys, before.action, before.node, before.enabled, before.id)
    return iter(found.values())


class KeyCommands(Provider):
    """The palette's commands: all keys of the screen it was called from."""

    async def discover(self) -> Hits:
        """Offer everything before anything is typed; what arrows do comes last."""
        for command in sorted(self._enabled(), key=lambda command: isinstance(command.node, Rows)):
            yield DiscoveryHit(command.label, partial(self._run, command), text=command.name)

    async def search(self, query: str) -> Hits:
        """Offer what matches."""
        matcher = self.matcher(query)
        for command in self._enabled():
            score = matcher.match(command.name)
            if score > 0:
                yield Hit(score, command.label, partial(self._run, command), text=command.name)

    def _enabled(self) -> Iterator[Command]:
        app = self.app
        assert isinstance(app, Face)
        return (command for command in commands(app, self.screen) if command.enabled)

    async def _run(self, command: Command) -> None:
        await self.app.run_action(command.action, command.node)


Thing: TypeAlias = tuple[str, Callable[[], object]]
_MOST_RECENT = 10


class ThingCommands(Provider):
    """The palette's commands about the things of the open list, found by their names."""

    async def search(self, query: str) -> Hits:
        """Offer what matches; before something is typed there would be too much."""
        matcher = self.matcher(query)
        for name, act in self._things():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, Content(name), act, text=name)

    def _things(self) -> Iterator[Thing]:
        app, screen = self.app, self.screen
        assert isinstance(app, Face)
        if isinstance(screen, EditorScreen):
            yield from _units(screen)
            yield from _fixes(screen)
            yield from _exports(screen)
        for theme in sorted(app.available_themes):
            yield app.tr("tui.palette.theme", name=theme), partial(setattr, app, "theme", theme)
        for path in islice((path for path in load_recent() if is_file(path)), _MOST_RECENT):
            yield app.tr("tui.palette.open", name=plain_line(path.name)), partial(_open, app, path)


def _units(screen: EditorScreen) -> Iterator[Thing]:
    language, session = screen.app.language, screen.session
    for worked in session.roster.entries:
        yield screen.tr("tui.palette.go", name=title_of(worked, language)), partial(screen.go_to, worked.id)
    for book in session.factions:
        for unit in book.units.values():
            add = partial(screen.session.apply, Add(unit.ref, subject=unit.name), follow=True)
            yield screen.tr("tui.palette.add", name=plain_line(unit.name.to(language))), add


def _fixes(screen: EditorScreen) -> Iterator[Thing]:
    """Offer every fix once; one may mend several findings."""
    language = screen.app.language
    found: dict[str, Thing] = {}
    for finding in screen.session.report:
        for fix in usable_fixes(finding):
            name = screen.tr("tui.palette.fix", name=plain_line(word_fix(fix, language), 120))
            if name not in found:
                found[name] = name, partial(screen.session.apply_fix, fix, describe_title(finding.code, language))
    yield from found.values()


def _exports(screen: EditorScreen) -> Iterator[Thing]:
    for name in export_job.FORMATS:
        yield screen.tr("tui.palette.export", name=name), partial(_export, screen, name)


def _export(screen: EditorScreen, name: str) -> None:
    settings = screen.app.settings
    wish = export_job.Wish(format=name, language=screen.app.language)
    try:
        path = export_job.export(screen.session, wish, settings.exports_folder)
    except ListbuilderError as error:
        screen.app.say_error(error)
    else:
        screen.tell(screen.tr("tui.export.written", path=str(path)), "good")


def _open(app: Face, path: Path) -> None:
    """Open another list, once the open one is safe; elsewhere than at home and in the editor nothing happens."""
    opener = Opener(app)
    screen = app.screen
    if isinstance(screen, EditorScreen):
        screen.custody.leave(lambda: opener.attempt(lambda: opener.open_any(path)))
    elif isinstance(screen, HomeScreen):
        opener.attempt(lambda: opener.open_any(path))
