"""The head of the editor: what list this is, how many points are used, and the verdict.

The two lines that are always in sight: what list this is, how many points are used, and the verdict.
"""

from __future__ import annotations

from textual import getters

from listbuilder.diagnostics import Severity, Verdict
from listbuilder.i18n import format_number, translate
from listbuilder.rules.labels import missing_books
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Face
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.labels import verdict_parts
from listbuilder.tui.widgets.row import Part, Row, row
from listbuilder.tui.widgets.row_list import Lines
from listbuilder.validation.preview import Ghost

_EIGHTHS = " ▏▎▍▌▋▊▉"
_COUNTED = {Verdict.ILLEGAL: Severity.ERROR, Verdict.UNCHECKED: Severity.UNCHECKED}
_NARROWEST, _WIDEST = 5, 40
_AROUND = 4
"""The cells around what stands in a line, and between its two sides."""


def header_rows(
    session: EditorSession, language: str, width: int, *, saved: bool, then: int | None = None
) -> list[Row]:
    """Say what the list is and how it stands; the gauge shades what it would cost `then`."""
    name = plain_line(session.army.name, 60) or translate(language, "sheet.unnamed")
    left = (Part(name, "bold"), Part("" if saved else " *", "accent"), Part(f"   {_books(session, language)}", "dim"))
    return [
        row("list", left, (*_verdict(session, language), Part(" ")), pickable=False),
        _points(session, language, width, then),
    ]


def gauge(used: int, limit: int, cells: int, then: int | None = None) -> tuple[Part, ...]:
    """Draw a bar: filled as far as points are used, to the last one in one colour; beyond, another colour and mark."""
    low, high = sorted((used, used if then is None else then))
    if low > limit:
        return (Part("█" * (cells - 1) + "▶", "bad"),)
    full, part = divmod(low * cells * 8 // limit if limit else 0, 8)
    bar = "█" * full + (_EIGHTHS[part] if part and low == high else "")
    shaded = max(0, min(cells, -(-high * cells // limit) if limit else 0) - len(bar)) if high > low else 0
    shade = Part("▒" * shaded, "bad" if high > limit else "accent")
    return (Part(bar, "good"), *((shade,) if shaded else ()), Part("░" * (cells - len(bar) - shaded), "dim"))


def _books(session: EditorSession, language: str) -> str:
    pairs = [(plain_line(book.name.to(language), 40), plain_line(book.edition, 12)) for book in session.factions]
    books = [" ".join(filter(None, pair)) for pair in pairs]
    books += [plain_line(book.title(language), 52) for book in missing_books(session.roster)]
    system = f"{session.system.name.to(language)} {session.system.edition}"
    return " · ".join((*books[:3], plain_line(system)))


def _verdict(session: EditorSession, language: str) -> tuple[Part, ...]:
    verdict, empty = session.report.verdict, session.judged.begun
    mark, word = verdict_parts(verdict, language, empty=empty)
    count = sum(1 for finding in session.report if finding.severity is _COUNTED.get(verdict))
    counted = f" ({count})" if count and not empty else ""
    return (Part(f"{mark.text} {word.text}{counted}", word.role),)


def _points(session: EditorSession, language: str, width: int, then: int | None) -> Row:
    """Say what is spent and left; where that leaves little room, the gauge is short, and counts are left out."""
    used, limit = session.roster.cost, session.roster.size
    points = translate(language, "sheet.word.points")
    if limit is None:
        spent = (Part(f"{format_number(language, used)} {points}", "bold"),)
        return row("points", spent, (Part(_counts(session, language)[0] + " "),), pickable=False)
    total = format_number(language, limit)
    shown = f"{format_number(language, used).rjust(len(total))} / {total} {points}"
    over = used > limit
    left = translate(language, "tui.over" if over else "tui.left", points=format_number(language, abs(limit - used)))
    rest = width - _AROUND - len(shown) - 2 - len(left.rjust(len(translate(language, "tui.left", points=total))))
    beside = next((counts for counts in _counts(session, language) if len(counts) <= rest), "")
    cells = min(_WIDEST, width // 4, rest - len(beside) - 2)
    bar = gauge(used, limit, cells, then) if cells >= _NARROWEST else ()
    role = "bad" if over else ""
    said = (Part(f"{shown}  " if bar else shown, role or "bold"), *bar, Part(f"  {left}", role))
    return row("points", said, (Part(f"{beside} "),), pickable=False)


def _counts(session: EditorSession, language: str) -> tuple[str, str]:
    """Count units and models; and units alone, where there is no room for both."""
    units = translate(language, "sheet.units", n=session.roster.activations)
    models = translate(language, "sheet.models", n=session.roster.models)
    return f"{units}  {models}", units


class Header(Lines):
    """Two lines that are always in sight."""

    app = getters.app(Face)

    def __init__(self, session: EditorSession) -> None:
        super().__init__(id="header")
        self.session = session
        self._kept = True
        self._then: int | None = None

    def paint(self, *, kept: bool | None = None) -> None:
        """Show name, points and verdict, and whether all is safe in the file."""
        self._kept = self._kept if kept is None else kept
        width = self.size.width or self.screen.size.width
        self.show(header_rows(self.session, self.app.language, width, saved=self._kept, then=self._then))

    def shade(self, ghost: Ghost | None) -> None:
        """Shade in the gauge what the list would cost."""
        then = None if ghost is None else ghost.after
        if then != self._then:
            self._then = then
            self.paint()

    def on_resize(self) -> None:
        """Draw the gauge for the new width."""
        self.paint()
