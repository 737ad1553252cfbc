"""The open list on paper: the document, its file name, and the file.

A page of cards as text: the units of a roster in frames, as many side by side as there is room for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rich.cells import cell_len, set_cell_size

from listbuilder.disk import make_folder, write_atomically
from listbuilder.errors import SaveError
from listbuilder.exporters import Exportable, exporter_ids, find_exporter
from listbuilder.exporters.base import build_document
from listbuilder.exporters.text import LEAST_WIDTH
from listbuilder.i18n import translate
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.hashes import new_secret
from listbuilder.model import slug
from listbuilder.sheet import Grid, Layout, Orientation, Paper, PrintOptions
from listbuilder.tui.editor.session import EditorSession

RULE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
_FRAME, _GAP = 4, 1


def cards_abreast(wanted: int, width: int, narrowest: int) -> int:
    """Tell how many cards stand side by side: as on paper, or as many as there is room for."""
    return max(1, min(wanted, (width + _GAP) // (narrowest + _FRAME + _GAP)))


def card_width(abreast: int, width: int) -> int:
    """Tell how wide the text of a card is."""
    return (width - _GAP * (abreast - 1)) // abreast - _FRAME


def in_cards(text: str, abreast: int, width: int) -> str:
    """Put each unit of a roster, which lines part, into a frame; what stands before and behind them stays."""
    before, *units, behind = _parts(text.splitlines())
    room = card_width(abreast, width)
    lines = list(before)
    for start in range(0, len(units), abreast):
        cards = [_framed(unit, room) for unit in units[start : start + abreast]]
        blank = " " * (room + _FRAME)
        lines += [(" " * _GAP).join(row).rstrip() for row in zip_longest(*cards, fillvalue=blank)]
    return "\n".join([*lines, *behind]) + "\n"


def _parts(lines: Sequence[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for line in lines:
        if line and not line.strip(RULE):
            found.append([])
        else:
            found[-1].append(line)
    return found if len(found) > 1 else [*found, []]


def _framed(lines: Sequence[str], room: int) -> Iterator[str]:
    yield f"┌{RULE * (room + 2)}┐"
    for line in lines:
        yield f"│ {line if cell_len(line) == room else set_cell_size(line, room)} │"
    yield f"└{RULE * (room + 2)}┘"


FORMATS = exporter_ids()
LAYOUTS = tuple(layout.value for layout in Layout)
PAPERS = tuple(paper.value for paper in Paper)
ORIENTATIONS = tuple(orientation.value for orientation in Orientation)
GRIDS = tuple(grid.value for grid in Grid)
USUAL_WIDTH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the player wants to print."""

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

    def changed(self, name: str, value: Any) -> Wish:
        """Give the wish with another value for one thing."""
        return replace(self, **{name: value})

    def options(self, width: int = USUAL_WIDTH) -> PrintOptions:
        """Give the options as exporters know them."""
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


_TEXT = "txt"
_LIKE_TEXT = ("pdf", "html")
"""What is set in pages: its preview is the same sheet as text."""


def preview(session: EditorSession, wish: Wish, width: int) -> str:
    """Show the file as it would be; of what is set in pages the words and their order, as the layout has them."""
    in_pages = wish.format in _LIKE_TEXT
    if in_pages and Layout(wish.layout) is Layout.CARDS:
        abreast = cards_abreast(int(wish.grid[0]), width, LEAST_WIDTH)
        text = _written(session, wish, _TEXT, card_width(abreast, width))
        return in_cards(text, abreast, width)
    return _written(session, wish, _TEXT if in_pages else wish.format, width)


def _written(session: EditorSession, wish: Wish, name: str, width: int) -> str:
    document = _document(session, wish)
    return find_exporter(name).export([document], wish.options(width)).decode("utf-8", "replace")


def file_name(name: str, wish: Wish) -> str:
    """Name the file: by the list, the layout, and the format where its ending does not say which it is."""
    exporter = find_exporter(wish.format)
    first = next(other for other in FORMATS if find_exporter(other).suffix == exporter.suffix)
    words = [slug(name)[:60] or "list"]
    words += [] if wish.layout == LAYOUTS[0] else [wish.layout]
    words += [] if exporter.id == first else [exporter.id]
    return "-".join(words) + exporter.suffix


def export(session: EditorSession, wish: Wish, folder: Path) -> Path:
    """Write the file and say where it went; raise SaveError where that is not possible.

    Beside a hidden list lies its salt: whoever has it can prove later that the list is the one that was promised.
    """
    exporter = find_exporter(wish.format)
    if wish.public and not exporter.hides:
        raise SaveError(translate(wish.language, "cli.nothing-hidden", format=exporter.id))
    salt = new_secret() if wish.public else ""
    data = exporter.export([_document(session, wish, salt=salt)], wish.options())
    path = folder / file_name(session.army.name, wish)
    make_folder(folder)
    write_atomically(path, data)
    if salt:
        write_atomically(path.with_suffix(".salt.txt"), f"{salt}\n".encode())
    return path


def keep_copy(text: str) -> Path:
    """Write what was copied last to a file and say where; raise SaveError where that is not possible."""
    path = state_folder() / "copied.txt"
    make_folder(path.parent)
    write_atomically(path, text.encode())
    return path


def _document(session: EditorSession, wish: Wish, salt: str = "") -> Exportable:
    return build_document(session.judged, wish.language, wish.options(), salt=salt)
