"""Odds for programs: plain values as JSON has them, and rows for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from listbuilder.exporters.odds_wording import Names, assumptions, step_line
from listbuilder.odds.army_damage import Cell
from listbuilder.odds.breakdown import Unfolded, Worth
from listbuilder.odds.coverage import Coverage
from listbuilder.odds.melee import Fate, Melee

_DIGITS = 10
"""Beyond this, digits say more about the machine than about the dice."""


def cell_record(cell: Cell, language: str) -> dict[str, object]:
    """Give one attack."""
    odds = cell.odds
    return {
        "attacker": cell.attacker.name,
        "target": cell.target.name,
        "mode": cell.mode.value,
        "exact": odds.exact,
        "assumes": assumptions(odds.notes, odds, Names(language, (cell.attacker, cell.target))),
        "without": list(odds.without),
        "sign": odds.sign,
        "mean_wounds": _short(odds.mean_wounds),
        "mean_models": _short(odds.mean_models),
        "spread": _short(odds.spread),
        "half": _short(odds.half),
        "destroyed": _short(odds.destroyed),
        "stunned": _short(odds.stunned),
        "own_wounds": _short(odds.own_wounds),
        "wounds": [_short(chance) for chance in odds.wounds],
        "models": [_short(chance) for chance in odds.models],
    }


def steps_record(unfolded: Sequence[Unfolded], worths: Sequence[Worth], names: Names) -> dict[str, object]:
    """Give the steps of an attack in words, and what each rule is worth."""
    return {
        "steps": [
            {
                "weapon": names.of(one.name),
                "wounds": _short(one.wounds),
                "steps": [step_line(step, names.language) for step in one.steps],
            }
            for one in unfolded
        ],
        "rules": [{"rule": names.of(worth.rule), "wounds": _short(worth.wounds)} for worth in worths],
    }


def melee_record(melee: Melee, names: Names) -> dict[str, object]:
    """Give a whole melee."""
    return {
        "exact": not melee.without,
        "assumes": assumptions(melee.notes, None, names),
        "without": list(melee.without),
        "draw": _short(melee.draw),
        "charger": _fate(melee.charger),
        "defender": _fate(melee.defender),
    }


def _fate(fate: Fate) -> dict[str, object]:
    return {
        "mean_wounds": _short(fate.mean_wounds),
        "wins": _short(fate.wins),
        "destroyed": _short(fate.destroyed),
        "shaken": _short(fate.shaken),
        "routs": _short(fate.routs),
        "wounds": [_short(chance) for chance in fate.wounds],
    }


def coverage_record(system: str, coverage: Coverage) -> dict[str, object]:
    """Give how much of a game is exact."""
    return {
        "system": system,
        "profiles": coverage.profiles,
        "exact": coverage.exact,
        "targets": coverage.targets,
        "exact_targets": coverage.exact_targets,
        "missing": dict(coverage.missing.most_common()),
    }


_COLUMNS = (
    "attacker", "target", "mode", "sign", "mean_wounds", "per_100_points", "mean_models", "half", "destroyed", "exact",
    "without",
)  # fmt: skip


def csv_rows(cells: Iterable[Cell]) -> str:
    """Write attacks as a table, one row each."""
    from listbuilder.cli.reporters.csv_report import safe_cell  # noqa: PLC0415 - few people ask for it

    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for cell in cells:
        odds = cell.odds
        hundred = cell.per_hundred
        row = [
            cell.attacker.name, cell.target.name, cell.mode.value, odds.sign, _short(odds.mean_wounds),
            "" if hundred is None else _short(hundred), _short(odds.mean_models), _short(odds.half),
            _short(odds.destroyed), int(odds.exact), list(odds.without),
        ]  # fmt: skip
        writer.writerow([safe_cell(value) for value in row])
    return stream.getvalue()


def _short(value: float) -> float:
    return round(value, _DIGITS)
