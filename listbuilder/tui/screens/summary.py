"""The army at a glance: points by role, models, wounds, attacks, tokens, activations, expected damage.

The army at a glance, with bars.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from listbuilder.i18n import format_number, translate
from listbuilder.odds.army_damage import Reached, army_reach, distances
from listbuilder.odds.combatant import Party
from listbuilder.odds.roster_combatants import army_parties
from listbuilder.rules.summary import Summary, build_summary
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Dialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.odds.rows import reach_rows
from listbuilder.tui.widgets.idle_tasks import Idle
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import BLANK, Part, Row, heading, row, shorten
from listbuilder.tui.widgets.row_list import Rows

_LABEL = 18
_NUMBERS = 16
_EIGHTHS = " ▏▎▍▌▋▊▉"


def summary_rows(summary: Summary, measure: str, language: str, room: int) -> list[Row]:
    """Show the sums, then points by role and attacks by range and armour piercing."""
    rows = [_fact(name, text, language) for name, text in _facts(summary, language)]
    rows += [BLANK, heading(translate(language, "tui.summary.roles").upper())]
    for part in summary.roles:
        name = plain_line(part.name.to(language)) or translate(language, "tui.units.other")
        numbers = f"{format_number(language, part.points)} {translate(language, 'sheet.word.points')}"
        rows.append(_bar(f"role:{part.role}", name, numbers, part.share, room))
    rows += [BLANK, heading(translate(language, "tui.summary.ranges").upper())]
    for one in summary.by_range():
        name = f"{one.range}{measure}" if one.range else translate(language, "tui.summary.melee")
        rows.append(_bar(f"range:{one.range}", name, format_number(language, one.attacks), one.share, room))
    rows += [BLANK, heading(translate(language, "tui.summary.piercing").upper())]
    for one in summary.by_piercing():
        name = f"{translate(language, 'sheet.column.armour_piercing')} {one.piercing}"
        rows.append(_bar(f"ap:{one.piercing}", name, format_number(language, one.attacks), one.share, room))
    return rows


def _facts(summary: Summary, language: str) -> Iterator[tuple[str, str]]:
    limit = "" if summary.limit is None else f" / {format_number(language, summary.limit)}"
    yield "points", f"{format_number(language, summary.points)}{limit}"
    yield "activations", format_number(language, summary.activations)
    yield "models", format_number(language, summary.models)
    yield "wounds", format_number(language, summary.wounds)
    if summary.casters:
        yield "casters", translate(language, "tui.summary.tokens", n=summary.casters, tokens=summary.tokens)


def _fact(name: str, text: str, language: str) -> Row:
    label = translate(language, f"tui.summary.{name}")
    return row(name, (Part(f"{label:<{_LABEL}} ", "dim"), Part(text, "bold")), pickable=False)


def _bar(key: str, name: str, numbers: str, share: float, room: int) -> Row:
    cells = max(4, room - _LABEL - _NUMBERS - 8)
    full, part = divmod(round(share * cells * 8), 8)
    bar = "█" * full + (_EIGHTHS[part] if part else "")
    left = (Part(f"{shorten(name, _LABEL):<{_LABEL}} "), Part(bar, "accent"))
    return row(key, left, (Part(numbers), Part(f"{round(share * 100):>5} %", "dim")), pickable=False)


_NARROWEST = 40


class SummaryScreen(Dialog[None]):
    """Sums and bars; any of the keys that opened it closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,i,q,enter", "cancel", "key.back", id="summary.close", key_display="Esc"),
    ]

    def __init__(self, session: EditorSession) -> None:
        super().__init__()
        self._session = session
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
        self._parties = army_parties(self._session.roster, self.app.language)
        self._paint()
        self.idle.start(self._weigh())

    def _weigh(self) -> Iterator[None]:
        """Work out what the army may expect to wound, between keys."""
        for reached in army_reach(self._parties, self._session.system):
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
        system, summary = self._session.system, build_summary(self._session.roster)
        language = self.app.language
        found = summary_rows(summary, system.measure, language, room)
        if self._parties:
            whole = len(self._reached) == len(distances(self._parties))
            found += reach_rows(self._reached, self._parties, system.measure, language, whole=whole)
        rows.styles.height = len(found)
        rows.show(found)
