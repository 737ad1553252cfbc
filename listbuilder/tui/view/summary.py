"""The army at a glance, with bars."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.i18n import format_number, translate
from listbuilder.rules.summary import Summary
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.row import BLANK, Part, Row, heading, row, shorten

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
