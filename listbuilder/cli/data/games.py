"""Games as somebody who begins a file names them: by number, id or name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from listbuilder.library import Library
from listbuilder.library.headers import SystemHeader
from listbuilder.textutil.fuzzy import closest


def default_game(library: Library) -> str:
    """Choose a game where none is named: of the first one the newest edition."""
    systems = library.systems()
    return _newest(one for one in systems if one.name == systems[0].name)


def find_game(answer: str, systems: Sequence[SystemHeader]) -> str | None:
    """Find the game that an answer means; of several editions the newest, None where none or several are meant."""
    if answer.isdecimal() and 0 < int(answer) <= len(systems):
        return systems[int(answer) - 1].id
    folded = answer.casefold()
    for fits in (_is_called, _is_partly_called):
        named = [one for one in systems if fits(one, folded)]
        if len({one.name for one in named}) == 1:
            return _newest(named)
    return closest(answer, [one.id for one in systems])


def _is_called(header: SystemHeader, folded: str) -> bool:
    names = _names(header)
    return folded in (header.id, header.short.casefold(), *names, *(f"{name} {header.edition}" for name in names))


def _is_partly_called(header: SystemHeader, folded: str) -> bool:
    return any(folded in re.findall(r"\w+", name) for name in _names(header))


def _names(header: SystemHeader) -> list[str]:
    return [header.name.en.casefold(), *(text.casefold() for _, text in header.name.others)]


def _newest(headers: Iterable[SystemHeader]) -> str:
    """Choose the highest edition; one without a number is the lowest."""
    return max(headers, key=lambda header: [int(number) for number in re.findall(r"\d+", header.edition)]).id
