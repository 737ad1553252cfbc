"""One party against another, worked out as far as somebody asks: the attack, its steps, the melee, spells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.cli.odds_records import cell_record, melee_record, steps_record
from listbuilder.cli.odds_subjects import Contender
from listbuilder.cli.odds_text import OddsText
from listbuilder.exporters.odds_wording import Names
from listbuilder.odds.army_damage import Cell
from listbuilder.odds.attack import attack, spell_odds
from listbuilder.odds.breakdown import Unfolded, Worth, rule_worths, unfold
from listbuilder.odds.combatant import Party
from listbuilder.odds.melee import Melee, exchange
from listbuilder.odds.situation import Mode, Situation


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
