"""listbuilder: army lists for One Page Rules' fantasy games, built, judged and printed."""

__version__ = "0.1.0"
