"""The army: its entries, one of them selected."""

from __future__ import annotations

from listbuilder.rules.arranging import Order
from listbuilder.tui.bench import Bench
from listbuilder.tui.panes.pane import Listener, Pane
from listbuilder.tui.view.army import army_rows
from listbuilder.tui.view.row import Row


class ArmyPane(Pane):
    """The entries of the list in their order."""

    def __init__(self, bench: Bench, listener: Listener) -> None:
        super().__init__(bench, listener, "army", verb="key.open-unit")

    def build(self) -> list[Row]:
        """List the entries."""
        return army_rows(self.bench.workspace, self.app.language, self.room, self.bench.look)

    def paint(self) -> None:
        """Show the entries, the cursor on the selected one."""
        order = self.bench.look.order
        how = "" if order is Order.LISTED else self.app.tr(f"tui.army.by-{order.value}")
        self.title(self.app.tr("tui.army.title"), how)
        self.show(self.build(), self.bench.selected)
