"""The header of the editor: name, books, points and verdict."""

from __future__ import annotations

from textual import getters

from listbuilder.diagnostics import Severity, Verdict
from listbuilder.i18n import format_number, translate
from listbuilder.rules.unit_labels import missing_books
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import BaseApp
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.labels import verdict_parts
from listbuilder.tui.widgets.row import Part, Row, row
from listbuilder.tui.widgets.row_list import RowLabel
from listbuilder.validation.preview import EditPreview

_EIGHTHS = " ▏▎▍▌▋▊▉"
_COUNTED_SEVERITY = {Verdict.ILLEGAL: Severity.ERROR, Verdict.UNCHECKED: Severity.UNCHECKED}
_MIN_GAUGE_WIDTH, _MAX_GAUGE_WIDTH = 5, 40
_MARGIN_WIDTH = 4
"""Cells around a line and between its two sides."""


def header_rows(
    session: EditorSession, language: str, width: int, *, saved: bool, preview_cost: int | None = None
) -> list[Row]:
    """Return the two header lines; the gauge shades the cost of a preview."""
    name = sanitize_line(session.army.name, 60) or translate(language, "sheet.unnamed")
    books = [
        " ".join(filter(None, (sanitize_line(book.name.to(language), 40), sanitize_line(book.published_version, 12))))
        for book in session.factions
    ]
    books += [sanitize_line(book.title(language), 52) for book in missing_books(session.roster)]
    system = sanitize_line(f"{session.system.name.to(language)} {session.system.edition}")
    left = (
        Part(name, "bold"),
        Part("" if saved else " *", "accent"),
        Part(f"   {' · '.join((*books[:3], system))}", "dim"),
    )
    verdict, empty = session.report.verdict, session.judged.is_empty_draft
    mark, word = verdict_parts(verdict, language, empty=empty)
    count = sum(1 for finding in session.report if finding.severity is _COUNTED_SEVERITY.get(verdict))
    counted = f" ({count})" if count and not empty else ""
    right = (Part(f"{mark.text} {word.text}{counted}", word.role), Part(" "))
    return [row("list", left, right, selectable=False), _points_row(session, language, width, preview_cost)]


def points_gauge(used: int, limit: int, cells: int, preview_cost: int | None = None) -> tuple[Part, ...]:
    """Return a bar of used points, with the previewed cost shaded; beyond the limit in a different colour."""
    low, high = sorted((used, used if preview_cost is None else preview_cost))
    if low > limit:
        return (Part("█" * (cells - 1) + "▶", "bad"),)
    full, part = divmod(low * cells * 8 // limit if limit else 0, 8)
    bar = "█" * full + (_EIGHTHS[part] if part and low == high else "")
    shaded = max(0, min(cells, -(-high * cells // limit) if limit else 0) - len(bar)) if high > low else 0
    shade = Part("▒" * shaded, "bad" if high > limit else "accent")
    return (Part(bar, "good"), *((shade,) if shaded else ()), Part("░" * (cells - len(bar) - shaded), "dim"))


def _points_row(session: EditorSession, language: str, width: int, then: int | None) -> Row:
    """Return used and remaining points; if there is little room, counts and gauge are left out."""
    used, limit = session.roster.cost, session.roster.points_limit
    word = translate(language, "sheet.word.points")
    units = translate(language, "sheet.units", n=session.roster.activations)
    counts_texts = (f"{units}  {translate(language, 'sheet.models', n=session.roster.models)}", units)
    if limit is None:
        spent = (Part(f"{format_number(language, used)} {word}", "bold"),)
        return row("points", spent, (Part(counts_texts[0] + " "),), selectable=False)
    total = format_number(language, limit)
    spent_text = f"{format_number(language, used).rjust(len(total))} / {total} {word}"
    over, difference = used > limit, format_number(language, abs(limit - used))
    left_text = translate(language, "tui.over" if over else "tui.left", points=difference)
    max_left_width = max(len(left_text), len(translate(language, "tui.left", points=total)))
    free_width = width - _MARGIN_WIDTH - len(spent_text) - 2 - max_left_width
    counts_text = next((counts for counts in counts_texts if len(counts) <= free_width), "")
    cells = min(_MAX_GAUGE_WIDTH, width // 4, free_width - len(counts_text) - 2)
    bar = points_gauge(used, limit, cells, then) if cells >= _MIN_GAUGE_WIDTH else ()
    role = "bad" if over else ""
    left_parts = (Part(f"{spent_text}  " if bar else spent_text, role or "bold"), *bar, Part(f"  {left_text}", role))
    return row("points", left_parts, (Part(f"{counts_text} "),), selectable=False)


class Header(RowLabel):
    """The two lines at the top of the editor."""

    app = getters.app(BaseApp)

    def __init__(self, session: EditorSession) -> None:
        super().__init__(id="header")
        self.session = session
        self._saved = True
        self._preview_cost: int | None = None

    def paint(self, *, saved: bool | None = None) -> None:
        """Show name, points, verdict and whether the file is up to date."""
        self._saved = self._saved if saved is None else saved
        width, cost = self.size.width or self.screen.size.width, self._preview_cost
        self.show(header_rows(self.session, self.app.language, width, saved=self._saved, preview_cost=cost))

    def shade_preview(self, preview: EditPreview | None) -> None:
        """Shade the previewed cost in the gauge."""
        cost = None if preview is None else preview.points_after
        if cost != self._preview_cost:
            self._preview_cost = cost
            self.paint()

    def on_resize(self) -> None:
        """Draw the gauge for the new width."""
        self.paint()
