"""The army summary: points by role, models, wounds, attacks, tokens and expected damage, with bars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from listbuilder.i18n import format_number, translate
from listbuilder.odds.army_damage import DistanceDamage, damage_by_distance, weapon_distances
from listbuilder.odds.combatant import Combatant, army_combatants
from listbuilder.rules.army_summary import ArmySummary, build_summary
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Dialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.odds.odds_rows import army_damage_rows
from listbuilder.tui.widgets.idle_tasks import IdleTasks
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import BLANK_ROW, Part, Row, heading, row, truncate
from listbuilder.tui.widgets.row_list import RowList

_LABEL_WIDTH = 18
_NUMBERS_WIDTH = 16
_EIGHTHS = " ▏▎▍▌▋▊▉"
_MIN_WIDTH = 40


def summary_rows(summary: ArmySummary, measure: str, language: str, width: int) -> list[Row]:
    """Return the totals, then points by role and attacks by range and armour piercing."""
    limit = "" if summary.points_limit is None else f" / {format_number(language, summary.points_limit)}"
    totals = {"points": f"{format_number(language, summary.points)}{limit}"}
    for name in ("activations", "models", "wounds"):
        totals[name] = format_number(language, getattr(summary, name))
    if summary.casters:
        totals["casters"] = translate(language, "tui.summary.tokens", n=summary.casters, tokens=summary.tokens)
    rows: list[Row] = []
    for name, text in totals.items():
        label = Part(f"{translate(language, f'tui.summary.{name}'):<{_LABEL_WIDTH}} ", "dim")
        rows.append(row(name, (label, Part(text, "bold")), selectable=False))
    rows += [BLANK_ROW, heading(translate(language, "tui.summary.roles").upper())]
    for part in summary.roles:
        name = sanitize_line(part.name.to(language)) or translate(language, "tui.units.other")
        numbers = f"{format_number(language, part.points)} {translate(language, 'sheet.word.points')}"
        rows.append(_bar_row(f"role:{part.role}", name, numbers, part.share, width))
    rows += [BLANK_ROW, heading(translate(language, "tui.summary.ranges").upper())]
    for group in summary.attacks_by_range():
        name = f"{group.range}{measure}" if group.range else translate(language, "tui.summary.melee")
        rows.append(_bar_row(f"range:{group.range}", name, format_number(language, group.attacks), group.share, width))
    rows += [BLANK_ROW, heading(translate(language, "tui.summary.piercing").upper())]
    for group in summary.attacks_by_piercing():
        name = f"{translate(language, 'sheet.column.armour_piercing')} {group.armour_piercing}"
        rows.append(
            _bar_row(f"ap:{group.armour_piercing}", name, format_number(language, group.attacks), group.share, width)
        )
    return rows


def _bar_row(key: str, name: str, numbers: str, share: float, width: int) -> Row:
    bar_width = max(4, width - _LABEL_WIDTH - _NUMBERS_WIDTH - 8)
    full, part = divmod(round(share * bar_width * 8), 8)
    bar = "█" * full + (_EIGHTHS[part] if part else "")
    left = (Part(f"{truncate(name, _LABEL_WIDTH):<{_LABEL_WIDTH}} "), Part(bar, "accent"))
    return row(key, left, (Part(numbers), Part(f"{round(share * 100):>5}%", "dim")), selectable=False)


class SummaryScreen(Dialog[None]):
    """Totals and bars; the key that opened it closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,i,q,enter", "cancel", "key.back", id="summary.close", key_display="Esc")
    ]

    def __init__(self, session: EditorSession) -> None:
        super().__init__()
        self._session = session
        self._combatants: tuple[Combatant, ...] = ()
        self._damage: list[DistanceDamage] = []
        self.idle = IdleTasks(self)

    def compose(self) -> ComposeResult:
        """Lay out the summary in a box."""
        with Vertical(classes="dialog help"):
            yield RowList()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the totals and start to compute the damage."""
        self.query_one(Vertical).border_title = self.tr("tui.summary.title")
        self.set_focus(self.query_one(RowList))
        self._combatants = army_combatants(self._session.roster, self.app.language)
        self._paint()
        self.idle.start(self._compute_damage())

    def _compute_damage(self) -> Iterator[None]:
        """Compute the expected damage between key presses."""
        for damage in damage_by_distance(self._combatants, self._session.system):
            if damage is not None:
                self._damage.append(damage)
                self._paint()
            yield

    def on_resize(self) -> None:
        """Draw the bars for the new width."""
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        row_list = self.query_one(RowList)
        width = max(_MIN_WIDTH, row_list.row_width)
        system, summary = self._session.system, build_summary(self._session.roster)
        language = self.app.language
        rows = summary_rows(summary, system.distance_mark, language, width)
        if self._combatants:
            complete = len(self._damage) == len(weapon_distances(self._combatants))
            rows += army_damage_rows(self._damage, self._combatants, system.distance_mark, language, complete=complete)
        row_list.styles.height = len(rows)
        row_list.show(rows)
