"""The neutral printable document: Roster + Report + language -> Sheet."""

from listbuilder.sheet.build import build_sheet
from listbuilder.sheet.model import Sheet, SheetUnit
from listbuilder.sheet.options import Grid, Layout, Orientation, Paper, PrintOptions, usual_layout

__all__ = [
    "Grid",
    "Layout",
    "Orientation",
    "Paper",
    "PrintOptions",
    "Sheet",
    "SheetUnit",
    "build_sheet",
    "usual_layout",
]
