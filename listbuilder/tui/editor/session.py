"""The open list: its history, the roster and the report that belong to it, and what may be picked. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from listbuilder.diagnostics import Diagnostic, Fix, Report
from listbuilder.errors import EditError, UnreadableError
from listbuilder.importers.partial_factions import settle
from listbuilder.judging.edit import pin_books, still_found, to_save
from listbuilder.judging.judge import judge_army
from listbuilder.judging.results import Judged, Unread, origin_of
from listbuilder.library import Library
from listbuilder.model import (
    ArmyList,
    EntryId,
    Event,
    Faction,
    FactionId,
    Loadout,
    Option,
    Roster,
    RosterEntry,
    Section,
    System,
    Unit,
    UnitRef,
    split_ref,
)
from listbuilder.rules.edits import Add, Edit, apply_fix
from listbuilder.rules.history import History, Step
from listbuilder.rules.upgrade_actions import taking
from listbuilder.validation.preview import Foresight, Ghost, obstacle

OfferKey = tuple[str, ...]
_IMPORT = "IMP"


class Workspace:
    """A list being edited, worked out and judged after every step."""

    def __init__(
        self, library: Library, army: ArmyList, extra_factions: Iterable[str] = (), found: Report | None = None
    ) -> None:
        self.library = library
        army = settle(army, library)
        self._origin = origin_of(army, library, found)
        """What came with the file; once the list is changed, it is read anew from what would be saved."""
        self._extra = tuple(extra_factions)
        self.history = History(army)
        self.system: System = library.system(army.system)
        self.judged = self._judge()
        self.edition = 0
        """Another number for every state that the list has been in."""
        self._offers: dict[OfferKey, Diagnostic | None] = {}
        self._stale: dict[OfferKey, Diagnostic | None] = {}
        self._foresight: Foresight | None = None
        self.gear: dict[tuple[EntryId, str], tuple[tuple[tuple[Loadout, ...], ...], str]] = {}
        """What units carry, in words: a face that shows all of them asks after every edit, and few have changed."""
        self.options: dict[tuple[UnitRef, str, str], str] = {}
        """Options in words, by unit, row and language; the data that they come from stays."""
        self._ghosts: dict[UnitRef, Ghost | None] = {}
        self._mended = -1

    @property
    def roster(self) -> Roster:
        """The list worked out."""
        return self.judged.roster

    @property
    def report(self) -> Report:
        """What is to be said of the list."""
        return self.judged.report

    @property
    def event(self) -> Event | None:
        """The event that the list is for."""
        return self.judged.event

    @property
    def army(self) -> ArmyList:
        """The list as it is now."""
        return self.history.present

    @property
    def factions(self) -> tuple[Faction, ...]:
        """The books whose units may be added: those in use first."""
        found = (self.roster.factions.get(FactionId(name)) for name in self._books())
        return tuple(book for book in found if book is not None)

    @property
    def legal(self) -> bool:
        """Whether the list may be played as it is."""
        return self.report.legal

    def do(self, edit: Edit) -> bool:
        """Apply an edit; tell whether it changed anything."""
        return self._record(edit, edit.label, edit.subject)

    def fix(self, fix: Fix, subject: object) -> bool:
        """Carry out a fix; tell whether it changed anything."""
        return self._record(lambda army: apply_fix(army, fix), "edit.fix", subject)

    def exchange(self, army: ArmyList, label: str, subject: object) -> bool:
        """Take over another state of the list as one step."""
        return self._record(lambda _: army, label, subject)

    def travel(self, history: History) -> bool:
        """Take over another state of the history; tell whether it is one: what is known of the list stays otherwise."""
        if history == self.history:
            return False
        self.history = history
        self._work_out()
        return True

    def undo(self) -> Step | None:
        """Go one step back and give what was undone."""
        step = self.history.undoable
        self.travel(self.history.undo())
        return step

    def redo(self) -> Step | None:
        """Go one step forward and give what was done again."""
        step = self.history.redoable
        self.travel(self.history.redo())
        return step

    def admit(self, faction: str) -> None:
        """Offer the units of one more book."""
        self._extra = (*self._extra, faction)
        self._work_out()

    def find(self, entry: str | None) -> RosterEntry | None:
        """Find a worked-out entry by its id."""
        return self.roster.find(entry) if entry is not None else None

    def unit_offer(self, unit: Unit) -> Diagnostic | None:
        """Tell what speaks against adding a unit now."""
        return self._offer(("unit", unit.ref), lambda: Add(unit.ref, subject=unit.name))

    def option_offer(self, worked: RosterEntry, section: Section, option: Option, half: int) -> Diagnostic | None:
        """Tell what speaks against taking an option (once more) now."""
        key = self.option_key(worked, section, option, half)
        return self._offer(key, lambda: taking(worked, section, option, half))

    def option_key(self, worked: RosterEntry, section: Section, option: Option, half: int) -> OfferKey:
        """Name an offer."""
        return ("option", worked.id, str(half), section.id, option.id)

    @property
    def offered(self) -> int:
        """How many offers are worked out by now."""
        return len(self._offers)

    def known_offer(self, key: OfferKey) -> Diagnostic | None:
        """Give what was last known of an offer, without working it out: the screen is painted first."""
        return self._offers[key] if key in self._offers else self._stale.get(key)

    def ahead(self, edit: Callable[[ArmyList], ArmyList]) -> Ghost | None:
        """Tell what an edit would lead to; None where it has no meaning."""
        if self._foresight is None:
            self._foresight = Foresight(self.roster, self.report)
        return self._foresight.of(lambda army: pin_books(edit(army), self.roster.factions))

    def ahead_of(self, unit: Unit) -> Ghost | None:
        """Tell what adding a unit would lead to; worked out once for each state of the list."""
        if unit.ref not in self._ghosts:
            self._ghosts[unit.ref] = self.ahead(Add(unit.ref))
        return self._ghosts[unit.ref]

    @property
    def mended(self) -> bool:
        """Whether it is known what would mend each finding."""
        return self._mended == self.edition

    def mend(self) -> Iterator[None]:
        """Work out what would mend each finding, pausing wherever that is possible."""
        edition = self.edition
        yield from self.report.first_fixes()
        self._mended = edition

    def try_out(self, edit: Callable[[ArmyList], ArmyList]) -> Diagnostic | None:
        """Tell what speaks against an edit."""
        return obstacle(self.roster, self.report, edit)

    def _offer(self, key: OfferKey, build: Callable[[], Callable[[ArmyList], ArmyList]]) -> Diagnostic | None:
        if key not in self._offers:
            self._offers[key] = self.try_out(build())
        return self._offers[key]

    def _record(self, change: Callable[[ArmyList], ArmyList], label: str, subject: object) -> bool:
        try:
            army = pin_books(change(self.army), self.roster.factions)
        except EditError:
            return False  # the entry or the pick is gone: nothing to do
        return self.travel(self.history.record(army, label, subject))

    def _work_out(self) -> None:
        if self.army.system != self.system.id:
            self.system = self.library.system(self.army.system)
        self.judged = self._judge(self.event)
        self.edition += 1
        self._stale = {**self._stale, **self._offers}
        self._offers = {}
        self._foresight = None
        self._ghosts = {}

    def _judge(self, event: Event | None = None) -> Judged:
        """Judge the list as it is; an event that is known already is not looked up again."""
        army = self.army
        known = event if event is not None and event.id == army.event else None
        origin = replace(self._origin, found=self._file_findings())
        judged = judge_army(army, self.library, origin, known, books=self._books())
        if isinstance(judged, Unread):
            raise UnreadableError(judged.report.diagnostics)
        return judged

    def to_save(self) -> ArmyList:
        """Give the list as the file is to have it."""
        return to_save(self.roster)

    def _file_findings(self) -> Report:
        """Give what is still to be said of the file: as it was read, and after a change as it would be written."""
        found = self._origin.found
        return still_found(found, self.army) if self.history.past else found

    def _books(self) -> Iterable[str]:
        """Name the books whose units may be added: those in use first."""
        used = (split_ref(entry.unit)[0] for entry in self.army.entries)
        return dict.fromkeys((*used, *self.army.books, *self._extra))


def find_unit(workspace: Workspace, ref: str) -> Unit | None:
    """Find a unit among the books of a workspace."""
    faction, unit = split_ref(UnitRef(ref))
    return next((book.units.get(unit) for book in workspace.factions if book.id == faction), None)
