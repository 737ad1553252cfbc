"""A new list: system, faction, points. Enter, Enter, Enter makes one.

The questions of a new list, and the answers there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Input

from listbuilder.errors import ListbuilderError
from listbuilder.i18n import format_number, translate
from listbuilder.library import Library, SystemHeader
from listbuilder.model import ArmyList, Book, FactionId, SystemId
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Face, Leaf
from listbuilder.tui.widgets.key_bar import Filter, KeyBar
from listbuilder.tui.widgets.row import BLANK, Part, Row, info, row
from listbuilder.tui.widgets.row_list import Lines, Rows

FORCE_ORG = "set:force-org"
EVENT = "set:event:"
_MOST_POINTS = 999_999
_IN_NUMBERS = str.maketrans(dict.fromkeys(" .,'’_\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"))
"""What people write into a number; it is left out."""
_UNITS = 13
"""How many cells the number of a game's units takes, so that they stand under each other."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been answered so far."""

    system: str = ""
    faction: str = ""
    force_org: bool = False
    event: str = ""

    def with_system(self, answer: str, library: Library) -> Draft:
        """Choose the system, perhaps with a faction behind a stroke; force organisation is on where it has one."""
        system, _, faction = answer.partition("/")
        return Draft(system, faction, force_org=library.system(system).default_force_org)

    def with_faction(self, faction: str) -> Draft:
        """Choose the faction."""
        return replace(self, faction=faction)

    def with_event(self, event: str) -> Draft:
        """Choose the event, or none where it was chosen already."""
        return replace(self, event="" if event == self.event else event)

    def toggled(self) -> Draft:
        """Turn force organisation on or off."""
        return replace(self, force_org=not self.force_org)


def summary_rows(draft: Draft, step: str, library: Library, language: str) -> list[Row]:
    """Say what is chosen, and what is asked."""
    chosen = [translate(language, "tui.new.title")]
    chosen += [_title(header, language) for header in library.systems() if header.id == draft.system]
    chosen += [
        plain_line(header.name.to(language)) for header in library.factions(draft.system) if header.id == draft.faction
    ]
    return [
        row("chosen", " → ".join(chosen), (), "bold", pickable=False),
        row("asked", translate(language, f"tui.new.{step}"), (), "accent", pickable=False),
    ]


def step_rows(draft: Draft, step: str, library: Library, language: str, search: str) -> list[Row]:
    """List the answers to a question; of sizes, what was typed comes first."""
    if step == "points":
        return list(_points(draft, library, language, search))
    words = search.casefold().split()
    found = list({"system": _systems, "faction": _factions}[step](draft, library, language))
    found = [item for item in found if all(word in item.left[0].text.casefold() for word in words)]
    if step == "system":
        found += _anywhere(words, library, language)
    return found or [info(translate(language, "tui.nothing-found"), "dim")]


def likely_answer(draft: Draft, step: str, library: Library, search: str) -> str | None:
    """Give the answer that most would give: of the usual sizes the middle one; None is the first in sight."""
    usual = sorted(library.system(draft.system).suggested_points) if step == "points" and not search.strip() else []
    return str(usual[len(usual) // 2]) if usual else None


def _systems(_: Draft, library: Library, language: str) -> Iterator[Row]:
    """List the games that have factions."""
    for header in _by_units(library):
        if factions := library.newest_factions(header.id):
            counts = translate(language, "tui.new.factions", n=len(factions))
            units = translate(language, "sheet.units", n=_units_of(library, header.id))
            yield row(header.id, _title(header, language), (Part(f"{counts}  {units:>{_UNITS}}", "dim"),))


def _anywhere(words: Sequence[str], library: Library, language: str) -> Iterator[Row]:
    """List the factions of any game that are meant: who knows which army it is to be types that first."""
    for system in _by_units(library) if words else ():
        title = _title(system, language)
        for header in library.newest_factions(system.id):
            name = plain_line(header.name.to(language))
            named = [word in name.casefold() for word in words]
            if any(named) and all(one or word in title.casefold() for one, word in zip(named, words, strict=True)):
                yield row(f"{system.id}/{header.id}", name, (Part(title, "dim"),))


def _by_units(library: Library) -> list[SystemHeader]:
    """Give the games, those with the most units to choose from first."""
    return sorted(library.systems(), key=lambda header: -_units_of(library, header.id))


def _units_of(library: Library, system: str) -> int:
    return sum(faction.units for faction in library.newest_factions(system))


def _factions(draft: Draft, library: Library, language: str) -> Iterator[Row]:
    headers = library.newest_factions(draft.system)
    for header in sorted(headers, key=lambda header: header.name.to(language)):
        units = translate(language, "sheet.units", n=header.units)
        name = plain_line(header.name.to(language))
        yield row(header.id, (Part(name), Part(f"  {plain_line(header.version)}", "dim")), (Part(units, "dim"),))


def _points(draft: Draft, library: Library, language: str, typed: str) -> Iterator[Row]:
    """List the usual sizes after the number that was typed, with or without marks in it."""
    sizes = sorted(library.system(draft.system).suggested_points)
    if typed.strip():
        digits = typed.translate(_IN_NUMBERS)
        if not digits.isdecimal() or not int(digits):
            yield info(translate(language, "tui.new.no-number"), "warn")
            return
        number = min(_MOST_POINTS, int(digits))
        sizes = [number, *(size for size in sizes if size != number)]
    word = translate(language, "sheet.word.points")
    for size in sizes:
        yield row(str(size), f"{format_number(language, size):>7} {word}")
    yield row("", f"        {translate(language, 'tui.new.no-limit')}")
    yield BLANK
    yield from _switches(draft, library, language)


def _switches(draft: Draft, library: Library, language: str) -> Iterator[Row]:
    if library.system(draft.system).force_organisation is not None:
        yield row(FORCE_ORG, f"[{'x' if draft.force_org else ' '}] {translate(language, 'tui.details.force_org')}")
    for header in library.events():
        if not header.systems or draft.system in header.systems:
            mark = "(•)" if draft.event == header.id else "( )"
            name = f"{translate(language, 'tui.details.event')}: {plain_line(header.name.to(language))}"
            yield row(EVENT + header.id, f"{mark} {name}")


def _title(header: SystemHeader, language: str) -> str:
    return plain_line(f"{header.name.to(language)} {header.edition}".strip())


STEPS = ("system", "faction", "points")


class NewListScreen(Leaf[tuple[ArmyList, str]]):
    """One question after the other, each with a sensible answer under the cursor."""

    app = getters.app(Face)
    CSS_PATH = "../styles/new_list.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "key.back", id="new.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="new.help", key_display="?"),
    ]
    choices = getters.query_one("#choices", Rows)
    typed = getters.query_one("#typed", Input)

    def __init__(self) -> None:
        super().__init__()
        self._step = 0
        self._draft = Draft()

    def compose(self) -> ComposeResult:
        """Put what is chosen above, what is asked below."""
        choices = Rows(id="choices", one_click=True, verb="key.choose")
        typed = Filter(choices, classes="")
        typed.id = "typed"
        yield from (Lines(id="summary"), typed, choices)
        yield KeyBar()

    def on_mount(self) -> None:
        """Ask for the system."""
        self._ask()

    def _ask(self) -> None:
        step = STEPS[self._step]
        self.typed.value = ""
        self.typed.placeholder = self.app.tr(f"tui.new.{step}.hint")
        self.typed.focus()
        self._paint(afresh=True)

    def _paint(self, *, afresh: bool = False) -> None:
        draft, language = self._draft, self.app.language
        self.query_one("#summary", Lines).show(summary_rows(draft, STEPS[self._step], self.app.library, language))
        question = (draft, STEPS[self._step], self.app.library)
        rows = step_rows(*question, language, self.typed.value)
        self.choices.show(rows, likely_answer(*question, self.typed.value) if afresh else None, afresh=afresh)
        self.refresh_bindings()

    @on(Input.Changed)
    def _search(self) -> None:
        self._paint(afresh=True)

    @on(Input.Submitted)
    def choose(self) -> None:
        """Take what is under the cursor."""
        self.choices.action_choose()

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:
        step = STEPS[self._step]
        if step == "points":
            self._choose_size(event.key)
            return
        self._draft = (
            self._draft.with_system(event.key, self.app.library)
            if step == "system"
            else self._draft.with_faction(event.key)
        )
        self._step = STEPS.index("points" if self._draft.faction else "faction")
        self._ask()

    def _choose_size(self, key: str) -> None:
        if key == FORCE_ORG:
            self._draft = self._draft.toggled()
        elif key.startswith(EVENT):
            self._draft = self._draft.with_event(key.removeprefix(EVENT))
        else:
            self._finish(int(key) if key else None)
            return
        self._paint()

    def _finish(self, points: int | None) -> None:
        draft, app = self._draft, self.app
        try:
            faction = app.library.faction(draft.faction, draft.system)
            event = app.library.event(draft.event) if draft.event else None
        except ListbuilderError as error:
            app.say_error(error)
            return
        if event is not None and event.points is not None:
            points = event.points
        name = " ".join(part for part in (faction.name.to(app.language), str(points or "")) if part)
        army = ArmyList(
            name=name,
            system=SystemId(draft.system),
            points=points,
            force_org=draft.force_org if event is None or event.force_org is None else event.force_org,
            event=draft.event or None,
            books={FactionId(faction.id): Book(faction.version, faction.sha256)},
        )
        self.dismiss((army, faction.id))

    def action_back(self) -> None:
        """Go back to the question before, or leave."""
        if self._step == 0:
            self.dismiss(None)
        else:
            self._step -= 1
            self._draft = self._draft.with_faction("") if self._step else Draft()
            self._ask()

    def on_key(self, event: Key) -> None:
        """Let the arrows move the cursor while typing."""
        if self.typed.has_focus and event.key in ("up", "down"):
            self.choices.action_move(1 if event.key == "down" else -1)
