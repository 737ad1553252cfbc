"""What the palette does that no key does: go to a unit, add one, apply a fix, export, another theme, a recent list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from textual.command import Hit, Hits, Provider
from textual.content import Content

from listbuilder.diagnostics.messages import describe_title, word_fix
from listbuilder.errors import ListbuilderError
from listbuilder.rules.edits import Add
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui import printing
from listbuilder.tui.face import Face
from listbuilder.tui.opening import Opener
from listbuilder.tui.paths import is_file
from listbuilder.tui.screens.editor import EditorScreen
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.tui.shelf import load_recent
from listbuilder.tui.view.fixes import usable_fixes
from listbuilder.tui.view.words import title_of

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
    language, workspace = screen.app.language, screen.workspace
    for worked in workspace.roster.entries:
        yield screen.tr("tui.palette.go", name=title_of(worked, language)), partial(screen.go_to, worked.id)
    for book in workspace.factions:
        for unit in book.units.values():
            add = partial(screen.bench.perform, Add(unit.ref, subject=unit.name), follow=True)
            yield screen.tr("tui.palette.add", name=plain_line(unit.name.to(language))), add


def _fixes(screen: EditorScreen) -> Iterator[Thing]:
    """Offer every fix once; one may mend several findings."""
    language = screen.app.language
    found: dict[str, Thing] = {}
    for finding in screen.workspace.report:
        for fix in usable_fixes(finding):
            name = screen.tr("tui.palette.fix", name=plain_line(word_fix(fix, language), 120))
            if name not in found:
                found[name] = name, partial(screen.bench.fix, fix, describe_title(finding.code, language))
    yield from found.values()


def _exports(screen: EditorScreen) -> Iterator[Thing]:
    for name in printing.FORMATS:
        yield screen.tr("tui.palette.export", name=name), partial(_export, screen, name)


def _export(screen: EditorScreen, name: str) -> None:
    settings = screen.app.settings
    wish = printing.Wish(format=name, language=screen.app.language)
    try:
        path = printing.export(screen.workspace, wish, settings.exports_folder)
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
