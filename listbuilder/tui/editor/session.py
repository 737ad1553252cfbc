"""The state of the editor: list, history, verdict, selection and previews. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from listbuilder.diagnostics import Diagnostic, Fix, Report
from listbuilder.errors import EditError, UnreadableError
from listbuilder.importers.partial_factions import resolve_units
from listbuilder.judging.edit import pin_used_books, remaining_import_findings, with_book_totals
from listbuilder.judging.judge import judge_army
from listbuilder.judging.results import Judged, Unreadable, find_import_info
from listbuilder.library import Library
from listbuilder.listfiles.version_history import Version, restore_version
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
    split_unit_ref,
)
from listbuilder.rules.army_summary import EntryOrder, group_entries
from listbuilder.rules.edits import AddEntry, Edit, History, HistoryStep, apply_fix
from listbuilder.rules.unit_labels import unresolved_title
from listbuilder.rules.upgrade_actions import EditOrRefusal, Refusal, build_add_edit
from listbuilder.tui.labels import entry_title
from listbuilder.tui.odds.odds_cache import OddsCache
from listbuilder.validation.preview import EditPreview, EditPreviewer, first_new_error

ChoiceKey = tuple[str, ...]
"""Identifies a unit that could be added or an option that could be taken."""


@dataclass(frozen=True, slots=True)
class ArmyViewState:
    """How the army pane shows the list: its order, and which entries are unfolded or marked."""

    order: EntryOrder = EntryOrder.LISTED
    unfolded: frozenset[str] = field(default_factory=frozenset)
    marked: frozenset[str] = field(default_factory=frozenset)


def display_order(roster: Roster, order: EntryOrder = EntryOrder.LISTED) -> list[EntryId]:
    """Return the entry ids in the order on screen, with heroes right after their unit."""
    return [entry for group in group_entries(roster, order) for entry in group.entries]


class EditorSession:
    """The open list with everything that the editor knows about it; every edit goes through here.

    Args:
        library: The installed data.
        army: The list as it was read.
        extra_factions: Books whose units are offered, in addition to the books in use.
        file_report: Findings from reading the file.

    Raises:
        UnreadableError: The list cannot be judged.
    """

    def __init__(
        self, library: Library, army: ArmyList, extra_factions: Iterable[str] = (), file_report: Report | None = None
    ) -> None:
        self.library = library
        army = resolve_units(army, library)
        self._origin = find_import_info(army, library, file_report)
        self._extra_factions = tuple(extra_factions)
        self.history = History(army)
        self.system: System = library.system(army.system)
        self.judged = self._judge()
        self.revision = 0
        """Changes with every state of the list."""
        self.odds_cache = OddsCache()
        self.equipment_texts: dict[tuple[EntryId, str], tuple[tuple[tuple[Loadout, ...], ...], str]] = {}
        """Equipment texts by entry and language, each with the loadouts that it describes."""
        self.option_texts: dict[tuple[UnitRef, str, str], str] = {}
        """Option texts by unit, row key and language."""
        self._errors: dict[ChoiceKey, Diagnostic | None] = {}
        self._stale_errors: dict[ChoiceKey, Diagnostic | None] = {}
        self._previewer: EditPreviewer | None = None
        self._unit_previews: dict[UnitRef, EditPreview | None] = {}
        self._fixes_revision = -1
        self.army_view = ArmyViewState()
        self.selected_id: EntryId | None = next(iter(display_order(self.roster)), None)
        self._selected_index = 0
        self.on_change: Callable[[], object] = lambda: None
        """Called after every edit, once the selection is up to date."""

    @property
    def roster(self) -> Roster:
        """The roster of the list."""
        return self.judged.roster

    @property
    def report(self) -> Report:
        """All findings about the list."""
        return self.judged.report

    @property
    def army(self) -> ArmyList:
        """The list as it is now."""
        return self.history.present

    @property
    def factions(self) -> tuple[Faction, ...]:
        """The books whose units may be added, those in use first."""
        books = (self.roster.factions.get(FactionId(name)) for name in self._faction_ids())
        return tuple(book for book in books if book is not None)

    def army_to_save(self) -> ArmyList:
        """Return the list as the file must contain it."""
        return with_book_totals(self.roster)

    def find_entry(self, entry: str | None) -> RosterEntry | None:
        """Return the roster entry with this id, or None if there is none."""
        return self.roster.find_entry(entry) if entry is not None else None

    def find_unit(self, ref: str) -> Unit | None:
        """Return a unit of the offered books, or None if there is none."""
        faction, unit = split_unit_ref(UnitRef(ref))
        return next((book.units.get(unit) for book in self.factions if book.id == faction), None)

    @property
    def selected_entry(self) -> RosterEntry | None:
        """The selected entry, or None if its unit is unknown."""
        return self.find_entry(self.selected_id)

    def selected_name(self, language: str) -> str | None:
        """Return the name of the selected entry, even if its unit is unknown."""
        if self.selected_entry is not None:
            return entry_title(self.selected_entry, language)
        entry = self.army.find_entry(self.selected_id or "")
        return unresolved_title(entry, language) if entry is not None else None

    @property
    def target_ids(self) -> tuple[EntryId, ...]:
        """The entries that an action applies to: the marked ones, else the selected one."""
        marked = tuple(entry.id for entry in self.army.entries if entry.id in self.army_view.marked)
        return marked or (() if self.selected_id is None else (self.selected_id,))

    def select(self, entry: str | None) -> None:
        """Select an entry; if it is gone, select the one that is now at the same position."""
        order = display_order(self.roster, self.army_view.order)
        if entry in order:
            self.selected_id = EntryId(entry)
        else:
            self.selected_id = order[min(self._selected_index, len(order) - 1)] if order else None
        self._selected_index = order.index(self.selected_id) if self.selected_id is not None else 0

    def apply(self, edit: Edit, *, follow: bool = False) -> bool:
        """Apply an edit and return whether anything changed; `follow` selects the entry that it adds."""
        return self._record(edit, edit.label, edit.subject, follow=follow)

    def try_apply(self, edit: EditOrRefusal, *, follow: bool = False) -> Refusal | None:
        """Apply an edit, or return why it was refused."""
        if isinstance(edit, Refusal):
            return edit
        self.apply(edit, follow=follow)
        return None

    def apply_fix(self, fix: Fix, subject: object) -> bool:
        """Apply a fix and return whether anything changed."""
        return self._record(lambda army: apply_fix(army, fix), "edit.fix", subject)

    def replace_army(self, army: ArmyList, label: str, subject: object) -> bool:
        """Replace the whole list as one step and return whether anything changed."""
        return self._record(lambda _: army, label, subject)

    def restore_version(self, version: Version) -> bool:
        """Return to a version of the history and return whether anything changed."""
        return self._set_history(restore_version(self.history, version), follow=True)

    def undo(self) -> HistoryStep | None:
        """Undo the last step and return it."""
        step = self.history.next_undo
        self._set_history(self.history.undo(), follow=True)
        return step

    def redo(self) -> HistoryStep | None:
        """Redo the step that was undone last and return it."""
        step = self.history.next_redo
        self._set_history(self.history.redo(), follow=True)
        return step

    def add_faction(self, faction: str) -> None:
        """Offer the units of one more book."""
        self._extra_factions = (*self._extra_factions, faction)
        self._update()
        self.on_change()

    def toggle_mark(self) -> None:
        """Mark the selected entry, or unmark it."""
        if self.selected_id is not None:
            self.army_view = replace(self.army_view, marked=self.army_view.marked ^ {self.selected_id})

    def toggle_fold(self, *, every: bool = False) -> None:
        """Unfold the selected entry or all entries; if they are unfolded already, fold them."""
        ids = self._entry_ids() if every else {self.selected_id or ""}
        unfolded = self.army_view.unfolded
        self.army_view = replace(self.army_view, unfolded=unfolded - ids if ids <= unfolded else unfolded | ids)

    def sort_by_next_order(self) -> None:
        """Show the army in the next sort order."""
        orders = list(EntryOrder)
        order = orders[(orders.index(self.army_view.order) + 1) % len(orders)]
        self.army_view = replace(self.army_view, order=order)
        self.select(self.selected_id)

    def unit_error(self, unit: Unit) -> Diagnostic | None:
        """Return the first error that adding a unit would cause."""
        return self._choice_error(("unit", unit.ref), lambda: AddEntry(unit.ref, subject=unit.name))

    def option_error(self, entry: RosterEntry, section: Section, option: Option, half: int) -> Diagnostic | None:
        """Return the first error that taking an option (once more) would cause."""
        key = self.option_key(entry, section, option, half)
        return self._choice_error(key, lambda: build_add_edit(entry, section, option, half))

    def option_key(self, entry: RosterEntry, section: Section, option: Option, half: int) -> ChoiceKey:
        """Return the key under which the error of an option is stored."""
        return ("option", entry.id, str(half), section.id, option.id)

    @property
    def checked_choices(self) -> int:
        """How many choices were checked since the last edit."""
        return len(self._errors)

    def known_error(self, key: ChoiceKey) -> Diagnostic | None:
        """Return the last known error of a choice without checking it, so that painting does not wait."""
        return self._errors[key] if key in self._errors else self._stale_errors.get(key)

    def first_new_error(self, edit: Callable[[ArmyList], ArmyList]) -> Diagnostic | None:
        """Return the first error that an edit would cause."""
        return first_new_error(self.roster, self.report, edit)

    def preview(self, edit: Callable[[ArmyList], ArmyList]) -> EditPreview | None:
        """Return the preview of an edit, or None if it cannot be applied."""
        if self._previewer is None:
            self._previewer = EditPreviewer(self.roster, self.report)
        return self._previewer.preview(lambda army: pin_used_books(edit(army), self.roster.factions))

    def preview_unit(self, unit: Unit) -> EditPreview | None:
        """Return the preview of adding a unit; computed once for each state of the list."""
        if unit.ref not in self._unit_previews:
            self._unit_previews[unit.ref] = self.preview(AddEntry(unit.ref))
        return self._unit_previews[unit.ref]

    @property
    def has_fixes(self) -> bool:
        """Whether the fixes of all findings are computed."""
        return self._fixes_revision == self.revision

    def compute_fixes(self) -> Iterator[None]:
        """Compute the first fix of every finding, yielding between the steps."""
        revision = self.revision
        yield from self.report.compute_first_fixes()
        self._fixes_revision = revision

    def _choice_error(
        self, key: ChoiceKey, build_edit: Callable[[], Callable[[ArmyList], ArmyList]]
    ) -> Diagnostic | None:
        if key not in self._errors:
            self._errors[key] = self.first_new_error(build_edit())
        return self._errors[key]

    def _record(
        self, change: Callable[[ArmyList], ArmyList], label: str, subject: object, *, follow: bool = False
    ) -> bool:
        try:
            army = pin_used_books(change(self.army), self.roster.factions)
        except EditError:
            return False  # the entry or the upgrade is already gone
        return self._set_history(self.history.record(army, label, subject), follow=follow)

    def _set_history(self, history: History, *, follow: bool) -> bool:
        """Switch to a state of the history, update the selection and notify the screen."""
        if history == self.history:
            return False
        ids_before = self._entry_ids()
        self.history = history
        self._update()
        ids = self._entry_ids()
        self.army_view = replace(self.army_view, marked=self.army_view.marked & ids)
        added = ids - ids_before
        self.select(added.pop() if follow and len(added) == 1 else self.selected_id)
        self.on_change()
        return True

    def _update(self) -> None:
        if self.army.system != self.system.id:
            self.system = self.library.system(self.army.system)
        self.judged = self._judge(self.judged.event)
        self.revision += 1
        self._stale_errors |= self._errors
        self._errors = {}
        self._previewer = None
        self._unit_previews = {}

    def _judge(self, event: Event | None = None) -> Judged:
        """Judge the list; an event that is known already is not looked up again."""
        army, file_report = self.army, self._origin.findings
        known = event if event is not None and event.id == army.event else None
        # after an edit only those findings remain that the saved file would have
        origin = replace(
            self._origin, findings=remaining_import_findings(file_report, army) if self.history.past else file_report
        )
        judged = judge_army(army, self.library, origin, known, books=self._faction_ids())
        if isinstance(judged, Unreadable):
            raise UnreadableError(judged.report.diagnostics)
        return judged

    def _entry_ids(self) -> set[str]:
        return {entry.id for entry in self.army.entries}

    def _faction_ids(self) -> Iterable[str]:
        used = (split_unit_ref(entry.unit)[0] for entry in self.army.entries)
        return dict.fromkeys((*used, *self.army.books, *self._extra_factions))
