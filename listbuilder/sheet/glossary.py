"""The rules and spells a list needs explained: each once, and no others.

Rules looked up and written in the reader's language.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from listbuilder.i18n import translate
from listbuilder.model import (
    Faction,
    FactionId,
    Option,
    Roster,
    RosterEntry,
    RuleId,
    RuleRef,
    Stack,
    System,
    Thing,
    Weapon,
    by_kind,
)
from listbuilder.model.special_rules import Rule
from listbuilder.rules.casting import is_caster
from listbuilder.rules.roster import merged_rules
from listbuilder.sheet.model import GlossaryRow, RuleLabel, SpellBook, SpellRow
from listbuilder.sheet.options import PrintOptions
from listbuilder.textutil.sanitize import counted, plain_line, plain_note


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


def build_spells(roster: Roster, lexicon: Lexicon, options: PrintOptions) -> tuple[SpellBook, ...]:
    """List the spells of every faction that has a caster in the list."""
    books = []
    for faction in _casting(roster, options):
        rows = tuple(
            SpellRow(
                plain_line(spell.name.to(lexicon.language)),
                str(spell.cost),
                plain_note(spell.text.to(lexicon.language)) if options.with_texts else "",
            )
            for spell in faction.spells
        )
        if rows:
            books.append(SpellBook(plain_line(faction.name.to(lexicon.language)), rows))
    return tuple(books)


def build_glossary(roster: Roster, lexicon: Lexicon, options: PrintOptions) -> tuple[GlossaryRow, ...]:
    """Explain exactly the rules in use and those their texts lean on, by the alphabet; empty where texts are off."""
    if not options.with_texts:
        return ()
    found = _rules_in_use(roster, lexicon, options)
    by_rule: dict[RuleId, list[RuleRef]] = {}
    for (_, rule), borne in found.items():
        by_rule.setdefault(rule, []).extend(borne)
    return _sorted(_row(faction, rule, by_rule[rule], lexicon) for faction, rule in found)


def build_texts(entry: RosterEntry, lexicon: Lexicon, options: PrintOptions) -> tuple[GlossaryRow, ...]:
    """Explain the rules of one unit, with its own numbers, and those their texts lean on; empty where texts are off."""
    if not options.with_texts:
        return ()
    faction, borne = entry.unit.faction, _borne(entry, options)
    rules = (*borne, *lexicon.leaning(faction, borne))
    return _sorted(_row(faction, rule, borne.get(rule, ()), lexicon) for rule in rules)


def has_foreign_texts(roster: Roster, lexicon: Lexicon, options: PrintOptions) -> bool:
    """Tell whether a rule or a spell of the sheet is explained in English because there is no text in the language."""
    if not options.with_texts:
        return False
    rules = (lexicon.find(faction, rule) for faction, rule in _rules_in_use(roster, lexicon, options))
    texts = [rule.text for rule in rules if rule is not None]
    texts += [spell.text for book in _casting(roster, options) for spell in book.spells]
    return any(text.en and lexicon.language not in text.languages() for text in texts)


def _casting(roster: Roster, options: PrintOptions) -> Iterator[Faction]:
    seen: set[FactionId] = set()
    for entry in roster.entries:
        faction = roster.factions.get(entry.unit.faction)
        if faction is not None and faction.id not in seen and _casts(entry, roster.system, faction, options):
            seen.add(faction.id)
            yield faction


def _casts(entry: RosterEntry, system: System, faction: Faction, options: PrintOptions) -> bool:
    """Tell whether an entry casts; a hidden list tells only of what its units are born with."""
    if not options.public:
        return is_caster(entry, system, faction)
    born = replace(entry, halves=tuple(half.bearing(entry.unit.rules) for half in entry.halves))
    return is_caster(born, system, faction)


def _rules_in_use(
    roster: Roster, lexicon: Lexicon, options: PrintOptions
) -> Mapping[tuple[FactionId, RuleId], Sequence[RuleRef]]:
    """Gather the rules of units, weapons and items, and what texts and spells lean on, however deep."""
    found: dict[tuple[FactionId, RuleId], list[RuleRef]] = {}
    wanted: dict[FactionId, set[RuleId]] = {}
    for entry in roster.entries:
        faction, borne = entry.unit.faction, _borne(entry, options)
        wanted.setdefault(faction, set()).update(borne)
        for rule_id, rules in borne.items():
            found.setdefault((faction, rule_id), []).extend(rules)
    for book in _casting(roster, options):
        wanted[book.id].update(rule for spell in book.spells for rule in spell.mentions if lexicon.find(book.id, rule))
    for faction, needed in wanted.items():
        for rule_id in (*needed, *lexicon.leaning(faction, needed)):
            found.setdefault((faction, rule_id), [])
    return found


def _borne(entry: RosterEntry, options: PrintOptions) -> Mapping[RuleId, Sequence[RuleRef]]:
    """Gather the rules that a unit and its weapons bear; what is public is what no pick changes."""
    found: dict[RuleId, list[RuleRef]] = {}
    worn = (carried.weapon.rules for half in entry.halves for carried in half.weapons)
    rules = entry.unit.rules if options.public else chain(merged_rules(entry), *worn)
    for rule in rules:
        found.setdefault(rule.id, []).append(rule)
    return found


def _row(faction: FactionId, rule_id: RuleId, borne: Sequence[RuleRef], lexicon: Lexicon) -> GlossaryRow:
    known = lexicon.find(faction, rule_id)
    command = rule_id in lexicon.system.command_group.rules
    missing = translate(lexicon.language, "sheet.no-text")
    if known is None:
        return GlossaryRow(rule_id, plain_line(borne[0].name), missing, command=command)
    remark = known.correction.to(lexicon.language) if known.correction is not None else ""
    rating = _only_rating(borne)
    text = plain_note(known.explain(lexicon.language, rating)) or missing
    return GlossaryRow(rule_id, plain_line(known.label(lexicon.language, rating)), text, plain_note(remark), command)


def _only_rating(borne: Sequence[RuleRef]) -> int | str | None:
    """Give the rating where all who bear the rule have the same."""
    ratings = {rule.rating for rule in borne}
    return ratings.pop() if len(ratings) == 1 else None


def _sorted(rows: Iterable[GlossaryRow]) -> tuple[GlossaryRow, ...]:
    """Put rows into the order of a dictionary, those that say the same once."""
    once = {(row.label, row.text): row for row in rows}
    return tuple(sorted(once.values(), key=lambda row: (_sort_key(row.label), row.text)))


def _sort_key(label: str) -> str:
    """Sort as a dictionary does: ä beside a, capitals beside small letters."""
    return unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().casefold()
