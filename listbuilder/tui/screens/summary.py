"""The army at a glance: points by role, models, wounds, attacks, tokens, activations, expected damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from listbuilder.odds.army_damage import Reached, army_reach, distances
from listbuilder.odds.combatant import Party
from listbuilder.odds.roster_combatants import army_parties
from listbuilder.rules.summary import build_summary
from listbuilder.tui.face import Dialog
from listbuilder.tui.view.odds_reach import reach_rows
from listbuilder.tui.view.summary import summary_rows
from listbuilder.tui.widgets.idle import Idle
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.rows import Rows
from listbuilder.tui.workspace import Workspace

_NARROWEST = 40


class SummaryScreen(Dialog[None]):
    """Sums and bars; any of the keys that opened it closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,i,q,enter", "cancel", "key.back", id="summary.close", key_display="Esc"),
    ]

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._parties: tuple[Party, ...] = ()
        self._reached: list[Reached] = []
        self.idle = Idle(self)

    def compose(self) -> ComposeResult:
        """Show the sums in a box."""
        with Vertical(classes="dialog help"):
            yield Rows()
        yield KeyBar()

    def on_mount(self) -> None:
        """Add the army up."""
        self.query_one(Vertical).border_title = self.tr("tui.summary.title")
        self.set_focus(self.query_one(Rows))
        self._parties = army_parties(self._workspace.roster, self.app.language)
        self._paint()
        self.idle.start(self._weigh())

    def _weigh(self) -> Iterator[None]:
        """Work out what the army may expect to wound, between keys."""
        for reached in army_reach(self._parties, self._workspace.system):
            if reached is not None:
                self._reached.append(reached)
                self._paint()
            yield

    def on_resize(self) -> None:
        """Draw the bars for the new width."""
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        rows = self.query_one(Rows)
        room = max(_NARROWEST, rows.room)
        system, summary = self._workspace.system, build_summary(self._workspace.roster)
        language = self.app.language
        found = summary_rows(summary, system.measure, language, room)
        if self._parties:
            whole = len(self._reached) == len(distances(self._parties))
            found += reach_rows(self._reached, self._parties, system.measure, language, whole=whole)
        rows.styles.height = len(found)
        rows.show(found)
