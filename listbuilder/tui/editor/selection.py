"""The open list on the bench: what is selected, what is done to it, and who is told. No widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from listbuilder.diagnostics import Fix
from listbuilder.listfiles.version_history import Moment, go_to
from listbuilder.model import ArmyList, EntryId, RosterEntry
from listbuilder.rules.edits import Edit
from listbuilder.rules.history import Step
from listbuilder.rules.labels import unknown_title
from listbuilder.rules.summary import Order
from listbuilder.rules.upgrade_actions import Deed, Refused
from listbuilder.tui.editor.army_rows import Look, army_order
from listbuilder.tui.editor.session import Workspace
from listbuilder.tui.labels import title_of
from listbuilder.tui.odds.odds_cache import Scales


def _nobody() -> None:
    """Nobody looks yet."""


class Bench:
    """A list being edited: every edit goes through here, and whoever shows the list hears of it at once."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.selected: str | None = next(iter(army_order(workspace.roster)), None)
        self.changed: Callable[[], object] = _nobody
        """Called after every edit, when the selection stands."""
        self.scales = Scales()
        """Keeps what units do by their loadout."""
        self.look = Look()
        """How the player looks at the army."""
        self._place = 0

    @property
    def worked(self) -> RosterEntry | None:
        """The selected entry, worked out."""
        return self.workspace.find(self.selected)

    @property
    def entry(self) -> EntryId | None:
        """The id of the selected entry, also of one whose unit nobody knows."""
        return EntryId(self.selected) if self.selected is not None else None

    def name(self, language: str) -> str | None:
        """Name the selected entry, also one whose unit nobody knows."""
        worked = self.worked
        if worked is not None:
            return title_of(worked, language)
        entry = self.workspace.army.entry(self.selected or "")
        return unknown_title(entry, language) if entry is not None else None

    def select(self, entry: str | None) -> None:
        """Turn to an entry; one that is gone leaves the selection near where it was."""
        order = army_order(self.workspace.roster, self.look.order)
        if entry not in order:
            entry = order[min(self._place, len(order) - 1)] if order else None
        self.selected = entry
        self._place = order.index(entry) if entry is not None else 0

    def perform(self, edit: Edit, *, follow: bool = False) -> bool:
        """Carry out an edit, perhaps going to the entry that it brings; tell whether anything changed."""
        return self._do(lambda: self.workspace.do(edit), follow=follow)

    def attempt(self, deed: Deed, *, follow: bool = False) -> Refused | None:
        """Carry a deed out; give the reason where it has no meaning."""
        if isinstance(deed, Refused):
            return deed
        self.perform(deed, follow=follow)
        return None

    def fix(self, fix: Fix, subject: object) -> bool:
        """Carry out a fix."""
        return self._do(lambda: self.workspace.fix(fix, subject))

    def exchange(self, army: ArmyList, label: str, subject: object) -> bool:
        """Take over another state of the list as one step."""
        return self._do(lambda: self.workspace.exchange(army, label, subject))

    def admit(self, faction: str) -> None:
        """Offer the units of one more book."""
        self.workspace.admit(faction)
        self.changed()

    @property
    def chosen(self) -> tuple[EntryId, ...]:
        """The entries that a deed is done to: those that are marked, else the selected one."""
        marked = tuple(entry.id for entry in self.workspace.army.entries if entry.id in self.look.marked)
        return marked or (() if self.entry is None else (self.entry,))

    def look_otherwise(self, how: str) -> None:
        """Look at the army in another way; the list stays as it is."""
        ways = {
            "mark": self._toggle_mark,
            "fold": self._toggle_fold,
            "fold_all": lambda: self._toggle_fold(every=True),
            "order": self._reorder,
        }
        ways[how]()

    def _toggle_mark(self) -> None:
        """Mark the selected entry, or no longer."""
        if self.selected is not None:
            self.look = replace(self.look, marked=self.look.marked ^ {self.selected})

    def _toggle_fold(self, *, every: bool = False) -> None:
        """Unfold the selected entry, or fold it again; or all of them."""
        names = {entry.id for entry in self.workspace.army.entries} if every else {self.selected or ""}
        unfolded = self.look.unfolded
        self.look = replace(self.look, unfolded=unfolded - names if names <= unfolded else unfolded | names)

    def _reorder(self) -> None:
        """Look at the army in the next order."""
        orders = list(Order)
        self.look = replace(self.look, order=orders[(orders.index(self.look.order) + 1) % len(orders)])
        self.select(self.selected)

    def go_to(self, moment: Moment) -> bool:
        """Make a moment of the timeline the present."""
        return self._do(lambda: self.workspace.travel(go_to(self.workspace.history, moment)), follow=True)

    def undo(self) -> Step | None:
        """Go one step back and give what was undone."""
        return self._travel(self.workspace.undo)

    def redo(self) -> Step | None:
        """Go one step forward and give what was done again."""
        return self._travel(self.workspace.redo)

    def _travel(self, go: Callable[[], Step | None]) -> Step | None:
        before = self._ids()
        step = go()
        if step is not None:
            self._settle(before, follow=True)
        return step

    def _do(self, change: Callable[[], bool], *, follow: bool = False) -> bool:
        before = self._ids()
        if not change():
            return False
        self._settle(before, follow=follow)
        return True

    def _settle(self, before: set[str], *, follow: bool) -> None:
        """Select what has come, or else stay; then tell."""
        there = self._ids()
        self.look = replace(self.look, marked=self.look.marked & there)
        new = [name for name in there if name not in before]
        self.select(new[0] if follow and len(new) == 1 else self.selected)
        self.changed()

    def _ids(self) -> set[str]:
        return {entry.id for entry in self.workspace.army.entries}
