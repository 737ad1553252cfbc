"""The odds of the selected unit, as it is now: what it does to the usual targets, shooting and charging."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from listbuilder.odds.listed import listed_party
from listbuilder.odds.situation import Mode, Situation
from listbuilder.tui.face import Dialog
from listbuilder.tui.view.odds import odds_rows
from listbuilder.tui.view.row import info
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.rows import Rows
from listbuilder.tui.workspace import Workspace

_MODES = (Mode.SHOOT, Mode.CHARGE)


class OddsScreen(Dialog[None]):
    """Tables of mean wounds; keys change how things stand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,w,q,enter", "cancel", "key.back", id="odds.close", key_display="Esc"),
        Binding("n", "turn('far')", "key.odds.near", id="odds.near"),
        Binding("c", "turn('cover')", "key.odds.cover", id="odds.cover"),
        Binding("m", "turn('moved')", "key.odds.moved", id="odds.moved"),
        Binding("f", "turn('fatigued')", "key.odds.fatigued", id="odds.fatigued"),
    ]

    def __init__(self, workspace: Workspace, selected: str) -> None:
        super().__init__()
        self._workspace = workspace
        self._selected = selected
        self._situation = Situation(mode=Mode.CHARGE)

    def compose(self) -> ComposeResult:
        """Show the tables in a box."""
        with Vertical(classes="dialog help"):
            yield Rows()
        yield KeyBar()

    def on_mount(self) -> None:
        """Work them out."""
        self.query_one(Vertical).border_title = self.tr("key.odds")
        self.set_focus(self.query_one(Rows))
        self._paint()

    def action_turn(self, what: str) -> None:
        """Change how things stand."""
        now = self._situation
        turned = {
            "far": replace(now, far=not now.far),
            "cover": replace(now, cover=not now.cover),
            "moved": replace(now, moved=not now.moved),
            "fatigued": replace(now, fatigued=not now.fatigued),
        }
        self._situation = turned[what]
        self._paint()

    def _paint(self) -> None:
        roster, language = self._workspace.roster, self.app.language
        worked = roster.find(self._selected)
        if worked is None:
            return
        situations = [replace(self._situation, mode=mode) for mode in _MODES]
        party = listed_party(worked, roster, language)
        stand = " \N{MIDDLE DOT} ".join(self._standing())
        rows = [*odds_rows(party, roster.system, situations, language)]
        rows.insert(1, info(stand, "accent", key="standing"))
        self.query_one(Rows).show(rows)

    def _standing(self) -> list[str]:
        """Say how things stand."""
        now = self._situation
        flags = {"cover": now.cover, "moved": now.moved, "fatigued": now.fatigued}
        said = ["far" if now.far else "near", *(name for name, holds in flags.items() if holds)]
        return [self.tr(f"tui.odds.{name}") for name in said]
