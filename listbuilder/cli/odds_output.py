"""Odds as text for a terminal, as JSON records and as CSV.

Numbers that leave something out have a sign in front, such as ≈.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from listbuilder.cli.context import Context
from listbuilder.cli.odds_arguments import Combatants
from listbuilder.cli.reporters.csv_report import format_row, safe_cell
from listbuilder.exporters.odds_wording import (
    CombatantNames,
    describe_assumptions,
    format_bars,
    format_breakdown_title,
    format_percent,
    format_step,
    omitted_rules,
)
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.army_damage import AttackCell, rank_by_efficiency
from listbuilder.odds.attack import attack_odds, spell_odds
from listbuilder.odds.breakdown import RuleWorth, VolleyBreakdown, break_down_attack, rule_worths
from listbuilder.odds.combatant import DEFENSES, TABLE_TARGETS, Combatant
from listbuilder.odds.coverage import Coverage
from listbuilder.odds.melee import MeleeOdds, SideOutcome, melee_odds
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.sheet.unit_blocks import format_decimal, format_defense, format_tough
from listbuilder.textutil.text_width import pad, text_width, wrap

_BAR_WIDTH = 30
_NAME_WIDTH = 22
_CELL_WIDTH = 8
_MAX_DIGITS = 10
"""More digits would be rounding errors of the processor."""
_NUMBERS = ("mean_wounds", "mean_models", "spread", "half", "destroyed", "stunned", "own_wounds")
_FATES = ("wins", "destroyed", "shaken", "routs")
_COLUMNS = (
    "attacker", "target", "mode", "sign", "mean_wounds", "per_100_points", "mean_models", "half", "destroyed", "exact",
    "without",
)  # fmt: skip


class OddsText:
    """Formats odds as lines of text."""

    def __init__(self, context: Context) -> None:
        self.language = context.language
        self.translate = context.translate
        self.terminal = context.terminal

    def heading(self, text: str) -> str:
        """Return a heading."""
        return self.terminal.style(self.terminal.sanitize_line(text), "bold")

    def table(self, mode: str, rows: Sequence[Sequence[AttackCell]]) -> Iterator[str]:
        """Yield the table of an attack against the usual targets, in total and per 100 points."""
        yield self.heading(self.translate(f"odds.mode.{mode}"))
        times = self.terminal.symbol("×")
        labels = [f"{models}{times}{format_tough(tough, self.language)}" for models, tough in TABLE_TARGETS]
        cells = [cell for row in rows for cell in row]
        yield from self._grid("odds.mean", labels, rows, lambda cell: cell.odds.mean_wounds)
        if all(cell.wounds_per_100_points is not None for cell in cells):
            yield from self._grid("odds.per-hundred", labels, rows, lambda cell: cell.wounds_per_100_points or 0.0)
        notes = frozenset(note for cell in cells for note in cell.odds.notes)
        yield from self._caveats(notes, cells[0].odds, [cells[0].attacker])

    def _grid(
        self, key: str, labels: list[str], rows: Sequence[Sequence[AttackCell]], value: Callable[[AttackCell], float]
    ) -> Iterator[str]:
        title = self.translate(key)
        width = max(16, text_width(title) + 1)
        yield pad(title, width) + "".join(label.rjust(_CELL_WIDTH) for label in labels)
        for defense, row in zip(DEFENSES, rows, strict=True):
            cells = [f"{cell.odds.sign}{format_decimal(self.language, value(cell))}".rjust(_CELL_WIDTH) for cell in row]
            yield pad(f"  {format_defense(defense, self.language)}", width) + self.terminal.sanitize("".join(cells))

    def attack(self, cell: AttackCell) -> Iterator[str]:
        """Yield an attack with its distribution."""
        odds, sign = cell.odds, cell.odds.sign
        names = {"attacker": cell.attacker.name, "target": cell.target.name}
        yield self.heading(self.translate(f"odds.against.{cell.mode.value}", **names))
        if not odds.volleys:
            yield self.translate("odds.unarmed")
            yield from self._caveats(odds.notes, odds, [cell.attacker, cell.target])
            return
        values: dict[str, object] = {
            "wounds": format_decimal(self.language, odds.mean_wounds),
            "spread": format_decimal(self.language, odds.spread),
            "models": format_decimal(self.language, odds.mean_models),
            "of": cell.target.models,
        }
        yield self._wrap(self.translate("odds.expected", sign=sign, **values))
        half, destroyed = format_percent(self.language, odds.half), format_percent(self.language, odds.destroyed)
        yield self._wrap(self.translate("odds.chances", sign=sign, half=half, destroyed=destroyed))
        if odds.stunned:
            chance = format_percent(self.language, odds.stunned)
            yield self._wrap(self.translate("odds.stunned", sign=sign, chance=chance))
        if odds.own_wounds:
            yield self._wrap(self.translate("odds.own-wounds", wounds=format_decimal(self.language, odds.own_wounds)))
        yield self.translate("odds.wounds-head")
        yield from format_bars(odds.wounds, self.language, _BAR_WIDTH, symbols=self.terminal.symbols)
        if cell.target.models > 1:
            yield self.translate("odds.curve-head")
            yield from format_bars(odds.kill_curve, self.language, _BAR_WIDTH, symbols=self.terminal.symbols, first=1)
        yield from self._caveats(odds.notes, odds, [cell.attacker, cell.target])

    def steps(
        self, unfolded: Sequence[VolleyBreakdown], worths: Sequence[RuleWorth], combatants: tuple[Combatant, ...]
    ) -> Iterator[str]:
        """Yield the steps of an attack, and what each rule is worth."""
        names = CombatantNames(self.language, combatants)
        for breakdown in unfolded:
            yield self.heading(format_breakdown_title(breakdown, names))
            for index, step in enumerate(breakdown.steps, 1):
                yield self._wrap(format_step(step, self.language), f"  {index}.")
            wounds = format_decimal(self.language, breakdown.wounds)
            yield self._wrap(self.translate("odds.step.total", wounds=wounds), "  =")
        if worths:
            yield self.heading(self.translate("odds.worths"))
            for worth in worths:
                wounds = f"{worth.wounds:+.2f}".replace(".", self.translate("number.point"))
                yield self.terminal.sanitize_line(f"  {wounds}  {names.translate(worth.rule)}")

    def melee(self, melee: MeleeOdds, charger: Combatant, defender: Combatant) -> Iterator[str]:
        """Yield the outcome of a whole melee."""
        sign = "≈" if melee.without else ""
        yield self.heading(self.translate("odds.melee", charger=charger.name, defender=defender.name))
        for combatant, fate in ((charger, melee.charger), (defender, melee.defender)):
            chances = {name: format_percent(self.language, getattr(fate, name)) for name in _FATES}
            wounds = format_decimal(self.language, fate.mean_wounds)
            outcome = self.translate("odds.fate", sign=sign, wounds=wounds, **chances)
            yield self._wrap(f"{combatant.name}: {outcome}", "  ")
        yield self._wrap(self.translate("odds.draw", sign=sign, chance=format_percent(self.language, melee.draw)), "  ")
        yield from self._caveats(melee.notes, None, [charger, defender])

    def matrix(self, mode: str, cells: Sequence[AttackCell], targets: Sequence[Combatant]) -> Iterator[str]:
        """Yield the table of an army against targets: the share of each target's wounds that is lost."""
        yield self.heading(self.translate(f"odds.mode.{mode}") + ", " + self.translate("odds.share"))
        yield from (self._wrap(f"{index}: {target.name}", "  ") for index, target in enumerate(targets, 1))
        yield pad("", _NAME_WIDTH) + "".join(f"{index}".rjust(6) for index in range(1, len(targets) + 1))
        for row in rank_by_efficiency(cells):
            shares = "".join(f"{cell.odds.sign}{cell.odds.lost * 100:.0f}%".rjust(6) for cell in row.cells)
            name = self.terminal.sanitize_line(row.attacker.name)[: _NAME_WIDTH - 1]
            yield self.terminal.sanitize(pad(name, _NAME_WIDTH) + shares)
        yield self._wrap(self.translate("odds.ranked"))
        notes = frozenset(note for cell in cells for note in cell.odds.notes)
        yield from self._caveats(notes, None, [*dict.fromkeys(cell.attacker for cell in cells), *targets])

    def coverage(self, system: str, coverage: Coverage) -> Iterator[str]:
        """Yield how much of a system is calculated exactly."""
        yield self.heading(system)
        for key, exact, of in (
            ("odds.coverage-profiles", coverage.exact, coverage.profiles),
            ("odds.coverage-targets", coverage.exact_targets, coverage.targets),
        ):
            share = format_percent(self.language, exact / of if of else 1.0)
            yield self._wrap(self.translate(key, share=share, exact=exact, of=of), "  ")
        if coverage.missing:
            yield self._wrap(self.translate("odds.without", rules=tuple(coverage.missing)), "  ")

    def _caveats(self, notes: frozenset[Caveat], odds: Odds | None, combatants: Sequence[Combatant]) -> Iterator[str]:
        """Yield what a result leaves out, or that it is exact, and what it assumes."""
        names = CombatantNames(self.language, tuple(combatants))
        without = omitted_rules(notes, names)
        yield self._wrap(self.translate("odds.without", rules=without) if without else self.translate("odds.exact"))
        for line in describe_assumptions(notes, odds, names):
            yield self._wrap(line, "  ")

    def _wrap(self, text: str, indent: str = "") -> str:
        return "\n".join(wrap(self.terminal.sanitize_line(text), self.terminal.width, " " * len(indent), indent))


def attack_record(cell: AttackCell, language: str) -> dict[str, object]:
    """Return the record of an attack."""
    odds = cell.odds
    return {
        "attacker": cell.attacker.name,
        "target": cell.target.name,
        "mode": cell.mode.value,
        "exact": odds.exact,
        "assumes": describe_assumptions(odds.notes, odds, CombatantNames(language, (cell.attacker, cell.target))),
        "without": list(odds.without),
        "sign": odds.sign,
        **{name: _round(getattr(odds, name)) for name in _NUMBERS},
        "wounds": [_round(chance) for chance in odds.wounds],
        "models": [_round(chance) for chance in odds.models],
    }


def _outcome_record(fate: SideOutcome) -> dict[str, object]:
    numbers: dict[str, object] = {name: _round(getattr(fate, name)) for name in ("mean_wounds", *_FATES)}
    return numbers | {"wounds": [_round(chance) for chance in fate.wounds]}


def coverage_record(system: str, coverage: Coverage) -> dict[str, object]:
    """Return the record of how much of a system is calculated exactly."""
    numbers = {name: getattr(coverage, name) for name in ("profiles", "exact", "targets", "exact_targets")}
    return {"system": system, **numbers, "missing": dict(coverage.missing.most_common())}


def format_csv(cells: Iterable[AttackCell]) -> str:
    """Return attacks as CSV, one row each."""
    lines = [format_row(_COLUMNS)]
    for cell in cells:
        odds = cell.odds
        hundred = cell.wounds_per_100_points
        row = [
            cell.attacker.name, cell.target.name, cell.mode.value, odds.sign, _round(odds.mean_wounds),
            "" if hundred is None else _round(hundred), _round(odds.mean_models), _round(odds.half),
            _round(odds.destroyed), int(odds.exact), list(odds.without),
        ]  # fmt: skip
        lines.append(format_row(map(safe_cell, row)))
    return "".join(lines)


def _round(value: float) -> float:
    return round(value, _MAX_DIGITS)


class Duel:
    """An attacker and its target, with the results that the user asked for."""

    def __init__(self, subject: Combatants, target: Combatant, *, steps: bool, melee: bool) -> None:
        self.subject = subject
        self.attacker = subject.combatants[0]
        self.target = target
        self._steps = steps
        self._melee = melee

    def attack(self, situation: Situation) -> AttackCell:
        """Return the attack."""
        odds = attack_odds(self.attacker, self.target, self.subject.system, situation)
        return AttackCell(self.attacker, self.target, situation.mode, odds)

    def melee(self, situation: Situation) -> MeleeOdds:
        """Return the whole melee."""
        return melee_odds(self.attacker, self.target, self.subject.system, situation)

    def spells(self) -> list[AttackCell]:
        """Return the attack of each spell of the attacker that deals hits."""
        cells = []
        for spell in self.subject.spells:
            odds = spell_odds(self.attacker, spell, self.target, self.subject.system)
            if odds is not None:
                caster = replace(self.attacker, name=spell.name.en)
                cells.append(AttackCell(caster, self.target, AttackMode.SPELL, odds))
        return cells

    def record(self, situation: Situation, language: str) -> dict[str, object]:
        """Return the record of the attack, with its steps and melee if they are wanted."""
        cell = self.attack(situation)
        record = attack_record(cell, language)
        names = CombatantNames(language, (self.attacker, self.target))
        if self._steps:
            unfolded, worths = self._break_down(cell, situation)
            record["steps"] = [
                {
                    "weapon": names.translate(breakdown.name),
                    "wounds": _round(breakdown.wounds),
                    "steps": [format_step(step, language) for step in breakdown.steps],
                }
                for breakdown in unfolded
            ]
            record["rules"] = [
                {"rule": names.translate(worth.rule), "wounds": _round(worth.wounds)} for worth in worths
            ]
        if self._melee and situation.mode is AttackMode.CHARGE:
            melee = self.melee(situation)
            record["melee"] = {
                "exact": not melee.without,
                "assumes": describe_assumptions(melee.notes, None, names),
                "without": list(melee.without),
                "draw": _round(melee.draw),
                "charger": _outcome_record(melee.charger),
                "defender": _outcome_record(melee.defender),
            }
        return record

    def lines(self, situation: Situation, text: OddsText) -> Iterator[str]:
        """Yield the lines of the attack, with its steps if they are wanted."""
        cell = self.attack(situation)
        yield from text.attack(cell)
        if self._steps:
            yield ""
            yield from text.steps(*self._break_down(cell, situation), (self.attacker, self.target))

    def _break_down(
        self, cell: AttackCell, situation: Situation
    ) -> tuple[tuple[VolleyBreakdown, ...], tuple[RuleWorth, ...]]:
        system = self.subject.system
        return (
            break_down_attack(cell.odds, self.attacker, self.target, system, situation),
            rule_worths(self.attacker, self.target, system, situation, cell.odds),
        )
