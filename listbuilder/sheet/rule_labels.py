"""Rules looked up and written in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from listbuilder.model import Faction, FactionId, Option, RuleId, RuleRef, Stack, System, Thing, Weapon, by_kind
from listbuilder.model.special_rules import Rule
from listbuilder.sheet.model import RuleLabel
from listbuilder.textutil.sanitize import counted, plain_line


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the rules of a list are called in a language."""

    system: System
    factions: Mapping[FactionId, Faction]
    language: str

    def find(self, faction: FactionId, rule: RuleId) -> Rule | None:
        """Find a rule as a faction's units have it: its own first, then the system's."""
        book = self.factions.get(faction)
        own = book.rules.get(rule) if book is not None else None
        return own or self.system.rules.get(rule)

    def term(self, faction: FactionId, name: str) -> str:
        """Give the name of a weapon or an item as the faction has it in the reader's language."""
        book = self.factions.get(faction)
        return plain_line(name if book is None else book.term(name, self.language))

    def leaning(self, faction: FactionId, rules: Iterable[RuleId]) -> tuple[RuleId, ...]:
        """Give the rules that the texts of some rules lean on, however deep, beyond these themselves."""
        seen = set(rules)
        waiting, found = sorted(seen), list[RuleId]()
        while waiting:
            known = self.find(faction, waiting.pop())
            for rule in known.mentions if known is not None else ():
                if rule not in seen and self.find(faction, rule) is not None:
                    seen.add(rule)
                    waiting.append(rule)
                    found.append(rule)
        return tuple(found)

    def label(self, faction: FactionId, rule: RuleRef) -> RuleLabel:
        """Write a rule as it is borne: `Zäh(3)`."""
        known = self.find(faction, rule.id)
        name = known.name.to(self.language) if known is not None else rule.name
        rating = "" if rule.rating is None else f"({rule.rating})"
        return RuleLabel(rule.id, plain_line(name + rating))

    def labels(self, faction: FactionId, rules: Iterable[RuleRef]) -> tuple[RuleLabel, ...]:
        """Write several rules, in the order they come."""
        return tuple(self.label(faction, rule) for rule in rules)

    def profile(self, faction: FactionId, weapon: Weapon) -> str:
        """Write a weapon with its profile in brackets, as the rulebook does."""
        reach = [f"{weapon.range}{self.system.measure}"] if weapon.range else []
        rules = (label.text for label in self.labels(faction, weapon.rules))
        return f"{self.term(faction, weapon.name)} ({', '.join((*reach, f'A{weapon.attacks}', *rules))})"

    def option(self, faction: FactionId, option: Option) -> str:
        """Name an upgrade in full, without the profiles that stand elsewhere on the sheet."""
        if option.label is not None:
            return plain_line(option.label.to(self.language))
        return plain_line(", ".join(self._stack(faction, stack) for stack in option.gains))

    def _stack(self, faction: FactionId, stack: Stack) -> str:
        return counted(stack.count, self._thing(faction, stack.thing))

    def _thing(self, faction: FactionId, thing: Thing) -> str:
        return by_kind(
            thing,
            rule=lambda rule: self.label(faction, rule).text,
            weapon=lambda weapon: self.term(faction, weapon.name),
            item=lambda item: self.term(faction, item.name),
        )
