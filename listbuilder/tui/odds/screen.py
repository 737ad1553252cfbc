"""Odds: what the selected unit does to all kinds of targets, what the army does to an opponent, and one against one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from listbuilder.errors import UnreadableError
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged
from listbuilder.odds.benchmark_targets import usual_targets
from listbuilder.odds.combatant import FIELD, Party
from listbuilder.odds.roster_combatants import army_parties, striking_spells
from listbuilder.odds.situation import Mode, Situation
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Page
from listbuilder.tui.dialogs import ChooseDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.home.list_rows import list_rows
from listbuilder.tui.odds.odds_cache import fighting
from listbuilder.tui.odds.rows import duel_rows, field_targets, find_profile, matrix_rows, odds_rows
from listbuilder.tui.widgets.idle_tasks import Idle
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Row, info, row
from listbuilder.tui.widgets.row_list import Rows

_VIEWS = ("unit", "army", "duel")
_USUAL = "usual"


class OddsScreen(Page):
    """Three views of the same: a unit against profiles, the army against targets, one unit against one target."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "view(1)", "key.odds.view", id="odds.view", key_display="Tab"),
        Binding("shift+tab", "view(-1)", "key.odds.view", show=False, id="odds.view-back"),
        Binding("right", "target(1)", "key.odds.target", id="odds.next", key_display="←→"),
        Binding("left", "target(-1)", "key.odds.target", show=False, id="odds.previous"),
        Binding("s", "turn('mode')", "key.odds.mode", id="odds.mode"),
        Binding("o", "opponent", "key.odds.opponent", id="odds.opponent"),
        Binding("n", "turn('far')", "key.odds.near", id="odds.near"),
        Binding("c", "turn('cover')", "key.odds.cover", id="odds.cover"),
        Binding("m", "turn('moved')", "key.odds.moved", id="odds.moved"),
        Binding("f", "turn('fatigued')", "key.odds.fatigued", id="odds.fatigued"),
        Binding("escape,w,q", "back", "key.back", id="odds.close", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="odds.help", key_display="?"),
    ]
    lines = getters.query_one("#lines", Rows)

    def __init__(self, session: EditorSession, selected: str) -> None:
        super().__init__()
        self._session = session
        self._roster = session.roster
        self._selected = selected
        self._situation = Situation(mode=Mode.CHARGE)
        self._view = _VIEWS[0]
        self._target = 0
        self._column = 0
        self._profile: Party | None = None
        """The profile that the unit is looked at against, in place of the chosen target."""
        self._army: dict[str, Party] = {}
        self._targets: tuple[Party, ...] = ()
        self._opponent = ""
        self.idle = Idle(self)

    def compose(self) -> ComposeResult:
        """Show one view at a time."""
        yield Label(self.tr("tui.odds.title"), classes="page-title", markup=False)
        yield Rows(id="lines", classes="pane", verb="key.odds.duel")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the selected unit and the targets that are usual."""
        roster, language, scales = self._roster, self.app.language, self._session.odds_cache
        alone = [worked for worked in roster.entries if worked.id not in roster.joined_ids]
        self._army = {worked.id: scales.party(worked, roster, language) for worked in alone}
        worked = roster.find(self._selected)
        if worked is not None:
            self._selected = fighting(worked, roster).id
        self._meet(None)
        self.lines.focus()

    @property
    def _party(self) -> Party:
        return self._army[self._selected]

    def _meet(self, answer: str | None) -> None:
        """Turn to other targets: those that are usual, or the units of a list."""
        language = self.app.language
        if answer is None or answer == _USUAL:
            self._targets = usual_targets(self._roster.system, self._party.find, language)
            self._opponent = self.tr("tui.odds.usual")
        else:
            found = judge_file(Path(answer), self.app.library)[0]
            if not isinstance(found, Judged):
                self.app.say_error(UnreadableError(found.report.diagnostics))
                return
            if found.roster.system.id != self._roster.system.id:
                self.app.say(self.tr("tui.odds.other-game", game=found.roster.system.title), "warning")
                return
            self._targets = army_parties(found.roster, language)
            self._opponent = plain_line(found.army.name)
        self._target = 0
        self._work()

    def action_opponent(self) -> None:
        """Choose whom to measure by."""
        rows = [row(_USUAL, self.tr("tui.odds.usual")), *list_rows(self.app, self._roster.system.id)]
        self.app.push_screen(ChooseDialog(self.tr("tui.odds.choose"), rows), self._chosen_opponent)

    def _chosen_opponent(self, answer: str | None) -> None:
        if answer is not None:
            self._meet(answer)

    @property
    def _opposite(self) -> Party | None:
        """Whom one unit is looked at against."""
        return self._profile or (self._targets[self._target] if self._targets else None)

    def action_view(self, by: int) -> None:
        """Turn to another view."""
        self._profile = None
        self._view = _VIEWS[(_VIEWS.index(self._view) + by) % len(_VIEWS)]
        self._work(afresh=True)

    def action_target(self, by: int) -> None:
        """Turn to another target; in the table of profiles, to another column."""
        self._profile = None
        if self._view == "unit":
            self._column = (self._column + by) % len(FIELD)
            self._paint()
        elif self._targets:
            self._target = (self._target + by) % len(self._targets)
            self._work()

    def action_turn(self, what: str) -> None:
        """Change how things stand."""
        now = self._situation
        turned = {
            "mode": replace(now, mode=Mode.SHOOT if now.mode is Mode.CHARGE else Mode.CHARGE),
            "far": replace(now, far=not now.far),
            "cover": replace(now, cover=not now.cover),
            "moved": replace(now, moved=not now.moved),
            "fatigued": replace(now, fatigued=not now.fatigued),
        }
        self._situation = turned[what]
        self._work()

    @on(Rows.Chosen, "#lines")
    def _fight(self, event: Rows.Chosen) -> None:
        """Look at one against one: the unit against a profile of the table, or one of the army against the target."""
        found = find_profile(event.key, self._column, self._party) if self._view == "unit" else None
        if found is not None:
            self._situation, self._profile = replace(self._situation, mode=found[0]), found[1]
            self._view = "duel"
            self._work(afresh=True)
        elif event.key in self._army:
            self._selected, self._view = event.key, "duel"
            self._work(afresh=True)

    @on(Rows.Resized, "#lines")
    def _fit(self) -> None:
        """Set the columns for the new width."""
        if self._army:
            self._paint()

    def _work(self, *, afresh: bool = False) -> None:
        """Show what is known, and work out the rest between keys."""
        self._paint(afresh=afresh)
        self.idle.start(self._working())

    def _working(self) -> Iterator[None]:
        for attacker, target, situation in self._wanted():
            if self._session.odds_cache.known_cell(attacker, target, situation) is None:
                self._session.odds_cache.cell(attacker, target, self._roster, situation)
                yield
        self._paint()

    def _wanted(self) -> Iterator[tuple[Party, Party, Situation]]:
        """Give the attacks that the view shows."""
        if self._view == "unit":
            for mode in (Mode.SHOOT, Mode.CHARGE):
                for target in field_targets(self._party):
                    yield self._party, target, replace(self._situation, mode=mode)
        elif self._view == "army":
            for attacker in self._army.values():
                for target in self._targets:
                    yield attacker, target, self._situation
        elif self._opposite is not None:
            yield self._party, self._opposite, self._situation

    def _paint(self, *, afresh: bool = False) -> None:
        language = self.app.language
        head = info(" · ".join(self._standing()), "accent", key="standing")
        self.lines.show([head, *self._rows(language)], afresh=afresh)
        self.lines.border_title = self.tr(f"tui.odds.view.{self._view}")

    def _rows(self, language: str) -> list[Row]:
        scales, system = self._session.odds_cache, self._roster.system
        if self._view == "unit":
            return list(odds_rows(self._party, scales.known_cell, self._situation, self._column, language))
        if self._opposite is None:
            return [info(self.tr("tui.odds.no-targets"), "dim")]
        if self._view == "army":
            cells = {
                key: [scales.known_cell(party, target, self._situation) for target in self._targets]
                for key, party in self._army.items()
            }
            mode, room = self._situation.mode, self.lines.room
            return list(matrix_rows(cells, self._targets, self._target, mode=mode, room=room, language=language))
        cell = scales.known_cell(self._party, self._opposite, self._situation)
        worked = self._roster.find(self._selected)
        spells = striking_spells(worked, self._roster) if worked is not None else ()
        return list(duel_rows(cell, system, self._situation, language, spells))

    def _standing(self) -> list[str]:
        """Say how things stand, and against whom."""
        now = self._situation
        flags = {"cover": now.cover, "moved": now.moved, "fatigued": now.fatigued}
        said = ["far" if now.far else "near", *(name for name, holds in flags.items() if holds)]
        if self._view == "unit":
            return [self.tr(f"tui.odds.{name}") for name in said]
        mode = self.tr(f"odds.mode.{now.mode.value}")
        opponent = [] if self._profile is not None else [self._opponent]
        return [*opponent, mode, *(self.tr(f"tui.odds.{name}") for name in said)]

    def action_back(self) -> None:
        """Go back to the list."""
        self.dismiss()
