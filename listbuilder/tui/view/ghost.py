"""What would be if the thing under the cursor were done: points, counts, the loadout, the verdict."""

from __future__ import annotations

from listbuilder.diagnostics.messages import describe
from listbuilder.diff.loadouts import Mark
from listbuilder.i18n import format_number, translate
from listbuilder.sheet.rule_labels import Lexicon
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.row import Part, Row, row
from listbuilder.tui.view.words import MARKS, price, stack_text, verdict_parts
from listbuilder.validation.preview import Ghost

_MOST_COUNTS = 3
_MARKS = {Mark.ADDED: ("+ ", "good"), Mark.REMOVED: ("- ", "dim"), Mark.CHANGED: ("± ", "accent")}


def ghost_row(ghost: Ghost, language: str) -> Row:
    """Say in one sentence what would come of it; in red what would then be wrong."""
    limit = "" if ghost.limit is None else f" / {format_number(language, ghost.limit)}"
    change = price(ghost.after - ghost.before, language) if ghost.after != ghost.before else "±0"
    points = f"{change} → {format_number(language, ghost.after)}{limit}"
    counts = [text for shift in ghost.told[:_MOST_COUNTS] if not shift.broken and (text := shift.to(language))]
    said = (Part(translate(language, "tui.would", why=points)), _verdict(ghost, language))
    return row("ghost", (*said, Part("".join(f" · {text}" for text in counts))), wrap=True, pickable=False, hang=2)


def _verdict(ghost: Ghost, language: str) -> Part:
    """Say what would be wrong that is not now; where nothing would, the verdict."""
    mark, word = verdict_parts(ghost.verdict, language)
    if not ghost.arisen:
        return Part(f" · {mark.text} {word.text}", word.role)
    worst = ghost.arisen[0]
    return Part(
        f" · {MARKS[worst.severity].text} {plain_line(describe(worst, language), 400)}", MARKS[worst.severity].role
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
