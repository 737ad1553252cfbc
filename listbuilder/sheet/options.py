"""What a player may choose about a print; shared by every exporter, each of which uses what concerns it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from listbuilder.model import System


class Layout(Enum):
    """The three shapes of a printed list."""

    ROSTER = "roster"
    COMPACT = "compact"
    CARDS = "cards"


class Paper(Enum):
    """The paper in the printer."""

    A4 = "a4"
    LETTER = "letter"


class Orientation(Enum):
    """Which edge of the paper is up."""

    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class Grid(Enum):
    """How many cards a page holds."""

    NINE = "3x3"
    FOUR = "2x2"
    ONE = "1"


def usual_layout(systems: Iterable[System]) -> Layout:
    """Give the layout in which all of some games are printed unless told otherwise; a roster where they differ."""
    found = {system.layout for system in systems}
    return Layout(found.pop()) if len(found) == 1 else Layout.ROSTER


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOptions:
    """How a list is to be printed; None means as the layout is usually printed."""

    layout: Layout = Layout.ROSTER
    paper: Paper = Paper.A4
    orientation: Orientation = Orientation.PORTRAIT
    grid: Grid = Grid.NINE
    large: bool = False
    monochrome: bool = False
    points: bool = True
    """Whether prices and totals are shown."""
    notes: bool = True
    """Whether the player's own notes are shown."""
    share: bool = True
    """Whether the whole list stands on it as a code."""
    public: bool = False
    """Whether upgrades stay hidden: units and sizes only, with a hash that proves the rest later."""
    rule_texts: bool | None = None
    boxes: bool | None = None
    merge: bool | None = None
    """Whether identical units become one with a count."""
    reach: bool = False
    """Whether weapons say how far they threaten: move and range together."""
    odds: bool = False
    """Whether units say what they may expect to do."""
    reference: bool = False
    """Whether a page on how the game is played comes with it."""
    backs: bool = False
    """Whether cards have printed backs, for paper that is turned along its long edge."""
    pages: int | None = None
    """How many pages a roster or a compact sheet takes at most, where readable type allows it."""
    width: int = 80
    """Columns of a terminal or a text file."""
    ascii: bool = False
    """Whether text must do without symbols beyond ASCII."""

    @property
    def with_notes(self) -> bool:
        """Whether the player's own notes are shown; a hidden list tells nothing of them."""
        return self.notes and not self.public

    @property
    def with_texts(self) -> bool:
        """Whether rules and spells are explained."""
        return self.layout is not Layout.COMPACT if self.rule_texts is None else self.rule_texts

    @property
    def with_boxes(self) -> bool:
        """Whether there are boxes to tick."""
        return self.layout is not Layout.COMPACT if self.boxes is None else self.boxes

    @property
    def with_merging(self) -> bool:
        """Whether identical units are shown once; with boxes to tick, each needs its own."""
        usual = self.layout is not Layout.ROSTER and not self.with_boxes
        return usual if self.merge is None else self.merge
