"""What would be if the thing under the cursor were done: points, counts, the loadout, the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.i18n import format_number, translate
from listbuilder.rules.loadout_diff import Mark
from listbuilder.rules.wording import describe
from listbuilder.sheet.lexicon import Lexicon
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.view.row import Part, Row, row
from listbuilder.tui.view.words import price, stack_text, verdict_parts
from listbuilder.validation.ghost import Ghost

_MOST_COUNTS = 3
_MARKS = {Mark.ADDED: ("+ ", "good"), Mark.REMOVED: ("- ", "dim"), Mark.CHANGED: ("± ", "accent")}


def ghost_row(ghost: Ghost, language: str) -> Row:
    """Say in one sentence what would come of it; in red what would then be wrong."""
    limit = "" if ghost.limit is None else f" / {format_number(language, ghost.limit)}"
    change = price(ghost.after - ghost.before, language) if ghost.after != ghost.before else "±0"
    words = [f"{change} → {format_number(language, ghost.after)}{limit}"]
    words += [text for shift in ghost.told[:_MOST_COUNTS] if not shift.broken and (text := shift.to(language))]
    said = translate(language, "tui.would", why=" · ".join(words))
    return row("ghost", (Part(said), *_verdict(ghost, language)), wrap=True, pickable=False, hang=2)


def _verdict(ghost: Ghost, language: str) -> Iterator[Part]:
    mark, word = verdict_parts(ghost.verdict, language)
    why = plain_line(describe(ghost.arisen[0], language), 400) if ghost.arisen else ""
    yield Part(
        f" · {mark.text} {word.text}{': ' if why else ''}{why}", "bad" if why and word.role == "bad" else word.role
    )


def changed_row(ghost: Ghost, lexicon: Lexicon) -> Row | None:
    """Name the lines of the loadout that would come, go or change; None where none does."""
    parts: list[Part] = []
    for change in ghost.entries:
        worked = change.after or change.before
        assert worked is not None
        for line in change.lines:
            if line.mark is not Mark.SAME:
                sign, role = _MARKS[line.mark]
                parts.append(Part(f"{sign}{stack_text(lexicon, worked.unit.faction, line.shown)}  ", role))
    return row("changed", tuple(parts), wrap=True, pickable=False, hang=2) if parts else None
