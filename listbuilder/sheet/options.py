"""Print options. Every exporter takes all of them and uses those that apply to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from listbuilder.model import System


class Layout(Enum):
    """The layout of a printed list."""

    ROSTER = "roster"
    COMPACT = "compact"
    CARDS = "cards"


class Paper(Enum):
    """The paper size."""

    A4 = "a4"
    LETTER = "letter"


class Orientation(Enum):
    """The orientation of the page."""

    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class Grid(Enum):
    """The number of cards on a page."""

    NINE = "3x3"
    FOUR = "2x2"
    ONE = "1"


def default_layout(systems: Iterable[System]) -> Layout:
    """Return the default layout of some systems: a roster if they differ."""
    layouts = {system.default_layout for system in systems}
    return Layout(layouts.pop()) if len(layouts) == 1 else Layout.ROSTER


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOptions:
    """What to print and how; None means the default of the layout."""

    layout: Layout = Layout.ROSTER
    paper: Paper = Paper.A4
    orientation: Orientation = Orientation.PORTRAIT
    grid: Grid = Grid.NINE
    large: bool = False
    monochrome: bool = False
    points: bool = True
    """Whether points are shown."""
    notes: bool = True
    """Whether the player's notes are shown."""
    share: bool = True
    """Whether the list is printed as a QR code or share string."""
    public: bool = False
    """Whether upgrades are hidden; a commitment can prove them later."""
    rule_texts: bool | None = None
    boxes: bool | None = None
    merge: bool | None = None
    """Whether identical units are printed once, with a count."""
    reach: bool = False
    """Whether weapons show their threat range, which is move plus range."""
    odds: bool = False
    """Whether units show their expected hits and wounds."""
    reference: bool = False
    """Whether to add the quick reference."""
    backs: bool = False
    """Whether cards have backs, for duplex printing along the long edge."""
    pages: int | None = None
    """The maximum number of pages of a roster or compact sheet, as far as readable type allows."""
    width: int = 80
    """The line length of text output, in columns."""
    ascii: bool = False
    """Whether text output is limited to ASCII."""

    @property
    def shows_notes(self) -> bool:
        """Whether the player's notes are shown; never on a public sheet."""
        return self.notes and not self.public

    @property
    def shows_texts(self) -> bool:
        """Whether rules and spells are explained."""
        return self.layout is not Layout.COMPACT if self.rule_texts is None else self.rule_texts

    @property
    def shows_boxes(self) -> bool:
        """Whether tick boxes are printed."""
        return self.layout is not Layout.COMPACT if self.boxes is None else self.boxes

    @property
    def merges_units(self) -> bool:
        """Whether identical units are printed once; with tick boxes each needs its own."""
        default = self.layout is not Layout.ROSTER and not self.shows_boxes
        return default if self.merge is None else self.merge
