"""Build, validate and print army lists for One Page Rules' fantasy games.

Example:
    army = listbuilder.load("my-list.yaml")
    print(army.verdict, army.points)
    for finding in army.findings:
        print(finding, *finding.fixes)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.api import JudgedList as JudgedList
    from listbuilder.api import UnreadableListError as UnreadableListError
    from listbuilder.api import load as load
    from listbuilder.api import load_all as load_all
    from listbuilder.library import Library as Library

__version__ = "1.0.0"
__all__ = ["JudgedList", "Library", "UnreadableListError", "load", "load_all"]

_MODULES = dict.fromkeys(__all__, "listbuilder.api") | {"Library": "listbuilder.library"}


def __dir__() -> list[str]:
    """Include the lazy names, so that `help` and completion find them."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    """Import public names on first use, so that commands start without them."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
