"""The units to choose from, with a filter under them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from listbuilder.model import RosterEntry, Unit
from listbuilder.rules.edits import Add, Remove
from listbuilder.tui.bench import Bench
from listbuilder.tui.panes.finder import Finder, SearchedPane
from listbuilder.tui.panes.pane import FRAME, MEDIUM, Listener
from listbuilder.tui.view.ghost import ghost_row
from listbuilder.tui.view.profile import profile_row
from listbuilder.tui.view.row import Row
from listbuilder.tui.view.units import unit_cells, unit_rows
from listbuilder.tui.view.words import title_of
from listbuilder.tui.workspace import find_unit
from listbuilder.validation.preview import Ghost


class UnitRows(SearchedPane):
    """The units that match what is typed."""

    def __init__(self, bench: Bench, listener: Listener) -> None:
        super().__init__(bench, listener, "units", verb="key.add-this")

    @property
    def basis(self) -> Hashable:
        """What is looked for, and what is known to break a rule."""
        return self.search, self.bench.workspace.offered

    def build(self) -> list[Row]:
        """List the units."""
        return unit_rows(self.bench.workspace, self.app.language, self.search, self.room)

    def paint(self) -> None:
        """Show the units."""
        self.title(self.app.tr("tui.units.title"))
        super().paint()


class UnitsPane(Finder):
    """The units, and the filter that finds them."""

    def __init__(self, bench: Bench, listener: Listener) -> None:
        super().__init__(UnitRows(bench, listener), "units-pane")
        self.bench = bench

    @property
    def wanted(self) -> int:
        """How many cells the units need to be read whole, with what is around them."""
        return unit_cells(self.bench.workspace, self.app.language) + FRAME

    def give_up(self) -> None:
        """Show all units again, the cursor on what was found: who looked for it, or added it, goes on from there."""
        self.end(self.rows.cursor_key or self.came_from)

    @property
    def unit(self) -> Unit | None:
        """The unit under the cursor."""
        return find_unit(self.bench.workspace, self.rows.cursor_key or "")

    def add(self) -> None:
        """Add the unit under the cursor; what breaks a rule is added and marked."""
        unit = self.unit
        if unit is not None:
            self.bench.perform(Add(unit.ref, subject=unit.name), follow=True)

    def take_out(self) -> str:
        """Take the last copy of the unit under the cursor out of the army, and say so."""
        unit, language = self.unit, self.app.language
        copies = [worked for worked in self.bench.workspace.roster.entries if worked.unit is unit]
        if unit is None:
            return ""
        if not copies:
            return self.app.tr("tui.units.not-taken", name=unit.name.to(language))
        name = title_of(copies[-1], language)
        self.bench.perform(Remove(copies[-1].id, subject=name))
        return self.app.tr("tui.units.taken-out", name=name)

    def ghost(self) -> Ghost | None:
        """Look ahead to what adding the unit under the cursor would lead to."""
        unit = self.unit
        return self.bench.workspace.ahead_of(unit) if unit is not None else None

    def hint(self, ghost: Ghost | None) -> list[Row]:
        """Say what adding the unit would lead to; where there is no room to show it whole, what it is."""
        language = self.app.language
        if ghost is None:
            return []
        coming = self.coming() if self.app.size.width < MEDIUM else None
        brief = [profile_row(self.bench.workspace, coming, language)] if coming is not None else []
        return [*brief, ghost_row(ghost, language)]

    def coming(self) -> RosterEntry | None:
        """Give the unit under the cursor as it would stand in the army."""
        ghost = self.ghost()
        return next((one.after for one in ghost.entries if one.before is None), None) if ghost is not None else None

    def work_out(self) -> Iterator[None]:
        """Work out which units would break a rule, one after the other, and show it."""
        for unit in [unit for book in self.bench.workspace.factions for unit in book.units.values()]:
            self.bench.workspace.unit_offer(unit)
            yield
        self.rows.paint()
