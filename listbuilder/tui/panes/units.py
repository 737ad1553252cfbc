"""The units to choose from, with a filter under them."""

from __future__ import annotations

from collections.abc import Iterator

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Input

from listbuilder.model import RosterEntry, Unit
from listbuilder.rules.edits import Add, Remove
from listbuilder.tui.bench import Bench
from listbuilder.tui.face import Face
from listbuilder.tui.panes.pane import MEDIUM, Listener, Pane
from listbuilder.tui.view.ghost import ghost_row
from listbuilder.tui.view.profile import profile_row
from listbuilder.tui.view.row import Row
from listbuilder.tui.view.units import unit_rows
from listbuilder.tui.view.words import title_of
from listbuilder.tui.workspace import find_unit
from listbuilder.validation.ghost import Ghost


class UnitRows(Pane):
    """The units that match what is typed."""

    def __init__(self, bench: Bench, listener: Listener) -> None:
        super().__init__(bench, listener, "units", verb="key.add-this")
        self.search = ""

    def build(self) -> list[Row]:
        """List the units."""
        return unit_rows(self.bench.workspace, self.app.language, self.search, self.room)

    def paint(self) -> None:
        """Show the units."""
        self.title(self.app.tr("tui.units.title"))
        super().paint()

    def filter(self, search: str, cursor: str | None = None) -> None:
        """Show what matches; the cursor goes to the best, or back to a row it was on."""
        self.search = search
        self.show(self.build(), cursor, afresh=True)


class UnitsPane(Vertical):
    """A filter and the list it filters; keys that move the cursor work from the filter too."""

    app = getters.app(Face)

    def __init__(self, bench: Bench, listener: Listener) -> None:
        super().__init__(id="units-pane")
        self.bench = bench
        self.rows = UnitRows(bench, listener)
        self.field = Input(id="filter", compact=True, select_on_focus=False)
        self._came_from: str | None = None

    def compose(self) -> ComposeResult:
        """Put the filter under the list, so that the lists of all panes begin in one line."""
        yield self.rows
        yield self.field

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

    def paint(self) -> None:
        """Show the units."""
        self.field.placeholder = self.app.tr("tui.units.filter")
        self.rows.paint()

    def search(self) -> None:
        """Begin to type; where the cursor was is remembered."""
        if not self.field.value:
            self._came_from = self.rows.cursor_key
        self.screen.set_focus(self.field)

    def give_up(self) -> None:
        """Empty the filter and go back to where the cursor was before."""
        self.field.value = ""
        self.rows.filter("", self._came_from)

    def work_out(self) -> Iterator[None]:
        """Work out which units would break a rule, one after the other, and show it."""
        for unit in [unit for book in self.bench.workspace.factions for unit in book.units.values()]:
            self.bench.workspace.unit_offer(unit)
            yield
        self.rows.paint()

    @on(Input.Changed, "#filter")
    def _filter(self, event: Input.Changed) -> None:
        event.stop()
        if event.value != self.rows.search:
            self.rows.filter(event.value)
            self.rows.moved(self.rows.cursor_key)

    @on(Input.Submitted, "#filter")
    def _choose(self, event: Input.Submitted) -> None:
        event.stop()
        self._catch_up()
        self.rows.action_choose()

    def _catch_up(self) -> None:
        """Filter by what is typed, also where the message about the last letters is still on its way."""
        if self.field.value != self.rows.search:
            self.rows.filter(self.field.value)

    def on_key(self, event: Key) -> None:
        """Let the keys that move the list's cursor do so while typing."""
        if not self.field.has_focus:
            return
        moves = {"up": -1, "down": 1}
        pages = {"pageup": -1, "pagedown": 1}
        if event.key in moves or event.key in pages:
            event.stop()
            self._catch_up()
        if event.key in moves:
            self.rows.action_move(moves[event.key])
        elif event.key in pages:
            self.rows.action_page(pages[event.key])
