"""Preview and write the export of the open list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from rich.cells import cell_len, set_cell_size

from listbuilder.disk import make_folder, write_atomically
from listbuilder.errors import SaveError
from listbuilder.exporters import exporter_ids, find_exporter
from listbuilder.exporters.exporter import build_document
from listbuilder.exporters.plain_text import MIN_WIDTH
from listbuilder.i18n import translate
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.hashes import generate_secret
from listbuilder.model import slugify
from listbuilder.sheet import Grid, Layout, Orientation, Paper, PrintOptions
from listbuilder.tui.editor.session import EditorSession

RULE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
_FRAME_WIDTH, _GAP = 4, 1
FORMATS = exporter_ids()
LAYOUTS = tuple(layout.value for layout in Layout)
PAPERS = tuple(paper.value for paper in Paper)
ORIENTATIONS = tuple(orientation.value for orientation in Orientation)
GRIDS = tuple(grid.value for grid in Grid)
DEFAULT_WIDTH = 80
_TEXT_FORMAT = "txt"
_PAGED_FORMATS = ("pdf", "html")
"""Paged formats; their preview is the sheet as text."""


def count_cards_abreast(max_cards: int, width: int, min_width: int) -> int:
    """Return how many cards fit side by side, at most `max_cards`."""
    return max(1, min(max_cards, (width + _GAP) // (min_width + _FRAME_WIDTH + _GAP)))


def card_width(abreast: int, width: int) -> int:
    """Return the width of the text of one card."""
    return (width - _GAP * (abreast - 1)) // abreast - _FRAME_WIDTH


def frame_cards(text: str, abreast: int, width: int) -> str:
    """Frame each unit of a roster; rules separate the units, text before and after them is unchanged."""
    before, *units = (part.splitlines() for part in re.split(f"(?m)^{RULE}+$\n?", text))
    after = units.pop() if units else []
    text_width = card_width(abreast, width)
    lines = list(before)
    for start in range(0, len(units), abreast):
        cards = [_frame_lines(unit, text_width) for unit in units[start : start + abreast]]
        blank = " " * (text_width + _FRAME_WIDTH)
        lines += [(" " * _GAP).join(row).rstrip() for row in zip_longest(*cards, fillvalue=blank)]
    return "\n".join([*lines, *after]) + "\n"


def _frame_lines(lines: Sequence[str], width: int) -> Iterator[str]:
    yield f"┌{RULE * (width + 2)}┐"
    for line in lines:
        yield f"│ {line if cell_len(line) == width else set_cell_size(line, width)} │"
    yield f"└{RULE * (width + 2)}┘"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRequest:
    """The options that the player chose for an export."""

    format: str = FORMATS[0]
    layout: str = LAYOUTS[0]
    paper: str = PAPERS[0]
    orientation: str = ORIENTATIONS[0]
    grid: str = GRIDS[0]
    language: str = "en"
    public: bool = False
    large: bool = False
    reach: bool = False
    odds: bool = False
    reference: bool = False

    def print_options(self, width: int = DEFAULT_WIDTH) -> PrintOptions:
        """Return the options for the exporters."""
        return PrintOptions(
            layout=Layout(self.layout),
            paper=Paper(self.paper),
            orientation=Orientation(self.orientation),
            grid=Grid(self.grid),
            public=self.public,
            large=self.large,
            reach=self.reach,
            odds=self.odds,
            reference=self.reference,
            width=width,
        )


def preview_text(session: EditorSession, request: ExportRequest, width: int) -> str:
    """Return the exported text, or for paged formats the same sheet as text in the chosen layout."""
    is_paged = request.format in _PAGED_FORMATS
    has_cards = is_paged and Layout(request.layout) is Layout.CARDS
    abreast = count_cards_abreast(int(request.grid[0]), width, MIN_WIDTH)
    options = request.print_options(card_width(abreast, width) if has_cards else width)
    exporter = find_exporter(_TEXT_FORMAT if is_paged else request.format)
    document = build_document(session.judged, request.language, request.print_options())
    text = exporter.export([document], options).decode("utf-8", "replace")
    return frame_cards(text, abreast, width) if has_cards else text


def export_file_name(name: str, request: ExportRequest) -> str:
    """Return the file name: the list, the layout, and the format if the suffix is ambiguous."""
    exporter = find_exporter(request.format)
    first = next(other for other in FORMATS if find_exporter(other).suffix == exporter.suffix)
    words = [slugify(name)[:60] or "list"]
    words += [] if request.layout == LAYOUTS[0] else [request.layout]
    words += [] if exporter.id == first else [exporter.id]
    return "-".join(words) + exporter.suffix


def export_list(session: EditorSession, request: ExportRequest, folder: Path) -> Path:
    """Write the file and return its path. Raise SaveError if that fails.

    The salt of a hidden list is written next to it; with the salt the player can prove the commitment later.
    """
    exporter = find_exporter(request.format)
    if request.public and not exporter.can_hide_upgrades:
        raise SaveError(translate(request.language, "tui.export.cannot-hide", format=exporter.id))
    salt = generate_secret() if request.public else ""
    options = request.print_options()
    data = exporter.export([build_document(session.judged, request.language, options, salt=salt)], options)
    path = folder / export_file_name(session.army.name, request)
    make_folder(folder)
    write_atomically(path, data)
    if salt:
        write_atomically(path.with_suffix(".salt.txt"), f"{salt}\n".encode())
    return path


def save_copied_text(text: str) -> Path:
    """Write the copied text to a file and return its path. Raise SaveError if that fails."""
    path = state_folder() / "copied.txt"
    make_folder(path.parent)
    write_atomically(path, text.encode())
    return path
