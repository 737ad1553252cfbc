"""A page of cards as text: the units of a roster in frames, as many side by side as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size

RULE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
_FRAME, _GAP = 4, 1


def cards_abreast(wanted: int, width: int, narrowest: int) -> int:
    """Tell how many cards stand side by side: as on paper, or as many as there is room for."""
    return max(1, min(wanted, (width + _GAP) // (narrowest + _FRAME + _GAP)))


def card_width(abreast: int, width: int) -> int:
    """Tell how wide the text of a card is."""
    return (width - _GAP * (abreast - 1)) // abreast - _FRAME


def in_cards(text: str, abreast: int, width: int) -> str:
    """Put each unit of a roster, which lines part, into a frame; what stands before and behind them stays."""
    before, *units, behind = _parts(text.splitlines())
    room = card_width(abreast, width)
    lines = list(before)
    for start in range(0, len(units), abreast):
        cards = [_framed(unit, room) for unit in units[start : start + abreast]]
        blank = " " * (room + _FRAME)
        lines += [(" " * _GAP).join(row).rstrip() for row in zip_longest(*cards, fillvalue=blank)]
    return "\n".join([*lines, *behind]) + "\n"


def _parts(lines: Sequence[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for line in lines:
        if line and not line.strip(RULE):
            found.append([])
        else:
            found[-1].append(line)
    return found if len(found) > 1 else [*found, []]


def _framed(lines: Sequence[str], room: int) -> Iterator[str]:
    yield f"┌{RULE * (room + 2)}┐"
    for line in lines:
        yield f"│ {line if cell_len(line) == room else set_cell_size(line, room)} │"
    yield f"└{RULE * (room + 2)}┘"
