"""Odds on a terminal: tables, small bars, steps; numbers that leave something out carry their sign."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from listbuilder.cli.context import Context
from listbuilder.exporters.odds_wording import Names, assumptions, bars, left_out, percent, step_line, unfolded_title
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.army_damage import Cell, ranked
from listbuilder.odds.breakdown import Unfolded, Worth
from listbuilder.odds.combatant import DEFENSES, FIELD, Party
from listbuilder.odds.coverage import Coverage
from listbuilder.odds.melee import Fate, Melee
from listbuilder.odds.result import Odds
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
