"""The odds screen: one unit against profiles, the army against an opponent, and single attacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from listbuilder.errors import UnreadableError
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged
from listbuilder.odds.army_damage import usual_targets
from listbuilder.odds.combatant import TABLE_TARGETS, Combatant, army_combatants, damage_spells
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Page
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.home.list_rows import list_choice_rows
from listbuilder.tui.odds.odds_cache import find_fighting_entry
from listbuilder.tui.odds.odds_rows import duel_rows, find_table_target, matrix_rows, table_targets, unit_odds_rows
from listbuilder.tui.widgets.idle_tasks import IdleTasks
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Row, info, row
from listbuilder.tui.widgets.row_list import RowList

_VIEWS = ("unit", "army", "duel")
_STANDARD = "usual"


class OddsScreen(Page):
    """Three views: a unit against profiles, the army against targets, and one unit against one target."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "view(1)", "key.odds.view", id="odds.view", key_display="Tab"),
        Binding("shift+tab", "view(-1)", "key.odds.view", show=False, id="odds.view-back"),
        Binding("right", "target(1)", "key.odds.target", id="odds.next", key_display="←→"),
        Binding("left", "target(-1)", "key.odds.target", show=False, id="odds.previous"),
        Binding("s", "change('mode')", "key.odds.mode", id="odds.mode"),
        Binding("o", "opponent", "key.odds.opponent", id="odds.opponent"),
        Binding("n", "change('far')", "key.odds.near", id="odds.near"),
        Binding("c", "change('cover')", "key.odds.cover", id="odds.cover"),
        Binding("m", "change('moved')", "key.odds.moved", id="odds.moved"),
        Binding("f", "change('fatigued')", "key.odds.fatigued", id="odds.fatigued"),
        Binding("escape,w,q", "back", "key.back", id="odds.close", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="odds.help", key_display="?"),
    ]
    lines = getters.query_one("#lines", RowList)

    def __init__(self, session: EditorSession, selected: str) -> None:
        super().__init__()
        self._session = session
        self._roster = session.roster
        self._selected = selected
        self._situation = Situation(mode=AttackMode.CHARGE)
        self._view = _VIEWS[0]
        self._target = 0
        self._column = 0
        self._profile: Combatant | None = None
        """The table profile to attack, instead of the selected target."""
        self._army: dict[str, Combatant] = {}
        self._targets: tuple[Combatant, ...] = ()
        self._opponent = ""
        self.idle = IdleTasks(self)

    def compose(self) -> ComposeResult:
        """Lay out the title and one pane for the current view."""
        yield Label(self.tr("tui.odds.title"), classes="page-title", markup=False)
        yield RowList(id="lines", classes="pane", enter_label="key.odds.duel")
        yield KeyBar()

    def on_mount(self) -> None:
        """Start with the selected unit and the standard targets."""
        roster, language, scales = self._roster, self.app.language, self._session.odds_cache
        entries = [entry for entry in roster.entries if entry.id not in roster.attached_ids]
        self._army = {entry.id: scales.combatant(entry, roster, language) for entry in entries}
        entry = roster.find_entry(self._selected)
        if entry is not None:
            self._selected = find_fighting_entry(entry, roster).id
        self._set_opponent(_STANDARD)
        self.lines.focus()

    @property
    def _attacker(self) -> Combatant:
        return self._army[self._selected]

    def _set_opponent(self, answer: str) -> None:
        """Use the standard targets, or the units of a list."""
        language = self.app.language
        if answer == _STANDARD:
            self._targets = usual_targets(self._roster.system, self._attacker.find_rule, language)
            self._opponent = self.tr("tui.odds.usual")
        else:
            judged = judge_file(Path(answer), self.app.library)[0]
            if not isinstance(judged, Judged):
                self.app.show_error(UnreadableError(judged.report.diagnostics))
                return
            if judged.roster.system.id != self._roster.system.id:
                self.app.show_message(self.tr("tui.odds.other-game", game=judged.roster.system.title), "warning")
                return
            self._targets = army_combatants(judged.roster, language)
            self._opponent = sanitize_line(judged.army.name)
        self._target = 0
        self._update()

    def action_opponent(self) -> None:
        """Choose the opponent."""
        rows = [row(_STANDARD, self.tr("tui.odds.usual")), *list_choice_rows(self.app, self._roster.system.id)]
        self.app.ask(ChoiceDialog(self.tr("tui.odds.choose"), rows), self._set_opponent)

    @property
    def _duel_target(self) -> Combatant | None:
        """The target of the single attack."""
        return self._profile or (self._targets[self._target] if self._targets else None)

    def action_view(self, by: int) -> None:
        """Switch to the next or previous view."""
        self._profile = None
        self._view = _VIEWS[(_VIEWS.index(self._view) + by) % len(_VIEWS)]
        self._update(afresh=True)

    def action_target(self, by: int) -> None:
        """Select the next or previous target, or column in the table of profiles."""
        self._profile = None
        if self._view == "unit":
            self._column = (self._column + by) % len(TABLE_TARGETS)
            self._paint()
        elif self._targets:
            self._target = (self._target + by) % len(self._targets)
            self._update()

    def action_change(self, part: str) -> None:
        """Change one part of the situation."""
        now = self._situation
        other_mode = AttackMode.SHOOT if now.mode is AttackMode.CHARGE else AttackMode.CHARGE
        changes: dict[str, Any] = {part: other_mode if part == "mode" else not getattr(now, part)}
        self._situation = replace(now, **changes)
        self._update()

    @on(RowList.Selected, "#lines")
    def _show_duel(self, event: RowList.Selected) -> None:
        """Show a single attack: the unit against a table profile, or a unit of the army against the target."""
        cell = find_table_target(event.key, self._column, self._attacker) if self._view == "unit" else None
        if cell is not None:
            self._situation, self._profile = replace(self._situation, mode=cell[0]), cell[1]
        elif event.key in self._army:
            self._selected = event.key
        else:
            return
        self._view = "duel"
        self._update(afresh=True)

    @on(RowList.Resized, "#lines")
    def _repaint(self) -> None:
        if self._army:
            self._paint()

    def _update(self, *, afresh: bool = False) -> None:
        """Show what is computed, and compute the rest between key presses."""
        self._paint(afresh=afresh)
        self.idle.start(self._compute())

    def _compute(self) -> Iterator[None]:
        cache = self._session.odds_cache
        for attacker, target, situation in self._visible_attacks():
            if cache.get_attack(attacker, target, situation) is None:
                cache.compute_attack(attacker, target, self._roster, situation)
                yield
        self._paint()

    def _visible_attacks(self) -> Iterator[tuple[Combatant, Combatant, Situation]]:
        """Yield the attacks that the view shows."""
        if self._view == "unit":
            for mode in (AttackMode.SHOOT, AttackMode.CHARGE):
                for target in table_targets(self._attacker):
                    yield self._attacker, target, replace(self._situation, mode=mode)
        elif self._view == "army":
            for attacker in self._army.values():
                for target in self._targets:
                    yield attacker, target, self._situation
        elif self._duel_target is not None:
            yield self._attacker, self._duel_target, self._situation

    def _paint(self, *, afresh: bool = False) -> None:
        now, names = self._situation, ["far" if self._situation.far else "near"]
        names += [name for name in ("cover", "moved", "fatigued") if getattr(now, name)]
        labels = [self.tr(f"tui.odds.{name}") for name in names]
        if self._view != "unit":
            opponent = [] if self._profile is not None else [self._opponent]
            labels = [*opponent, self.tr(f"odds.mode.{now.mode.value}"), *labels]
        head = info(" · ".join(labels), "accent", key="standing")
        self.lines.show([head, *self._rows(self.app.language)], from_top=afresh)
        self.lines.border_title = self.tr(f"tui.odds.view.{self._view}")

    def _rows(self, language: str) -> list[Row]:
        scales, system = self._session.odds_cache, self._roster.system
        if self._view == "unit":
            return list(unit_odds_rows(self._attacker, scales.get_attack, self._situation, self._column, language))
        if self._duel_target is None:
            return [info(self.tr("tui.odds.no-targets"), "dim")]
        if self._view == "army":
            cells = {
                key: [scales.get_attack(party, target, self._situation) for target in self._targets]
                for key, party in self._army.items()
            }
            mode, room = self._situation.mode, self.lines.row_width
            return list(matrix_rows(cells, self._targets, self._target, mode=mode, width=room, language=language))
        cell = scales.get_attack(self._attacker, self._duel_target, self._situation)
        entry = self._roster.find_entry(self._selected)
        spells = damage_spells(entry, self._roster) if entry is not None else ()
        return list(duel_rows(cell, system, self._situation, language, spells))

    def action_back(self) -> None:
        """Return to the list."""
        self.dismiss()
