"""A unit on as few cards as it fits: rule texts as far as there is room, another card only where one cannot hold it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.pdf.blocks import PaperRow, merged
from listbuilder.exporters.pdf.card import Card, CardSetter, CardSize, owner_line
from listbuilder.exporters.pdf.marks import Box, Ink, Lettering, Mark, Role
from listbuilder.exporters.pdf.setting import text_width
from listbuilder.exporters.pdf.style import MM
from listbuilder.exporters.pdf.typefaces import Weight
from listbuilder.i18n import translate
from listbuilder.sheet import Sheet, SheetUnit
from listbuilder.textutil.sanitize import counted

_LEAST_PICTURE = 45 * MM


def unit_cards(unit: SheetUnit, sheet: Sheet, size: CardSize, key: str, factor: float = 1) -> Iterator[Card]:
    """Set a unit and the heroes in it, each on cards of their own."""
    yield from _cards(CardSetter(unit, None, sheet, size, factor), key)
    for number, hero in enumerate(unit.joined):
        yield from _cards(CardSetter(hero, unit, sheet, size, factor), f"{key}-{number}")


def fits_one_card(unit: SheetUnit, sheet: Sheet, size: CardSize, factor: float) -> bool:
    """Tell whether a unit, and each hero in it, has room on one card."""
    setters = [CardSetter(one, None, sheet, size, factor) for one in (unit, *unit.joined)]
    return all(_room(setter) >= _height(setter.body()) for setter in setters)


def _room(setter: CardSetter) -> float:
    """Tell how much of a card is left between its top and its foot."""
    return setter.size.height - _height(setter.top("")) - _height(_foot(setter))


def _foot(setter: CardSetter) -> list[PaperRow]:
    return [*setter.boxes(), owner_line(setter.sheet, setter.size)]


def _cards(setter: CardSetter, key: str) -> list[Card]:
    unit = setter.unit
    price = unit.price.shown if unit.price is not None else ""
    return [Card(key, face, counted(unit.count, unit.title), price) for face in _faces(setter, key)]


def _faces(setter: CardSetter, key: str) -> list[PaperRow]:
    body, room = setter.body(), _room(setter)
    if _height(body) <= room:
        texts = setter.texts(room - _height(body))
        return [_filled([*setter.top(key), *body, *texts], _foot(setter), setter.size)]
    return _parted(setter, body, key)


def _parted(setter: CardSetter, body: Sequence[PaperRow], key: str) -> list[PaperRow]:
    """Share a unit out among several cards, the boxes on the first."""
    top, foot = setter.top(key), _foot(setter)
    faces: list[list[PaperRow]] = [[]]
    room = _room(setter)
    for row in body:
        if faces[-1] and row.height > room:
            faces.append([])
            room = setter.size.height - _height(setter.title("")) - foot[-1].height - setter.style.grid
        faces[-1].append(row)
        room -= row.height
    cards = [_filled([*top, *faces[0]], foot, setter.size)]
    for number, rows in enumerate(faces[1:], start=2):
        head = [*setter.title(""), _continued(setter, number, len(faces))]
        cards.append(_filled([*head, *rows], foot[-1:], setter.size))
    return cards


def _continued(setter: CardSetter, number: int, count: int) -> PaperRow:
    """Say under the name that this card goes on from another."""
    style = setter.style
    text = translate(setter.sheet.language, "pdf.card", card=number, cards=count)
    x = setter.width - text_width(text, Weight.REGULAR, style.text)
    return PaperRow(style.grid, (Role.TEXT, Lettering(x, style.base, text, Weight.REGULAR, style.text, Ink.QUIET)))


def _filled(rows: Sequence[PaperRow], foot: Sequence[PaperRow], size: CardSize) -> PaperRow:
    """Make a card of rows above and a foot along its lower edge."""
    gap = max(0, size.height - _height(rows) - _height(foot))
    frame: tuple[Mark, ...] = ()
    if size.picture and gap > _LEAST_PICTURE:
        edge = size.style.grid
        frame = (Box(0, edge, size.width, gap - 2 * edge, 0.5, Ink.RULE),)
    return merged([*rows, PaperRow(gap, frame), *foot])


def _height(rows: Sequence[PaperRow]) -> float:
    return sum(row.height for row in rows)
