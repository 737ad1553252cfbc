"""Generates distinct player names."""

from __future__ import annotations

from collections.abc import Iterator

_FIRST = ("Anselm", "Bertil", "Cilla", "Dagny", "Edmée", "Fiete", "Gesa", "Hauke", "Ísold", "Jørn", "Käthe", "Łukas")
_BEGIN = "bar dol fen gir hum jex kal lom mur nyx ost pel qui rav sib tur ulf vex wog xan yor zim cho"
_MIDDLE = "ama eko idu oli unu are eti iso oba uge ani ebo ila omi upa avu ezo ifa oru usi aka ede igo"
_END = (
    "berg dahl feld gard holm kamp land mark nord pohl rath sund thal ulrik vang wick xelt yard zorn burg stad ing oss"
)
_PARTS = tuple(tuple(text.split()) for text in (_BEGIN, _MIDDLE, _END))
_MAX_NAMES = len(_PARTS[0]) ** 2


def names(count: int) -> Iterator[str]:
    """Yield `count` names. Any two family names differ in at least two of three parts."""
    size = len(_PARTS[0])
    for number in range(count):
        first, second = divmod(number * 7 % _MAX_NAMES, size)
        third = (first + second) % size
        family = f"{_PARTS[0][first]}{_PARTS[1][second]}{_PARTS[2][third]}".title()
        yield f"{_FIRST[number % len(_FIRST)]} {family}"
