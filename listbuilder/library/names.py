"""Names to complete what somebody types: of systems, factions, units, events, codes and languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TypeAlias

from listbuilder.diagnostics import CODES
from listbuilder.errors import ListbuilderError
from listbuilder.i18n import languages
from listbuilder.library.library import Library

Names: TypeAlias = Iterator[tuple[str, str]]
"""What is typed, and what it is called."""
Opener: TypeAlias = Callable[[], Library]
"""Opens the data; who needs none does not ask."""


def _systems(library: Opener, begun: str) -> Names:  # noqa: ARG001  # all take the same
    return ((header.id, f"{header.name.en} {header.edition}") for header in library().systems())


def _factions(library: Opener, begun: str) -> Names:  # noqa: ARG001  # the same
    return iter({header.id: header.name.en for header in library().factions()}.items())


def _units(library: Opener, begun: str) -> Names:
    """Give factions until one is typed, and then its units: only they need more than the index."""
    faction, stroke, _ = begun.partition("/")
    if not stroke:
        yield from ((f"{name}/", told) for name, told in _factions(library, begun))
        return
    units: dict[str, str] = {}
    for system in {header.systems[0] for header in library().factions() if header.id == faction and header.systems}:
        with suppress(ListbuilderError):
            book = library().faction(faction, system)
            units |= {f"{faction}/{unit.id}": unit.name.en for unit in book.units.values()}
    yield from units.items()


def _events(library: Opener, begun: str) -> Names:  # noqa: ARG001  # the same
    return ((header.id, header.name.en) for header in library().events())


def _codes(library: Opener, begun: str) -> Names:  # noqa: ARG001  # the same
    """Give the codes, and once one of their names is begun those too."""
    yield from ((code.code, code.name) for code in CODES.values())
    if begun:
        yield from ((code.name, code.code) for code in CODES.values())


def _languages(library: Opener, begun: str) -> Names:  # noqa: ARG001  # the same
    return ((language, "") for language in languages())


NAMED: Mapping[str, Callable[[Opener, str], Names]] = {
    "codes": _codes,
    "events": _events,
    "factions": _factions,
    "languages": _languages,
    "systems": _systems,
    "units": _units,
}
