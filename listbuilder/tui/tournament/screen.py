"""The event folder screen: the status of every player, live, with submissions, letters and decisions."""

from __future__ import annotations

import getpass
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.widgets import Input, Label

from listbuilder.diagnostics.messages import build_finding_record
from listbuilder.errors import ListbuilderError
from listbuilder.exporters.exporter import build_document, find_exporter
from listbuilder.listfiles.hashes import format_printed_code
from listbuilder.sheet import PrintOptions
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tournament.acceptance import accept_lists, may_accept
from listbuilder.tournament.letters import build_letter
from listbuilder.tournament.overview import Overview, OverviewOptions, PlayerRow, build_overview, build_row
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.player_status import PlayerStatus
from listbuilder.tournament.tournament import ACCEPT, REJECT, Decision, Tournament, save_decisions
from listbuilder.tui.dialogs import QuestionDialog, TextDialog
from listbuilder.tui.screens.folder_rows import finding_rows
from listbuilder.tui.screens.table import TableScreen
from listbuilder.tui.screens.text_viewer import TextViewerScreen
from listbuilder.tui.tournament.folder_watcher import FolderWatcher
from listbuilder.tui.tournament.player_rows import (
    REGISTRATION_ORDER,
    PlayerColumn,
    PlayerTable,
    order_players,
    player_detail_rows,
    status_totals,
)
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import column_at, info
from listbuilder.tui.widgets.row_list import RowLabel, RowList

_YES, _NO = "yes", "no"
_LONG_RULE, _SHORT_RULE = re.compile("─{21,}"), "─" * 20
"""Rules across a printed page are wider than a small screen."""


class TournamentScreen(TableScreen[PlayerColumn]):
    """A table of all players, and the findings of the selected one below it."""

    CSS_PATH = "../styles/tournament.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "key.search", id="desk.search"),
        Binding("s", "sort", "key.sort", id="desk.sort"),
        Binding("r", "reverse", "key.turn", id="desk.turn", show=False),
        Binding("a", "accept", "key.accept", id="desk.accept"),
        Binding("x", "reject", "key.reject", id="desk.reject"),
        Binding("u", "undo", "key.undo", id="desk.undo"),
        Binding("l", "letter", "key.letter", id="desk.letter"),
        Binding("k", "record_accepted", "key.lock", id="desk.lock"),
        Binding("escape", "back", "key.back", id="desk.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="desk.help", key_display="?"),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__(REGISTRATION_ORDER)
        self._places = TournamentPaths(folder)
        self._tournament: Tournament | None = None
        self._overview = Overview((), ())
        self._watcher = FolderWatcher(self, self._places, self._update_overview)
        self._undo_stack: list[Mapping[str, Decision]] = []
        self._player_table: PlayerTable | None = None

    def compose(self) -> ComposeResult:
        """Lay out filter, table and findings."""
        yield Label(sanitize_line(str(self._places.root), 60), classes="page-title", markup=False, id="title")
        yield Input(id="search", placeholder=self.tr("desk.page.find"), compact=True)
        yield RowLabel(id="head")
        yield RowList(id="table", classes="pane", enter_label="key.open")
        yield RowLabel(id="findings", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Start to watch the folder."""
        self.table.focus()
        self._watcher.start()

    def relabel(self) -> None:
        """Check again after a change of language, because findings are stored as text."""
        self.search.placeholder = self.tr("desk.page.find")
        self._watcher.force_check()

    def _update_overview(self, tournament: Tournament, overview: Overview) -> None:
        self._tournament, self._overview = tournament, overview
        self.paint()

    @on(RowList.Resized, "#table")
    @on(Input.Changed, "#search")
    def paint(self) -> None:
        """Show the matching rows in their order."""
        with suppress(NoMatches):  # while closing
            language = self.app.language
            visible = order_players(self._overview.rows, self.sorting, self.search.value, language)
            self._player_table = PlayerTable(visible, self.sorting, language, self.table.row_width)
            self.query_one("#head", RowLabel).show([self._player_table.header_row()])
            self.table.show(
                [self._player_table.build_row(player_row) for player_row in visible] or [info(self._why_empty(), "dim")]
            )
            self.table.border_title = status_totals(self._overview.rows, language)
            if self._tournament is not None:
                self.query_one("#title", Label).update(sanitize_line(self._tournament.event.name.to(language), 60))
            self._show_findings()
            self.refresh_bindings()

    def _why_empty(self) -> str:
        """Return why the table is empty: not checked yet, no match, or no registrations."""
        if self._tournament is None:
            return self.tr("tui.home.unread")
        if self._overview.rows:
            return self.tr("tui.nothing-found")
        return self.tr("desk.page.nobody", path=str(self._places.players))

    def column_at(self, cell: int) -> PlayerColumn | None:
        """Return the column at a cell of the header."""
        return column_at(self._player_table.widths, cell) if self._player_table is not None else None

    @property
    def selected_player(self) -> PlayerRow | None:
        """The player under the cursor."""
        key = self.table.cursor_key
        return next((player_row for player_row in self._overview.rows if player_row.player.id == key), None)

    @on(RowList.Highlighted, "#table")
    def _show_findings(self) -> None:
        selected = self.selected_player
        rows = list(player_detail_rows(selected, self.app.language)) if selected is not None else []
        records = [build_finding_record(finding, self.app.language) for finding in self._overview.findings]
        rows += finding_rows(records, self.app.language) if records else []
        rows += [
            info(self.tr("desk.unmatched", file=sanitize_line(submission.file)), "dim")
            for submission in self._overview.unmatched
        ]
        self.query_one("#findings", RowLabel).show(rows)

    @on(Input.Submitted, "#search")
    @on(RowList.Selected, "#table")
    def open_selected(self) -> None:
        """Show the submitted list, read only."""
        selected = self.selected_player
        if selected is None or self._tournament is None or not selected.submissions:
            return
        judged = self._tournament.judge_all(selected.submissions)
        documents = [build_document(judged_list, self.app.language, PrintOptions()) for judged_list in judged]
        text = _LONG_RULE.sub(_SHORT_RULE, find_exporter("txt").export(documents, PrintOptions()).decode())
        rows = [*player_detail_rows(selected, self.app.language)]
        self.app.push_screen(TextViewerScreen(selected.player.name, rows, text))

    def action_letter(self) -> None:
        """Show the letter that `desk letters` would write."""
        selected = self.selected_player
        if selected is not None and self._tournament is not None:
            view = OverviewOptions(language=self.app.language, own_language=True, jobs=1)
            player_row = build_row(self._tournament, selected.player, view)
            letter = build_letter(player_row, self._tournament.event, view.language_for(selected.player))
            self.app.push_screen(TextViewerScreen(letter.subject, (), letter.text))

    def action_accept(self) -> None:
        """Accept the submission; if it is not legal, ask for a reason."""
        selected = self.selected_player
        if selected is None or self._is_decided(selected, selected.readable_lists):
            return
        if selected.status is PlayerStatus.LEGAL:
            self._decide(selected, ACCEPT, "")
        else:
            self._ask_reason(selected, ACCEPT)

    def action_reject(self) -> None:
        """Reject the submission and ask for a reason."""
        selected = self.selected_player
        if selected is not None and not self._is_decided(selected, selected.submissions):
            self._ask_reason(selected, REJECT)

    def _is_decided(self, player_row: PlayerRow, submissions: Sequence[object]) -> bool:
        """Return whether no decision is possible, and show why: already accepted, or no submission."""
        key = (
            "locked-already"
            if player_row.status is PlayerStatus.ACCEPTED
            else ""
            if submissions
            else "nothing-to-decide"
        )
        if key:
            self.app.show_message(self.tr(f"desk.{key}", player=sanitize_line(player_row.player.name, 60)), "warning")
        return bool(key)

    def _ask_reason(self, player_row: PlayerRow, decision: str) -> None:
        def decide(reason: str | None) -> None:
            if reason and reason.strip():
                self._decide(player_row, decision, reason.strip())

        title = self.tr(f"desk.why.{decision}", player=player_row.player.name)
        self.app.push_screen(TextDialog(title, "", self.tr("desk.why.hint")), decide)

    def _decide(self, player_row: PlayerRow, decision: str, reason: str) -> None:
        if self._tournament is None:
            return
        decided = Decision(
            player=player_row.player.id,
            file=player_row.submissions[0].file,
            decision=decision,
            reason=reason,
            at=datetime.now(UTC).isoformat(timespec="seconds"),
            by=getpass.getuser(),
        )
        self._undo_stack.append(self._tournament.decisions)
        self._save_decisions({**self._tournament.decisions, player_row.player.id: decided})

    def action_undo(self) -> None:
        """Undo the last decision."""
        if self._undo_stack:
            self._save_decisions(self._undo_stack.pop())
        else:
            self.app.show_message(self.tr("desk.nothing-to-undo"), "warning")

    def _save_decisions(self, decisions: Mapping[str, Decision]) -> None:
        try:
            save_decisions(self._places, decisions)
        except ListbuilderError as error:
            self.app.show_error(error)
            return
        self._watcher.discard_running_check()
        tournament = self._tournament
        if tournament is not None:
            tournament.decisions = decisions
            rows = tuple(replace(row, decision=self._find_decision(row, decisions)) for row in self._overview.rows)
            self._overview = Overview(rows, self._overview.unmatched, self._overview.findings)
        self.paint()

    def _find_decision(self, player_row: PlayerRow, decisions: Mapping[str, Decision]) -> Decision | None:
        decision = decisions.get(player_row.player.id)
        files = [submission.file for submission in player_row.submissions]
        return decision if decision is not None and decision.file in files else None

    def action_record_accepted(self) -> None:
        """Record all legal or accepted lists in the acceptance log, after a question: it cannot be undone."""
        ready = [row for row in self._overview.rows if may_accept(row)]
        if not ready:
            self.app.show_message(self.tr("desk.lock.nothing"), "warning")
            return

        def record(answer: str | None) -> None:
            if answer == _YES:
                self._record_accepted([row.player.id for row in ready])

        answers = {_NO: self.tr("desk.lock.no"), _YES: self.tr("desk.lock.yes", n=len(ready))}
        self.app.push_screen(
            QuestionDialog(self.tr("key.lock"), self.tr("desk.lock.ask", n=len(ready)), answers), record
        )

    @work(thread=True)
    def _record_accepted(self, players: Sequence[str]) -> None:
        """Check everything again without the cache and record what is still ready."""
        tournament = Tournament(self._places.root, self.app.library)
        try:
            for row in build_overview(
                tournament, OverviewOptions(language=self.app.language, fresh=True, fixes=False, jobs=1)
            ).rows:
                if row.player.id in players and may_accept(row):
                    list(accept_lists(row, tournament, getpass.getuser()))
        except (ListbuilderError, OSError) as error:
            self.app.call_from_thread(self.app.show_message, str(error), "error")
        else:
            code = format_printed_code(tournament.acceptance_log.last_hash)
            message = self.tr("desk.lock.head", n=len(tournament.acceptance_log.lines), mark=code)
            self.app.call_from_thread(self.app.show_message, message)
        self._undo_stack.clear()
        self.app.call_from_thread(self._watcher.force_check)
