"""listbuilder: army lists for One Page Rules' fantasy games, built, judged and printed.

army = listbuilder.load("my-list.yaml")
print(army.verdict, army.points)
for finding in army.findings:
print(finding, *finding.fixes)
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from listbuilder.api import JudgedList as JudgedList
    from listbuilder.api import UnreadableListError as UnreadableListError
    from listbuilder.api import load as load
    from listbuilder.api import load_all as load_all
    from listbuilder.library import Library as Library

__version__ = "1.0.0"
__all__ = ["JudgedList", "Library", "UnreadableListError", "load", "load_all"]

_HOMES = dict.fromkeys(__all__, "listbuilder.api") | {"Library": "listbuilder.library"}


def __dir__() -> list[str]:
    """Name what there is for programs, so that `help` and a shell's completion find it."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    """Import what is asked for then: commands start without it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
