"""The screen that starts a new list: system, faction, points; Enter three times is enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Input

from listbuilder.i18n import format_number, translate
from listbuilder.library import Library, SystemHeader
from listbuilder.model import ArmyList, BookPin, FactionId, SystemId
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import BaseScreen
from listbuilder.tui.widgets.key_bar import FilterInput, KeyBar
from listbuilder.tui.widgets.row import BLANK_ROW, Part, Row, info, row
from listbuilder.tui.widgets.row_list import RowLabel, RowList

FORCE_ORG_KEY = "set:force-org"
EVENT_PREFIX = "set:event:"
_MAX_POINTS = 999_999
_NUMBER_SEPARATORS = str.maketrans(dict.fromkeys(" .,'’_\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"))
"""Separators that people write in numbers; they are removed."""
_UNITS_WIDTH = 13
"""Width of the unit counts, so that they are aligned."""
STEPS = ("system", "faction", "points")


@dataclass(frozen=True, slots=True)
class ListDraft:
    """The answers so far."""

    system: str = ""
    faction: str = ""
    force_org: bool = False
    event: str = ""

    def with_system(self, answer: str, library: Library) -> ListDraft:
        """Set the system, or system and faction from `system/faction`, and the system's default force organisation."""
        system, _, faction = answer.partition("/")
        return ListDraft(system, faction, force_org=library.system(system).default_force_org)

    def with_faction(self, faction: str) -> ListDraft:
        """Set the faction."""
        return replace(self, faction=faction)

    def with_event(self, event: str) -> ListDraft:
        """Set the event, or clear it if it was set already."""
        return replace(self, event="" if event == self.event else event)

    def toggle_force_org(self) -> ListDraft:
        """Turn force organisation on or off."""
        return replace(self, force_org=not self.force_org)


def draft_rows(draft: ListDraft, step: str, library: Library, language: str) -> list[Row]:
    """Return rows with the answers so far and the current question."""
    answers = [translate(language, "tui.new.title")]
    answers += [_title(header, language) for header in library.systems() if header.id == draft.system]
    answers += [
        sanitize_line(header.name.to(language))
        for header in library.factions(draft.system)
        if header.id == draft.faction
    ]
    return [
        row("chosen", " → ".join(answers), (), "bold", selectable=False),
        row("asked", translate(language, f"tui.new.{step}"), (), "accent", selectable=False),
    ]


def answer_rows(draft: ListDraft, step: str, library: Library, language: str, search: str) -> list[Row]:
    """Return the possible answers to a question. A number that was typed comes first among the sizes."""
    if step == "points":
        return list(_size_rows(draft, library, language, search))
    words = search.casefold().split()
    rows = list({"system": _system_rows, "faction": _faction_rows}[step](draft, library, language))
    rows = [item for item in rows if all(word in item.left[0].text.casefold() for word in words)]
    if step == "system":
        rows += _faction_rows_of_all_systems(words, library, language)
    return rows or [info(translate(language, "tui.nothing-found"), "dim")]


def default_answer(draft: ListDraft, step: str, library: Library, search: str) -> str | None:
    """Return the most likely answer: the middle one of the suggested sizes, or None for the first row."""
    sizes = sorted(library.system(draft.system).suggested_points) if step == "points" and not search.strip() else []
    return str(sizes[len(sizes) // 2]) if sizes else None


def _system_rows(_: ListDraft, library: Library, language: str) -> Iterator[Row]:
    for header in _systems_by_size(library):
        if factions := library.newest_factions(header.id):
            counts = translate(language, "tui.new.factions", n=len(factions))
            units = translate(language, "sheet.units", n=_count_units(library, header.id))
            yield row(header.id, _title(header, language), (Part(f"{counts}  {units:>{_UNITS_WIDTH}}", "dim"),))


def _faction_rows_of_all_systems(words: Sequence[str], library: Library, language: str) -> Iterator[Row]:
    """Yield the factions of every system that match, so that a player can type the army first."""
    for system in _systems_by_size(library) if words else ():
        title = _title(system, language)
        for header in library.newest_factions(system.id):
            name = sanitize_line(header.name.to(language))
            in_name = [word in name.casefold() for word in words]
            if any(in_name) and all(
                matches or word in title.casefold() for matches, word in zip(in_name, words, strict=True)
            ):
                yield row(f"{system.id}/{header.id}", name, (Part(title, "dim"),))


def _systems_by_size(library: Library) -> list[SystemHeader]:
    """Return the systems, those with the most units first."""
    return sorted(library.systems(), key=lambda header: -_count_units(library, header.id))


def _count_units(library: Library, system: str) -> int:
    return sum(faction.units for faction in library.newest_factions(system))


def _faction_rows(draft: ListDraft, library: Library, language: str) -> Iterator[Row]:
    headers = library.newest_factions(draft.system)
    for header in sorted(headers, key=lambda header: header.name.to(language)):
        units = translate(language, "sheet.units", n=header.units)
        name = sanitize_line(header.name.to(language))
        yield row(header.id, (Part(name), Part(f"  {sanitize_line(header.version)}", "dim")), (Part(units, "dim"),))


def _size_rows(draft: ListDraft, library: Library, language: str, typed: str) -> Iterator[Row]:
    """Yield the typed number, then the suggested sizes and the switches."""
    sizes = sorted(library.system(draft.system).suggested_points)
    if typed.strip():
        digits = typed.translate(_NUMBER_SEPARATORS)
        if not digits.isdecimal() or not int(digits):
            yield info(translate(language, "tui.new.no-number"), "warn")
            return
        number = min(_MAX_POINTS, int(digits))
        sizes = [number, *(size for size in sizes if size != number)]
    word = translate(language, "sheet.word.points")
    for size in sizes:
        yield row(str(size), f"{format_number(language, size):>7} {word}")
    yield row("", f"        {translate(language, 'tui.new.no-limit')}")
    yield BLANK_ROW
    if library.system(draft.system).force_organisation is not None:
        yield row(FORCE_ORG_KEY, f"[{'x' if draft.force_org else ' '}] {translate(language, 'tui.details.force_org')}")
    for header in library.events():
        if not header.systems or draft.system in header.systems:
            mark = "(•)" if draft.event == header.id else "( )"
            name = f"{translate(language, 'tui.details.event')}: {sanitize_line(header.name.to(language))}"
            yield row(EVENT_PREFIX + header.id, f"{mark} {name}")


def _title(header: SystemHeader, language: str) -> str:
    return sanitize_line(f"{header.name.to(language)} {header.edition}".strip())


class NewListScreen(BaseScreen[tuple[ArmyList, str]]):
    """One question after the other, with a sensible answer selected."""

    CSS_PATH = "../styles/new_list.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "key.back", id="new.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="new.help", key_display="?"),
    ]
    choices = getters.query_one("#choices", RowList)
    typed = getters.query_one("#typed", Input)

    def __init__(self) -> None:
        super().__init__()
        self._step = 0
        self._draft = ListDraft()

    def compose(self) -> ComposeResult:
        """Lay out the answers so far, the input and the choices."""
        choices = RowList(id="choices", choose_on_click=True, enter_label="key.choose")
        typed = FilterInput(choices, classes="")
        typed.id = "typed"
        yield from (RowLabel(id="summary"), typed, choices)
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
        question, language = (self._draft, STEPS[self._step], self.app.library), self.app.language
        self.query_one("#summary", RowLabel).show(draft_rows(*question, language))
        rows = answer_rows(*question, language, self.typed.value)
        self.choices.show(rows, default_answer(*question, self.typed.value) if afresh else None, from_top=afresh)
        self.refresh_bindings()

    @on(Input.Changed)
    def _search(self) -> None:
        self._paint(afresh=True)

    @on(Input.Submitted)
    def choose_selected(self) -> None:
        """Choose the selected answer."""
        self.choices.action_choose()

    @on(RowList.Selected)
    def _answer(self, event: RowList.Selected) -> None:
        key, step = event.key, STEPS[self._step]
        if step == "points" and key == FORCE_ORG_KEY:
            self._draft = self._draft.toggle_force_org()
            self._paint()
        elif step == "points" and key.startswith(EVENT_PREFIX):
            self._draft = self._draft.with_event(key.removeprefix(EVENT_PREFIX))
            self._paint()
        elif step == "points":
            with self.app.show_errors():
                self._finish(int(key) if key else None)
        else:
            is_system = step == "system"
            self._draft = self._draft.with_system(key, self.app.library) if is_system else self._draft.with_faction(key)
            self._step = STEPS.index("points" if self._draft.faction else "faction")
            self._ask()

    def _finish(self, points: int | None) -> None:
        draft, app = self._draft, self.app
        faction = app.library.faction(draft.faction, draft.system)
        event = app.library.event(draft.event) if draft.event else None
        if event is not None and event.points is not None:
            points = event.points
        name = " ".join(part for part in (faction.name.to(app.language), str(points or "")) if part)
        army = ArmyList(
            name=name,
            system=SystemId(draft.system),
            points=points,
            force_org=draft.force_org if event is None or event.force_org is None else event.force_org,
            event=draft.event or None,
            books={FactionId(faction.id): BookPin(faction.version, faction.sha256)},
        )
        self.dismiss((army, faction.id))

    def action_back(self) -> None:
        """Go back to the previous question, or close the screen."""
        if self._step == 0:
            self.dismiss(None)
        else:
            self._step -= 1
            self._draft = self._draft.with_faction("") if self._step else ListDraft()
            self._ask()

    def on_key(self, event: Key) -> None:
        """Move the cursor with the arrow keys while typing."""
        if self.typed.has_focus and event.key in ("up", "down"):
            self.choices.action_move(1 if event.key == "down" else -1)
