"""An organiser's desk: how everybody stands, live; lists and letters to look at, decisions that can be taken back."""

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

from listbuilder.diagnostics.messages import finding_record
from listbuilder.errors import ListbuilderError
from listbuilder.exporters.base import build_document, find_exporter
from listbuilder.listfiles.hashes import printed_code
from listbuilder.sheet import PrintOptions
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tournament.acceptance import lock_row, may_lock
from listbuilder.tournament.letters import build_letter
from listbuilder.tournament.overview import Overview, PlayerStanding, View, build_row, build_table
from listbuilder.tournament.paths import Places
from listbuilder.tournament.player_status import Status
from listbuilder.tournament.tournament import ACCEPT, REJECT, Decision, Desk, save_decisions
from listbuilder.tui.dialogs import AskDialog, WriteDialog
from listbuilder.tui.editor.army_rows import column_at
from listbuilder.tui.screens.folder_rows import finding_rows
from listbuilder.tui.screens.table import TablePage
from listbuilder.tui.screens.text_viewer import ReadingScreen
from listbuilder.tui.tournament.folder_watcher import DeskWatch
from listbuilder.tui.tournament.rows import AS_REGISTERED, DeskColumn, DeskTable, arrange, standing_rows, totals
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import info
from listbuilder.tui.widgets.row_list import Lines, Rows

_YES, _NO = "yes", "no"
_RULE, _RULE_HERE = re.compile("─{21,}"), "─" * 20
"""A line across a printed page is wider than a small screen."""


class DeskScreen(TablePage[DeskColumn]):
    """A table of everybody, and under it what was found about the one under the cursor."""

    CSS_PATH = "../styles/tournament.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "key.search", id="desk.search"),
        Binding("s", "sort", "key.sort", id="desk.sort"),
        Binding("r", "reverse", "key.turn", id="desk.turn", show=False),
        Binding("a", "accept", "key.accept", id="desk.accept"),
        Binding("x", "reject", "key.reject", id="desk.reject"),
        Binding("u", "undo", "key.undo", id="desk.undo"),
        Binding("l", "letter", "key.letter", id="desk.letter"),
        Binding("k", "lock", "key.lock", id="desk.lock"),
        Binding("escape", "back", "key.back", id="desk.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="desk.help", key_display="?"),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__(AS_REGISTERED)
        self._places = Places(folder)
        self._desk: Desk | None = None
        self._standing = Overview((), ())
        self._watch = DeskWatch(self, self._places, self._take)
        self._past: list[Mapping[str, Decision]] = []
        self._columns: DeskTable | None = None

    def compose(self) -> ComposeResult:
        """Put the filter above, the table below, findings under it."""
        yield Label(plain_line(str(self._places.root), 60), classes="page-title", markup=False, id="title")
        yield Input(id="search", placeholder=self.tr("desk.page.find"), compact=True)
        yield Lines(id="head")
        yield Rows(id="table", classes="pane", verb="key.open")
        yield Lines(id="findings", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Look at the folder now, and again and again."""
        self.table.focus()
        self._watch.start()

    def relabel(self) -> None:
        """Look again in the language of now: findings are told in the words of the last look."""
        self.search.placeholder = self.tr("desk.page.find")
        self._watch.look_again()

    def _take(self, desk: Desk, made: Overview) -> None:
        self._desk, self._standing = desk, made
        self.paint()

    @on(Rows.Resized, "#table")
    def _fit(self) -> None:
        """Set the columns for the new width."""
        self.paint()

    @on(Input.Changed, "#search")
    def paint(self) -> None:
        """Show the rows that fit, in their order."""
        with suppress(NoMatches):  # it is being closed
            language = self.app.language
            shown = arrange(self._standing.rows, self.sorting, self.search.value, language)
            self._columns = DeskTable(shown, self.sorting, language, self.table.room)
            self.query_one("#head", Lines).show([self._columns.head()])
            self.table.show([self._columns.row(one) for one in shown] or [info(self._why_empty(), "dim")])
            self.table.border_title = totals(self._standing.rows, language)
            if self._desk is not None:
                self.query_one("#title", Label).update(plain_line(self._desk.event.name.to(language), 60))
            self._tell()
            self.refresh_bindings()

    def _why_empty(self) -> str:
        """Say why nobody is shown: nothing was looked at yet, nobody is registered, or nobody fits the filter."""
        if self._desk is None:
            return self.tr("tui.home.unread")
        if self._standing.rows:
            return self.tr("tui.nothing-found")
        return self.tr("desk.page.nobody", path=str(self._places.players))

    def column_at(self, cell: int) -> DeskColumn | None:
        """Tell which column stands at a cell of the head."""
        return column_at(self._columns.widths, cell) if self._columns is not None else None

    @property
    def standing(self) -> PlayerStanding | None:
        """The player under the cursor."""
        key = self.table.cursor_key
        return next((one for one in self._standing.rows if one.player.id == key), None)

    @on(Rows.Highlighted, "#table")
    def _tell(self) -> None:
        one = self.standing
        rows = list(standing_rows(one, self.app.language)) if one is not None else []
        odd = [finding_record(one, self.app.language) for one in self._standing.found]
        rows += finding_rows(odd, self.app.language) if odd else []
        rows += [info(self.tr("desk.unmatched", file=plain_line(two.file)), "dim") for two in self._standing.unmatched]
        self.query_one("#findings", Lines).show(rows)

    @on(Input.Submitted, "#search")
    @on(Rows.Chosen, "#table")
    def open(self) -> None:
        """Show what was handed in, to be read only."""
        one = self.standing
        if one is None or self._desk is None or not one.submissions:
            return
        judged = self._desk.judge_all(one.submissions)
        documents = [build_document(each, self.app.language, PrintOptions()) for each in judged]
        text = _RULE.sub(_RULE_HERE, find_exporter("txt").export(documents, PrintOptions()).decode())
        rows = [*standing_rows(one, self.app.language)]
        self.app.push_screen(ReadingScreen(one.player.name, rows, text))

    def action_letter(self) -> None:
        """Show the letter that `desk letters` would write."""
        one = self.standing
        if one is not None and self._desk is not None:
            view = View(language=self.app.language, own_language=True, jobs=1)
            row = build_row(self._desk, one.player, view)
            letter = build_letter(row, self._desk.event, view.speak(one.player))
            self.app.push_screen(ReadingScreen(letter.subject, (), letter.text))

    def action_accept(self) -> None:
        """Accept what was handed in; what is not legal needs a reason."""
        one = self.standing
        if one is None or self._is_settled(one, one.read):
            return
        if one.status is Status.LEGAL:
            self._decide(one, ACCEPT, "")
        else:
            self._ask_why(one, ACCEPT)

    def action_reject(self) -> None:
        """Turn it down, with a reason."""
        one = self.standing
        if one is not None and not self._is_settled(one, one.submissions):
            self._ask_why(one, REJECT)

    def _is_settled(self, one: PlayerStanding, there: Sequence[object]) -> bool:
        """Say why nothing can be decided here: the list is locked, or there is none."""
        key = "locked-already" if one.status is Status.ACCEPTED else "" if there else "nothing-to-decide"
        if key:
            self.app.say(self.tr(f"desk.{key}", player=plain_line(one.player.name, 60)), "warning")
        return bool(key)

    def _ask_why(self, one: PlayerStanding, decision: str) -> None:
        def answered(reason: str | None) -> None:
            if reason and reason.strip():
                self._decide(one, decision, reason.strip())

        title = self.tr(f"desk.why.{decision}", player=one.player.name)
        self.app.push_screen(WriteDialog(title, "", self.tr("desk.why.hint")), answered)

    def _decide(self, one: PlayerStanding, decision: str, reason: str) -> None:
        if self._desk is None:
            return
        made = Decision(
            player=one.player.id,
            file=one.submissions[0].file,
            decision=decision,
            reason=reason,
            at=datetime.now(UTC).isoformat(timespec="seconds"),
            by=getpass.getuser(),
        )
        self._past.append(self._desk.decisions)
        self._keep({**self._desk.decisions, one.player.id: made})

    def action_undo(self) -> None:
        """Take the last decision back."""
        if self._past:
            self._keep(self._past.pop())
        else:
            self.app.say(self.tr("desk.nothing-to-undo"), "warning")

    def _keep(self, decisions: Mapping[str, Decision]) -> None:
        try:
            save_decisions(self._places, decisions)
        except ListbuilderError as error:
            self.app.say_error(error)
            return
        self._watch.heed_change()
        desk = self._desk
        if desk is not None:
            desk.decisions = decisions
            rows = tuple(replace(row, decision=self._current(row, decisions)) for row in self._standing.rows)
            self._standing = Overview(rows, self._standing.unmatched, self._standing.found)
        self.paint()

    def _current(self, row: PlayerStanding, decisions: Mapping[str, Decision]) -> Decision | None:
        decision = decisions.get(row.player.id)
        files = [one.file for one in row.submissions]
        return decision if decision is not None and decision.file in files else None

    def action_lock(self) -> None:
        """Lock everything that is legal or accepted, after a question: it cannot be taken back."""
        ready = [row for row in self._standing.rows if may_lock(row)]
        if not ready:
            self.app.say(self.tr("desk.lock.nothing"), "warning")
            return

        def answered(answer: str | None) -> None:
            if answer == _YES:
                self._lock([row.player.id for row in ready])

        answers = {_NO: self.tr("desk.lock.no"), _YES: self.tr("desk.lock.yes", n=len(ready))}
        self.app.push_screen(AskDialog(self.tr("key.lock"), self.tr("desk.lock.ask", n=len(ready)), answers), answered)

    @work(thread=True)
    def _lock(self, players: Sequence[str]) -> None:
        """Judge everything again, whatever was seen before, and lock what is ready still."""
        desk = Desk(self._places.root, self.app.library)
        try:
            for row in build_table(desk, View(language=self.app.language, fresh=True, fixes=False, jobs=1)).rows:
                if row.player.id in players and may_lock(row):
                    list(lock_row(row, desk, getpass.getuser()))
        except (ListbuilderError, OSError) as error:
            self.app.call_from_thread(self.app.say, str(error), "error")
        else:
            mark = printed_code(desk.lock.tip)
            said = self.tr("desk.lock.head", n=len(desk.lock.lines), mark=mark)
            self.app.call_from_thread(self.app.say, said)
        self._past.clear()
        self.app.call_from_thread(self._watch.look_again)
