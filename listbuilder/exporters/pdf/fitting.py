"""The size of type at which a list sits well on its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from listbuilder.exporters.pdf.flow import Flow

SMALLEST = 7.0
"""Type that can still be read at arm's length; smaller, a list rather takes another page."""
_THIN = 0.2
"""A last page with less than this on it looks forgotten."""
_NEARLY = (0.97, 0.94, 0.91, 0.88)
_A_LITTLE_MORE = (1.03, 1.06, 1.1, 1.15)


@dataclass(frozen=True, slots=True)
class Laid:
    """Pages laid out at one size of type, as a part of the usual one."""

    factor: float
    flow: Flow

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self.flow.pages)

    @property
    def thin(self) -> bool:
        """Whether the last of several pages is nearly empty."""
        return self.pages > 1 and self.flow.filled < _THIN


def settle(lay: Callable[[float], Flow], text: float, most: int | None) -> Laid:
    """Lay out at the usual size; smaller where so few pages are asked for, a little off where the last page is thin."""
    first = Laid(1, lay(1))
    if most is not None and first.pages > most:
        return _fitted(lay, first, text, most)
    return _balanced(lay, first, text) if first.thin else first


def _fitted(lay: Callable[[float], Flow], first: Laid, text: float, most: int) -> Laid:
    """Step down until it fits; where even the smallest type does not, take the fewest pages there are."""
    tried = [first]
    steps = round((text - SMALLEST) / 0.25)
    for step in range(1, steps + 1):
        tried.append(Laid(factor := (text - step * 0.25) / text, lay(factor)))
        if tried[-1].pages <= most:
            return tried[-1]
    return min(tried, key=lambda laid: laid.pages)


def _balanced(lay: Callable[[float], Flow], first: Laid, text: float) -> Laid:
    """Draw the last lines back onto the page before, or let more of them go over."""
    for laid in _tried(lay, (factor for factor in (*_NEARLY, *_A_LITTLE_MORE) if factor * text >= SMALLEST)):
        if laid.pages < first.pages or not laid.thin:
            return laid
    return first


def _tried(lay: Callable[[float], Flow], factors: Iterable[float]) -> Iterable[Laid]:
    return (Laid(factor, lay(factor)) for factor in factors)
