"""Odds as text for a terminal, as JSON records and as CSV.

Numbers that leave something out have a sign in front, such as ≈.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from listbuilder.cli.context import Context
from listbuilder.cli.odds_arguments import Contender
from listbuilder.cli.reporters.csv_report import safe_cell
from listbuilder.exporters.odds_wording import Names, assumptions, bars, left_out, percent, step_line, unfolded_title
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.army_damage import Cell, ranked
from listbuilder.odds.attack import attack, spell_odds
from listbuilder.odds.breakdown import Unfolded, Worth, rule_worths, unfold
from listbuilder.odds.combatant import DEFENSES, FIELD, Party
from listbuilder.odds.coverage import Coverage
from listbuilder.odds.melee import Fate, Melee, exchange
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import Mode, Situation
from listbuilder.sheet.units import defense_label, number, tough_label
from listbuilder.textutil.text_width import columns, pad, wrap

_BAR_WIDTH = 30
_NAME_WIDTH = 22
_CELL_WIDTH = 8
_MAX_DIGITS = 10
"""More digits would be rounding errors of the processor."""
_COLUMNS = (
    "attacker", "target", "mode", "sign", "mean_wounds", "per_100_points", "mean_models", "half", "destroyed", "exact",
    "without",
)  # fmt: skip


class OddsText:
    """Formats odds as lines of text."""

    def __init__(self, context: Context) -> None:
        self.language = context.language
        self.say = context.say
        self.terminal = context.terminal

    def heading(self, text: str) -> str:
        """Return a heading."""
        return self.terminal.style(self.terminal.line(text), "bold")

    def title(self, combatant: Party, game: str) -> str:
        """Return the heading with the combatant and its system."""
        title = self.say("odds.title", name=combatant.name, models=combatant.models, points=combatant.cost)
        return self.heading(f"{title} ({game})")

    def table(self, mode: str, rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
        """Yield the table of an attack against the usual targets, in total and per 100 points."""
        yield self.heading(self.say(f"odds.mode.{mode}"))
        times = self.terminal.symbol("×")
        labels = [f"{models}{times}{tough_label(tough, self.language)}" for models, tough in FIELD]
        yield from self._grid(self.say("odds.mean"), labels, rows, lambda cell: cell.odds.mean_wounds)
        if all(cell.per_hundred is not None for row in rows for cell in row):
            yield from self._grid(self.say("odds.per-hundred"), labels, rows, lambda cell: cell.per_hundred or 0.0)
        odds = [cell.odds for row in rows for cell in row]
        yield from self._caveats(
            frozenset(note for result in odds for note in result.notes), odds[0], [rows[0][0].attacker]
        )

    def _grid(
        self, title: str, labels: list[str], rows: Sequence[Sequence[Cell]], value: Callable[[Cell], float]
    ) -> Iterator[str]:
        width = max(16, columns(title) + 1)
        yield pad(title, width) + "".join(label.rjust(_CELL_WIDTH) for label in labels)
        for defense, row in zip(DEFENSES, rows, strict=True):
            cells = [f"{cell.odds.sign}{number(self.language, value(cell))}".rjust(_CELL_WIDTH) for cell in row]
            yield pad(f"  {defense_label(defense, self.language)}", width) + self.terminal.plain("".join(cells))

    def attack(self, cell: Cell) -> Iterator[str]:
        """Yield an attack with its distribution."""
        odds, sign = cell.odds, cell.odds.sign
        yield self.heading(
            self.say(f"odds.against.{cell.mode.value}", attacker=cell.attacker.name, target=cell.target.name)
        )
        if not odds.volleys:
            yield self.say("odds.unarmed")
            yield from self._caveats(odds.notes, odds, [cell.attacker, cell.target])
            return
        values: dict[str, object] = {
            "wounds": number(self.language, odds.mean_wounds),
            "spread": number(self.language, odds.spread),
            "models": number(self.language, odds.mean_models),
            "of": cell.target.models,
        }
        yield self._wrap(self.say("odds.expected", sign=sign, **values))
        chances = {"half": percent(self.language, odds.half), "destroyed": percent(self.language, odds.destroyed)}
        yield self._wrap(self.say("odds.chances", sign=sign, **chances))
        if odds.stunned:
            yield self._wrap(self.say("odds.stunned", sign=sign, chance=percent(self.language, odds.stunned)))
        if odds.own_wounds:
            yield self._wrap(self.say("odds.own-wounds", wounds=number(self.language, odds.own_wounds)))
        yield self.say("odds.wounds-head")
        yield from bars(odds.wounds, self.language, _BAR_WIDTH, symbols=self.terminal.symbols)
        if cell.target.models > 1:
            yield self.say("odds.curve-head")
            yield from bars(odds.kill_curve, self.language, _BAR_WIDTH, symbols=self.terminal.symbols, first=1)
        yield from self._caveats(odds.notes, odds, [cell.attacker, cell.target])

    def steps(
        self, unfolded: Sequence[Unfolded], worths: Sequence[Worth], combatants: tuple[Party, ...]
    ) -> Iterator[str]:
        """Yield the steps of an attack, and what each rule is worth."""
        names = Names(self.language, combatants)
        for breakdown in unfolded:
            yield self.heading(unfolded_title(breakdown, names))
            for index, step in enumerate(breakdown.steps, 1):
                yield self._wrap(step_line(step, self.language), f"  {index}.")
            yield self._wrap(self.say("odds.step.total", wounds=number(self.language, breakdown.wounds)), "  =")
        if worths:
            yield self.heading(self.say("odds.worths"))
            for worth in worths:
                yield self.terminal.line(
                    f"  {worth.wounds:+.2f}  {names.of(worth.rule)}".replace(".", self.say("number.point"), 1)
                )

    def melee(self, melee: Melee, charger: Party, defender: Party) -> Iterator[str]:
        """Yield the outcome of a whole melee."""
        sign = "≈" if melee.without else ""
        yield self.heading(self.say("odds.melee", charger=charger.name, defender=defender.name))
        for combatant, fate in ((charger, melee.charger), (defender, melee.defender)):
            yield self._wrap(f"{combatant.name}: " + self._format_outcome(fate, sign), "  ")
        yield self._wrap(self.say("odds.draw", sign=sign, chance=percent(self.language, melee.draw)), "  ")
        yield from self._caveats(melee.notes, None, [charger, defender])

    def _format_outcome(self, fate: Fate, sign: str) -> str:
        chances = {
            name: percent(self.language, getattr(fate, name)) for name in ("wins", "destroyed", "shaken", "routs")
        }
        return self.say("odds.fate", sign=sign, wounds=number(self.language, fate.mean_wounds), **chances)

    def matrix(self, mode: str, cells: Sequence[Cell], targets: Sequence[Party]) -> Iterator[str]:
        """Yield the table of an army against targets: the share of each target's wounds that is lost."""
        yield self.heading(self.say(f"odds.mode.{mode}") + ", " + self.say("odds.share"))
        yield from (self._wrap(f"{index}: {target.name}", "  ") for index, target in enumerate(targets, 1))
        yield pad("", _NAME_WIDTH) + "".join(f"{index}".rjust(6) for index in range(1, len(targets) + 1))
        for row in ranked(cells):
            shares = "".join(f"{cell.odds.sign}{cell.share * 100:.0f}%".rjust(6) for cell in row.cells)
            name = self.terminal.line(row.attacker.name)[: _NAME_WIDTH - 1]
            yield self.terminal.plain(pad(name, _NAME_WIDTH) + shares)
        yield self._wrap(self.say("odds.ranked"))
        notes = frozenset(note for cell in cells for note in cell.odds.notes)
        yield from self._caveats(notes, None, [*dict.fromkeys(cell.attacker for cell in cells), *targets])

    def coverage(self, system: str, coverage: Coverage) -> Iterator[str]:
        """Yield how much of a system is calculated exactly."""
        yield self.heading(system)
        for key, exact, of in (
            ("odds.coverage-profiles", coverage.exact, coverage.profiles),
            ("odds.coverage-targets", coverage.exact_targets, coverage.targets),
        ):
            share = percent(self.language, exact / of if of else 1.0)
            yield self._wrap(self.say(key, share=share, exact=exact, of=of), "  ")
        if coverage.missing:
            yield self._wrap(self.say("odds.without", rules=tuple(coverage.missing)), "  ")

    def _caveats(self, notes: frozenset[Caveat], odds: Odds | None, combatants: Sequence[Party]) -> Iterator[str]:
        """Yield what a result leaves out, or that it is exact, and what it assumes."""
        names = Names(self.language, tuple(combatants))
        without = left_out(notes, names)
        yield self._wrap(self.say("odds.without", rules=without) if without else self.say("odds.exact"))
        for line in assumptions(notes, odds, names):
            yield self._wrap(line, "  ")

    def _wrap(self, text: str, indent: str = "") -> str:
        return "\n".join(wrap(self.terminal.line(text), self.terminal.width, " " * len(indent), indent))


def cell_record(cell: Cell, language: str) -> dict[str, object]:
    """Return the record of an attack."""
    odds = cell.odds
    return {
        "attacker": cell.attacker.name,
        "target": cell.target.name,
        "mode": cell.mode.value,
        "exact": odds.exact,
        "assumes": assumptions(odds.notes, odds, Names(language, (cell.attacker, cell.target))),
        "without": list(odds.without),
        "sign": odds.sign,
        "mean_wounds": _round(odds.mean_wounds),
        "mean_models": _round(odds.mean_models),
        "spread": _round(odds.spread),
        "half": _round(odds.half),
        "destroyed": _round(odds.destroyed),
        "stunned": _round(odds.stunned),
        "own_wounds": _round(odds.own_wounds),
        "wounds": [_round(chance) for chance in odds.wounds],
        "models": [_round(chance) for chance in odds.models],
    }


def steps_record(unfolded: Sequence[Unfolded], worths: Sequence[Worth], names: Names) -> dict[str, object]:
    """Return the record of an attack's steps and what each rule is worth."""
    return {
        "steps": [
            {
                "weapon": names.of(breakdown.name),
                "wounds": _round(breakdown.wounds),
                "steps": [step_line(step, names.language) for step in breakdown.steps],
            }
            for breakdown in unfolded
        ],
        "rules": [{"rule": names.of(worth.rule), "wounds": _round(worth.wounds)} for worth in worths],
    }


def melee_record(melee: Melee, names: Names) -> dict[str, object]:
    """Return the record of a melee."""
    return {
        "exact": not melee.without,
        "assumes": assumptions(melee.notes, None, names),
        "without": list(melee.without),
        "draw": _round(melee.draw),
        "charger": _outcome_record(melee.charger),
        "defender": _outcome_record(melee.defender),
    }


def _outcome_record(fate: Fate) -> dict[str, object]:
    return {
        "mean_wounds": _round(fate.mean_wounds),
        "wins": _round(fate.wins),
        "destroyed": _round(fate.destroyed),
        "shaken": _round(fate.shaken),
        "routs": _round(fate.routs),
        "wounds": [_round(chance) for chance in fate.wounds],
    }


def coverage_record(system: str, coverage: Coverage) -> dict[str, object]:
    """Return the record of how much of a system is calculated exactly."""
    return {
        "system": system,
        "profiles": coverage.profiles,
        "exact": coverage.exact,
        "targets": coverage.targets,
        "exact_targets": coverage.exact_targets,
        "missing": dict(coverage.missing.most_common()),
    }


def csv_rows(cells: Iterable[Cell]) -> str:
    """Return attacks as CSV, one row each."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for cell in cells:
        odds = cell.odds
        hundred = cell.per_hundred
        row = [
            cell.attacker.name, cell.target.name, cell.mode.value, odds.sign, _round(odds.mean_wounds),
            "" if hundred is None else _round(hundred), _round(odds.mean_models), _round(odds.half),
            _round(odds.destroyed), int(odds.exact), list(odds.without),
        ]  # fmt: skip
        writer.writerow([safe_cell(value) for value in row])
    return stream.getvalue()


def _round(value: float) -> float:
    return round(value, _MAX_DIGITS)


class Duel:
    """An attacker and its target, with the results that the user asked for."""

    def __init__(self, subject: Contender, target: Party, *, steps: bool, melee: bool) -> None:
        self.subject = subject
        self.attacker = subject.parties[0]
        self.target = target
        self._steps = steps
        self._melee = melee

    def cell(self, situation: Situation) -> Cell:
        """Return the attack."""
        odds = attack(self.attacker, self.target, self.subject.system, situation)
        return Cell(self.attacker, self.target, situation.mode, odds)

    def fight(self, situation: Situation) -> Melee:
        """Return the whole melee."""
        return exchange(self.attacker, self.target, self.subject.system, situation)

    def spells(self) -> list[Cell]:
        """Return the attack of each spell of the attacker that deals hits."""
        cells = []
        for spell in self.subject.spells:
            odds = spell_odds(self.attacker, spell, self.target, self.subject.system)
            if odds is not None:
                cells.append(Cell(replace(self.attacker, name=spell.name.en), self.target, Mode.SPELL, odds))
        return cells

    def record(self, situation: Situation, language: str) -> dict[str, object]:
        """Return the record of the attack, with its steps and melee if they are wanted."""
        cell = self.cell(situation)
        record = cell_record(cell, language)
        names = Names(language, (self.attacker, self.target))
        if self._steps:
            record |= steps_record(*self._break_down(cell, situation), names)
        if self._melee and situation.mode is Mode.CHARGE:
            record["melee"] = melee_record(self.fight(situation), names)
        return record

    def lines(self, situation: Situation, text: OddsText) -> Iterator[str]:
        """Yield the lines of the attack, with its steps if they are wanted."""
        cell = self.cell(situation)
        yield from text.attack(cell)
        if self._steps:
            yield ""
            yield from text.steps(*self._break_down(cell, situation), (self.attacker, self.target))

    def _break_down(self, cell: Cell, situation: Situation) -> tuple[tuple[Unfolded, ...], tuple[Worth, ...]]:
        system = self.subject.system
        return (
            unfold(cell.odds, self.attacker, self.target, system, situation),
            rule_worths(self.attacker, self.target, system, situation, cell.odds),
        )
