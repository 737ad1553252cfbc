"""Odds on a terminal: tables, small bars, steps; numbers that leave something out carry their sign.

Odds for programs: plain values as JSON has them, and rows for spreadsheets.

One party against another, worked out as far as somebody asks: the attack, its steps, the melee, spells.
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

_BAR = 30
_NAME = 22
_CELL = 8


class OddsText:
    """Writes odds as lines of text."""

    def __init__(self, context: Context) -> None:
        self.language = context.language
        self.say = context.say
        self.terminal = context.terminal

    def heading(self, text: str) -> str:
        """Write a heading."""
        return self.terminal.style(self.terminal.line(text), "bold")

    def title(self, party: Party, game: str) -> str:
        """Write who it is about, and in which game."""
        said = self.say("odds.title", name=party.name, models=party.models, points=party.cost)
        return self.heading(f"{said} ({game})")

    def table(self, mode: str, rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
        """Write a party's attack against the field, as it is and for each hundred points."""
        yield self.heading(self.say(f"odds.mode.{mode}"))
        times = self.terminal.symbol("×")
        labels = [f"{models}{times}{tough_label(tough, self.language)}" for models, tough in FIELD]
        yield from self._grid(self.say("odds.mean"), labels, rows, lambda cell: cell.odds.mean_wounds)
        if all(cell.per_hundred is not None for row in rows for cell in row):
            yield from self._grid(self.say("odds.per-hundred"), labels, rows, lambda cell: cell.per_hundred or 0.0)
        odds = [cell.odds for row in rows for cell in row]
        yield from self._said(frozenset(note for one in odds for note in one.notes), odds[0], [rows[0][0].attacker])

    def _grid(
        self, title: str, labels: list[str], rows: Sequence[Sequence[Cell]], value: Callable[[Cell], float]
    ) -> Iterator[str]:
        width = max(16, columns(title) + 1)
        yield pad(title, width) + "".join(label.rjust(_CELL) for label in labels)
        for defense, row in zip(DEFENSES, rows, strict=True):
            cells = [f"{cell.odds.sign}{number(self.language, value(cell))}".rjust(_CELL) for cell in row]
            yield pad(f"  {defense_label(defense, self.language)}", width) + self.terminal.plain("".join(cells))

    def attack(self, cell: Cell) -> Iterator[str]:
        """Write one attack with its distribution."""
        odds, sign = cell.odds, cell.odds.sign
        yield self.heading(
            self.say(f"odds.against.{cell.mode.value}", attacker=cell.attacker.name, target=cell.target.name)
        )
        if not odds.volleys:
            yield self.say("odds.unarmed")
            yield from self._said(odds.notes, odds, [cell.attacker, cell.target])
            return
        said: dict[str, object] = {
            "wounds": number(self.language, odds.mean_wounds),
            "spread": number(self.language, odds.spread),
        }
        said |= {"models": number(self.language, odds.mean_models), "of": cell.target.models}
        yield self._wrapped(self.say("odds.expected", sign=sign, **said))
        chances = {"half": percent(self.language, odds.half), "destroyed": percent(self.language, odds.destroyed)}
        yield self._wrapped(self.say("odds.chances", sign=sign, **chances))
        if odds.stunned:
            yield self._wrapped(self.say("odds.stunned", sign=sign, chance=percent(self.language, odds.stunned)))
        if odds.own_wounds:
            yield self._wrapped(self.say("odds.own-wounds", wounds=number(self.language, odds.own_wounds)))
        yield self.say("odds.wounds-head")
        yield from bars(odds.wounds, self.language, _BAR, symbols=self.terminal.symbols)
        if cell.target.models > 1:
            yield self.say("odds.curve-head")
            yield from bars(odds.kill_curve, self.language, _BAR, symbols=self.terminal.symbols, first=1)
        yield from self._said(odds.notes, odds, [cell.attacker, cell.target])

    def steps(self, unfolded: Sequence[Unfolded], worths: Sequence[Worth], parties: tuple[Party, ...]) -> Iterator[str]:
        """Write an attack die by die, and what each rule is worth."""
        names = Names(self.language, parties)
        for one in unfolded:
            yield self.heading(unfolded_title(one, names))
            for place, step in enumerate(one.steps, 1):
                yield self._wrapped(step_line(step, self.language), f"  {place}.")
            yield self._wrapped(self.say("odds.step.total", wounds=number(self.language, one.wounds)), "  =")
        if worths:
            yield self.heading(self.say("odds.worths"))
            for worth in worths:
                yield self.terminal.line(
                    f"  {worth.wounds:+.2f}  {names.of(worth.rule)}".replace(".", self.say("number.point"), 1)
                )

    def melee(self, melee: Melee, charger: Party, defender: Party) -> Iterator[str]:
        """Write how a whole melee ends."""
        sign = "≈" if melee.without else ""
        yield self.heading(self.say("odds.melee", charger=charger.name, defender=defender.name))
        for party, fate in ((charger, melee.charger), (defender, melee.defender)):
            yield self._wrapped(f"{party.name}: " + self._fate(fate, sign), "  ")
        yield self._wrapped(self.say("odds.draw", sign=sign, chance=percent(self.language, melee.draw)), "  ")
        yield from self._said(melee.notes, None, [charger, defender])

    def _fate(self, fate: Fate, sign: str) -> str:
        chances = {
            name: percent(self.language, getattr(fate, name)) for name in ("wins", "destroyed", "shaken", "routs")
        }
        return self.say("odds.fate", sign=sign, wounds=number(self.language, fate.mean_wounds), **chances)

    def matrix(self, mode: str, cells: Sequence[Cell], targets: Sequence[Party]) -> Iterator[str]:
        """Write an army against an army: what part of each target's wounds is lost."""
        yield self.heading(self.say(f"odds.mode.{mode}") + ", " + self.say("odds.share"))
        yield from (self._wrapped(f"{place}: {target.name}", "  ") for place, target in enumerate(targets, 1))
        yield pad("", _NAME) + "".join(f"{place}".rjust(6) for place in range(1, len(targets) + 1))
        for deeds in ranked(cells):
            shares = "".join(f"{cell.odds.sign}{cell.share * 100:.0f}%".rjust(6) for cell in deeds.cells)
            name = self.terminal.line(deeds.attacker.name)[: _NAME - 1]
            yield self.terminal.plain(pad(name, _NAME) + shares)
        yield self._wrapped(self.say("odds.ranked"))
        notes = frozenset(note for cell in cells for note in cell.odds.notes)
        yield from self._said(notes, None, [*dict.fromkeys(cell.attacker for cell in cells), *targets])

    def coverage(self, system: str, coverage: Coverage) -> Iterator[str]:
        """Write how much of a game is exact."""
        yield self.heading(system)
        for key, exact, of in (
            ("odds.coverage-profiles", coverage.exact, coverage.profiles),
            ("odds.coverage-targets", coverage.exact_targets, coverage.targets),
        ):
            share = percent(self.language, exact / of if of else 1.0)
            yield self._wrapped(self.say(key, share=share, exact=exact, of=of), "  ")
        if coverage.missing:
            yield self._wrapped(self.say("odds.without", rules=tuple(coverage.missing)), "  ")

    def _said(self, notes: frozenset[Caveat], odds: Odds | None, parties: Sequence[Party]) -> Iterator[str]:
        """Write what a result assumes and leaves out; that it is exact where it leaves nothing out."""
        names = Names(self.language, tuple(parties))
        without = left_out(notes, names)
        yield self._wrapped(self.say("odds.without", rules=without) if without else self.say("odds.exact"))
        for line in assumptions(notes, odds, names):
            yield self._wrapped(line, "  ")

    def _wrapped(self, text: str, indent: str = "") -> str:
        return "\n".join(wrap(self.terminal.line(text), self.terminal.width, " " * len(indent), indent))


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


class Duel:
    """A party and its target."""

    def __init__(self, subject: Contender, target: Party, *, steps: bool, melee: bool) -> None:
        self.subject = subject
        self.attacker = subject.parties[0]
        self.target = target
        self._steps = steps
        self._melee = melee

    def cell(self, situation: Situation) -> Cell:
        """Give the attack."""
        odds = attack(self.attacker, self.target, self.subject.system, situation)
        return Cell(self.attacker, self.target, situation.mode, odds)

    def fight(self, situation: Situation) -> Melee:
        """Give the whole melee."""
        return exchange(self.attacker, self.target, self.subject.system, situation)

    def spells(self) -> list[Cell]:
        """Give one try at each spell of the attacker that deals hits."""
        found = []
        for spell in self.subject.spells:
            odds = spell_odds(self.attacker, spell, self.target, self.subject.system)
            if odds is not None:
                found.append(Cell(replace(self.attacker, name=spell.name.en), self.target, Mode.SPELL, odds))
        return found

    def record(self, situation: Situation, language: str) -> dict[str, object]:
        """Give the attack for programs."""
        cell = self.cell(situation)
        record = cell_record(cell, language)
        names = Names(language, (self.attacker, self.target))
        if self._steps:
            record |= steps_record(*self._unfolded(cell, situation), names)
        if self._melee and situation.mode is Mode.CHARGE:
            record["melee"] = melee_record(self.fight(situation), names)
        return record

    def lines(self, situation: Situation, text: OddsText) -> Iterator[str]:
        """Give the attack for people."""
        cell = self.cell(situation)
        yield from text.attack(cell)
        if self._steps:
            yield ""
            yield from text.steps(*self._unfolded(cell, situation), (self.attacker, self.target))

    def _unfolded(self, cell: Cell, situation: Situation) -> tuple[tuple[Unfolded, ...], tuple[Worth, ...]]:
        system = self.subject.system
        return (
            unfold(cell.odds, self.attacker, self.target, system, situation),
            rule_worths(self.attacker, self.target, system, situation, cell.odds),
        )
