"""What a unit does to all kinds of targets: a table for each way to attack, with what it assumes and leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from listbuilder.exporters.odds_wording import Names, assumptions, left_out
from listbuilder.i18n import translate
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.army_damage import Cell, fights
from listbuilder.odds.combatant import DEFENSES, FIELD, Party, plain_target
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import Mode, Situation
from listbuilder.sheet.units import defense_label, number, tough_label
from listbuilder.textutil.sanitize import TIMES, plain_line
from listbuilder.tui.view.row import BLANK, Part, Row, heading, info, row

Known: TypeAlias = Callable[[Party, Party, Situation], Cell | None]
"""Gives an attack that has been worked out."""
_FIRST, _CELL = 18, 9


@lru_cache(maxsize=256)
def field_targets(party: Party) -> tuple[Party, ...]:
    """Give the targets of the table, row by row; the same ones for the same party."""
    return tuple(plain_target(models, defense, tough, party.find) for defense in DEFENSES for models, tough in FIELD)


def profile_key(mode: Mode, defense: int) -> str:
    """Name the row of a Defense in one way to attack."""
    return f"profile:{mode.value}:{defense}"


def find_profile(key: str, column: int, party: Party) -> tuple[Mode, Party] | None:
    """Find what a row and a column of the table stand for; None where the row is none of it."""
    for mode in (Mode.SHOOT, Mode.CHARGE):
        for place, defense in enumerate(DEFENSES):
            if key == profile_key(mode, defense):
                return mode, field_targets(party)[place * len(FIELD) + column]
    return None


def odds_rows(party: Party, known: Known, situation: Situation, column: int, language: str) -> Iterator[Row]:
    """Show each way to attack that the unit has weapons for, as far as it is worked out; `column` is the chosen one."""
    values = {"name": plain_line(party.name), "models": party.models, "points": party.cost}
    yield info(translate(language, "odds.title", **values), "bold", key="title")
    for mode in (Mode.SHOOT, Mode.CHARGE):
        if mode is Mode.SHOOT and not fights(party, mode):
            continue
        yield BLANK
        yield heading(translate(language, f"odds.mode.{mode.value}").upper())
        cells = [known(party, target, replace(situation, mode=mode)) for target in field_targets(party)]
        found = [cell for cell in cells if cell is not None]
        if len(found) == len(cells):
            yield from _table(party, found, mode, column, language)
        else:
            yield info("…", "dim", key=f"{mode.value}:waiting")


def _table(party: Party, cells: Sequence[Cell], mode: Mode, column: int, language: str) -> Iterator[Row]:
    labels = [f"{models}{TIMES}{tough_label(tough, language)}".rjust(_CELL) for models, tough in FIELD]
    head = [Part(label, "accent" if place == column else "dim") for place, label in enumerate(labels)]
    rows = [cells[start : start + len(FIELD)] for start in range(0, len(cells), len(FIELD))]
    for name, value in (("mean", _mean), ("per-hundred", _per_hundred)):
        title = translate(language, f"odds.{name}").ljust(_FIRST)
        yield row(f"{mode.value}:{name}", (Part(title, "dim"), *head), pickable=False)
        for defense, line in zip(DEFENSES, rows, strict=True):
            first = name == "mean"
            key = profile_key(mode, defense) if first else f"{mode.value}:{name}:{defense}"
            numbers = [f"{cell.odds.sign}{number(language, value(cell))}".rjust(_CELL) for cell in line]
            parts = [Part(text, "bold" if first and place == column else "") for place, text in enumerate(numbers)]
            label = Part(f"  {defense_label(defense, language)}".ljust(_FIRST), "dim")
            yield row(key, (label, *parts), pickable=first)
    notes = frozenset(note for cell in cells for note in cell.odds.notes)
    yield from said_rows(notes, cells[0].odds, Names(language, (party,)), mode.value)


def said_rows(notes: frozenset[Caveat], odds: Odds | None, names: Names, key: str) -> Iterator[Row]:
    """Say how far numbers can be trusted, and what they assume."""
    language = names.language
    without = left_out(notes, names)
    said = translate(language, "odds.without", rules=without) if without else translate(language, "odds.exact")
    yield info(said, "warn" if without else "good", key=f"{key}:said")
    for place, line in enumerate(assumptions(notes, odds, names)):
        yield info(f"  {line}", "dim", hang=2, key=f"{key}:assumes:{place}")


def _mean(cell: Cell) -> float:
    return cell.odds.mean_wounds


def _per_hundred(cell: Cell) -> float:
    return cell.per_hundred or 0.0
