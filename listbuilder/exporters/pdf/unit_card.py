"""A unit on as few cards as it fits: type steps down, then texts go, then it takes another card."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.exporters.pdf.blocks import Strip, merged
from listbuilder.exporters.pdf.card import CardSetter, CardSize
from listbuilder.sheet import Sheet, SheetUnit

_WITH_TEXTS = (1.0, 0.93, 0.86)
_WITHOUT = (1.0, 0.93, 0.86, 0.8)
"""Steps of the type's size; below the last one print is too small for a table."""


def unit_cards(unit: SheetUnit, sheet: Sheet, size: CardSize, key: str) -> Iterator[tuple[str, Strip]]:
    """Set a unit and the heroes in it, each on cards of their own; a card is one row, with its unit's key."""
    yield from ((key, card) for card in _cards(unit, None, sheet, size, key))
    for number, hero in enumerate(unit.joined):
        own = f"{key}-{number}"
        yield from ((own, card) for card in _cards(hero, unit, sheet, size, own))


def _cards(unit: SheetUnit, host: SheetUnit | None, sheet: Sheet, size: CardSize, key: str) -> list[Strip]:
    for factors, with_texts in ((_WITH_TEXTS, True), (_WITHOUT, False)):
        for factor in factors:
            setter = CardSetter(unit, host, sheet, size, factor)
            texts = setter.texts() if with_texts else []
            rows, boxes = [*setter.top(key), *setter.body(), *texts], setter.boxes()
            if _height(rows) + _height(boxes) <= size.height:
                return [_filled(rows, boxes, size)]
    return _parted(setter, size, key)


def _parted(setter: CardSetter, size: CardSize, key: str) -> list[Strip]:
    """Share a unit out among several cards, the boxes on the first."""
    boxes = setter.boxes()
    cards: list[Strip] = []
    rows, room = setter.top(key), size.height - _height(boxes)
    for row in setter.body():
        if _height(rows) + row.height > room:
            cards.append(_filled(rows, boxes, size))
            rows, boxes, room = setter.top(key, str(len(cards) + 1)), [], size.height
        rows.append(row)
    return [*cards, _filled(rows, boxes, size)]


def _filled(rows: list[Strip], boxes: list[Strip], size: CardSize) -> Strip:
    """Make a card of rows above and boxes at the lower edge."""
    gap = max(0, size.height - _height(rows) - _height(boxes))
    return merged([*rows, Strip(gap), *boxes])


def _height(rows: list[Strip]) -> float:
    return sum(row.height for row in rows)
