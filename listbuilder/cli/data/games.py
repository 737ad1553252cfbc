"""Games as somebody who begins a file names them: by number, id or name."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.library import Library
from listbuilder.library.headers import SystemHeader
from listbuilder.rules.nearest import closest


def default_game(library: Library) -> str:
    """Choose a game where none is named: of the first one the newest edition."""
    systems = library.systems()
    return [one.id for one in systems if one.name == systems[0].name][-1]


def find_game(answer: str, systems: Sequence[SystemHeader]) -> str | None:
    """Find the game that an answer means; of several editions the last, None where none is meant."""
    if answer.isdecimal() and 0 < int(answer) <= len(systems):
        return systems[int(answer) - 1].id
    folded = answer.casefold()
    ids = [one.id for one in systems]
    named = [one.id for one in systems if folded in (one.id, one.short.casefold(), *_names(one))]
    return named[-1] if named else closest(answer, ids)


def _names(header: SystemHeader) -> list[str]:
    said = [header.name.en.casefold(), *(text.casefold() for _, text in header.name.others)]
    return [*said, *(f"{name} {header.edition}" for name in said)]
