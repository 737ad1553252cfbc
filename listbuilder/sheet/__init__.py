"""The printable document that every exporter lays out. `build_sheet` makes it from a roster and its report."""

from listbuilder.sheet.build import build_sheet
from listbuilder.sheet.model import Sheet, SheetUnit
from listbuilder.sheet.options import Grid, Layout, Orientation, Paper, PrintOptions, default_layout

__all__ = [
    "Grid",
    "Layout",
    "Orientation",
    "Paper",
    "PrintOptions",
    "Sheet",
    "SheetUnit",
    "build_sheet",
    "default_layout",
]
