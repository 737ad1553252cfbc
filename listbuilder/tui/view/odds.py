"""What a unit does to the usual targets: a table for each way to attack, with what it assumes and leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from listbuilder.exporters.odds_words import Names, assumptions, left_out, number
from listbuilder.i18n import translate
from listbuilder.model import System
from listbuilder.odds.party import Party
from listbuilder.odds.profiles import DEFENSES, FIELD
from listbuilder.odds.situation import Mode, Situation
from listbuilder.odds.table import Cell, field_table, fights
from listbuilder.sheet.plain import TIMES, plain_line
from listbuilder.tui.view.row import BLANK, Part, Row, heading, info, row

_FIRST, _CELL = 18, 9


def odds_rows(party: Party, system: System, situations: Sequence[Situation], language: str) -> Iterator[Row]:
    """Show each way to attack that the unit has weapons for."""
    values = {"name": plain_line(party.name), "models": party.models, "points": party.cost}
    yield info(translate(language, "odds.title", **values), "bold", key="title")
    for situation in situations:
        if situation.mode is Mode.SHOOT and not fights(party, Mode.SHOOT):
            continue
        yield BLANK
        yield heading(translate(language, f"odds.mode.{situation.mode.value}").upper())
        yield from _table(field_table(party, system, situation), situation.mode.value, language)


def _table(rows: Sequence[Sequence[Cell]], mode: str, language: str) -> Iterator[Row]:
    labels = "".join(f"{models}{TIMES}T{tough}".rjust(_CELL) for models, tough in FIELD)
    for name, value in (("mean", _mean), ("per-hundred", _per_hundred)):
        head = translate(language, f"odds.{name}").ljust(_FIRST)
        yield row(f"{mode}:{name}", (Part(head + labels, "dim"),), pickable=False)
        for defense, cells in zip(DEFENSES, rows, strict=True):
            yield _line(f"{mode}:{name}:{defense}", f"  D{defense}+", cells, value, language)
    found = [cell.odds for cells in rows for cell in cells]
    notes = frozenset(note for odds in found for note in odds.notes)
    names = Names(language, (rows[0][0].attacker,))
    without = left_out(notes, names)
    said = translate(language, "odds.without", rules=without) if without else translate(language, "odds.exact")
    yield info(said, "warn" if without else "good", key=f"{mode}:said")
    for place, line in enumerate(assumptions(notes, found[0], names)):
        yield info(f"  {line}", "dim", hang=2, key=f"{mode}:assumes:{place}")


def _line(key: str, head: str, cells: Sequence[Cell], value: Callable[[Cell], float], language: str) -> Row:
    numbers = "".join(f"{cell.odds.sign}{number(language, value(cell))}".rjust(_CELL) for cell in cells)
    return row(key, (Part(head.ljust(_FIRST), "dim"), Part(numbers)), pickable=False)


def _mean(cell: Cell) -> float:
    return cell.odds.mean_wounds


def _per_hundred(cell: Cell) -> float:
    return cell.per_hundred or 0.0
