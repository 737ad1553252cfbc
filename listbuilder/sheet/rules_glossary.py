"""The rules and spells that a list needs explained, in the reader's language.

`RuleLabeller` looks rules up and formats their names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from listbuilder.i18n import translate
from listbuilder.model import (
    Equipment,
    Faction,
    FactionId,
    Option,
    Roster,
    RosterEntry,
    RuleId,
    RuleRef,
    System,
    Weapon,
    match_equipment,
)
from listbuilder.model.special_rules import Rule
from listbuilder.rules.casting import is_caster
from listbuilder.rules.roster_builder import merge_half_rules
from listbuilder.sheet.model import GlossaryRow, RuleLabel, SpellBook, SpellRow
from listbuilder.sheet.options import PrintOptions
from listbuilder.textutil.sanitize import format_count, sanitize_line, sanitize_note


@dataclass(frozen=True, slots=True)
class RuleLabeller:
    """The names of rules, weapons and items of a list in one language."""

    system: System
    factions: Mapping[FactionId, Faction]
    language: str

    def find_rule(self, faction: FactionId, rule: RuleId) -> Rule | None:
        """Return a rule of a faction or, if the book does not define it, of the system."""
        book = self.factions.get(faction)
        own = book.rules.get(rule) if book is not None else None
        return own or self.system.rules.get(rule)

    def translate_name(self, faction: FactionId, name: str) -> str:
        """Return the translated name of a weapon or item."""
        book = self.factions.get(faction)
        return sanitize_line(name if book is None else book.equipment_name(name, self.language))

    def mentioned_rules(self, faction: FactionId, rules: Iterable[RuleId]) -> tuple[RuleId, ...]:
        """Return the rules that the texts of the given rules mention, directly or not, without the given ones."""
        known_rules = set(rules)
        pending, mentioned = sorted(known_rules), list[RuleId]()
        while pending:
            definition = self.find_rule(faction, pending.pop())
            for rule in definition.mentioned_rules if definition is not None else ():
                if rule not in known_rules and self.find_rule(faction, rule) is not None:
                    known_rules.add(rule)
                    pending.append(rule)
                    mentioned.append(rule)
        return tuple(mentioned)

    def rule_label(self, faction: FactionId, rule: RuleRef) -> RuleLabel:
        """Return a rule with its rating: `Tough(3)`."""
        definition = self.find_rule(faction, rule.id)
        name = definition.name.to(self.language) if definition is not None else rule.name
        rating = "" if rule.rating is None else f"({rule.rating})"
        return RuleLabel(rule.id, sanitize_line(name + rating))

    def rule_labels(self, faction: FactionId, rules: Iterable[RuleRef]) -> tuple[RuleLabel, ...]:
        """Return labels of several rules, in their order."""
        return tuple(self.rule_label(faction, rule) for rule in rules)

    def weapon_profile(self, faction: FactionId, weapon: Weapon) -> str:
        """Return a weapon with its profile in brackets, as in the rulebook."""
        reach = [f"{weapon.range}{self.system.distance_mark}"] if weapon.range else []
        rules = (label.text for label in self.rule_labels(faction, weapon.rules))
        return f"{self.translate_name(faction, weapon.name)} ({', '.join((*reach, f'A{weapon.attacks}', *rules))})"

    def option_name(self, faction: FactionId, option: Option) -> str:
        """Return the full name of an option, without weapon profiles."""
        if option.label is not None:
            return sanitize_line(option.label.to(self.language))
        gains = (format_count(stack.count, self._format_thing(faction, stack.equipment)) for stack in option.gains)
        return sanitize_line(", ".join(gains))

    def _format_thing(self, faction: FactionId, equipment: Equipment) -> str:
        return match_equipment(
            equipment,
            rule=lambda rule: self.rule_label(faction, rule).text,
            weapon=lambda weapon: self.translate_name(faction, weapon.name),
            item=lambda item: self.translate_name(faction, item.name),
        )


def build_spells(roster: Roster, labeller: RuleLabeller, options: PrintOptions) -> tuple[SpellBook, ...]:
    """Return the spells of every faction that has a caster in the list."""
    books = []
    for faction in _casting_factions(roster, options):
        rows = tuple(
            SpellRow(
                sanitize_line(spell.name.to(labeller.language)),
                str(spell.cost),
                sanitize_note(spell.text.to(labeller.language)) if options.shows_texts else "",
            )
            for spell in faction.spells
        )
        if rows:
            books.append(SpellBook(sanitize_line(faction.name.to(labeller.language)), rows))
    return tuple(books)


def build_glossary(roster: Roster, labeller: RuleLabeller, options: PrintOptions) -> tuple[GlossaryRow, ...]:
    """Return the rules in use and those their texts mention, sorted by name; empty if texts are off."""
    if not options.shows_texts:
        return ()
    rules_in_use = _rules_in_use(roster, labeller, options)
    by_rule: dict[RuleId, list[RuleRef]] = {}
    for (_, rule), references in rules_in_use.items():
        by_rule.setdefault(rule, []).extend(references)
    return _sort_rows(_build_row(faction, rule, by_rule[rule], labeller) for faction, rule in rules_in_use)


def build_unit_glossary(entry: RosterEntry, labeller: RuleLabeller, options: PrintOptions) -> tuple[GlossaryRow, ...]:
    """Return the rules of one unit with its own ratings, and those they mention; empty if texts are off."""
    if not options.shows_texts:
        return ()
    faction, own_rules = entry.unit.faction, _own_rules(entry, options)
    rules = (*own_rules, *labeller.mentioned_rules(faction, own_rules))
    return _sort_rows(_build_row(faction, rule, own_rules.get(rule, ()), labeller) for rule in rules)


def has_untranslated_texts(roster: Roster, labeller: RuleLabeller, options: PrintOptions) -> bool:
    """Return whether a rule or spell on the sheet has only an English text."""
    if not options.shows_texts:
        return False
    rules = (labeller.find_rule(faction, rule) for faction, rule in _rules_in_use(roster, labeller, options))
    texts = [rule.text for rule in rules if rule is not None]
    texts += [spell.text for book in _casting_factions(roster, options) for spell in book.spells]
    return any(text.en and labeller.language not in text.languages() for text in texts)


def _casting_factions(roster: Roster, options: PrintOptions) -> Iterator[Faction]:
    """Yield the factions that have a caster. A public sheet only counts the rules of the book entry."""
    faction_ids: set[FactionId] = set()
    for entry in roster.entries:
        faction = roster.factions.get(entry.unit.faction)
        if faction is None or faction.id in faction_ids:
            continue
        halves = (half.with_rules(entry.unit.rules) for half in entry.halves)
        if is_caster(replace(entry, halves=tuple(halves)) if options.public else entry, roster.system, faction):
            faction_ids.add(faction.id)
            yield faction


def _rules_in_use(
    roster: Roster, labeller: RuleLabeller, options: PrintOptions
) -> Mapping[tuple[FactionId, RuleId], Sequence[RuleRef]]:
    """Return the rules of units, weapons and items, and all rules that texts and spells mention."""
    references: dict[tuple[FactionId, RuleId], list[RuleRef]] = {}
    explained: dict[FactionId, set[RuleId]] = {}
    for entry in roster.entries:
        faction, own_rules = entry.unit.faction, _own_rules(entry, options)
        explained.setdefault(faction, set()).update(own_rules)
        for rule_id, rules in own_rules.items():
            references.setdefault((faction, rule_id), []).extend(rules)
    for book in _casting_factions(roster, options):
        explained[book.id].update(
            rule for spell in book.spells for rule in spell.mentioned_rules if labeller.find_rule(book.id, rule)
        )
    for faction, rule_ids in explained.items():
        for rule_id in (*rule_ids, *labeller.mentioned_rules(faction, rule_ids)):
            references.setdefault((faction, rule_id), [])
    return references


def _own_rules(entry: RosterEntry, options: PrintOptions) -> Mapping[RuleId, Sequence[RuleRef]]:
    """Return the rules of a unit and its weapons by id. A public sheet has only the rules of the book entry."""
    references: dict[RuleId, list[RuleRef]] = {}
    weapon_rules = (stack.weapon.rules for half in entry.halves for stack in half.weapons)
    rules = entry.unit.rules if options.public else chain(merge_half_rules(entry), *weapon_rules)
    for rule in rules:
        references.setdefault(rule.id, []).append(rule)
    return references


def _build_row(
    faction: FactionId, rule_id: RuleId, references: Sequence[RuleRef], labeller: RuleLabeller
) -> GlossaryRow:
    definition = labeller.find_rule(faction, rule_id)
    command = rule_id in labeller.system.command_group.rules
    missing = translate(labeller.language, "sheet.no-text")
    if definition is None:
        return GlossaryRow(rule_id, sanitize_line(references[0].name), missing, command=command)
    remark = definition.correction.to(labeller.language) if definition.correction is not None else ""
    ratings = {rule.rating for rule in references}
    common_rating = ratings.pop() if len(ratings) == 1 else None
    text = sanitize_note(definition.explain(labeller.language, common_rating)) or missing
    label = sanitize_line(definition.label(labeller.language, common_rating))
    return GlossaryRow(rule_id, label, text, sanitize_note(remark), command)


def _sort_rows(rows: Iterable[GlossaryRow]) -> tuple[GlossaryRow, ...]:
    """Sort rows by name and drop those with the same label and text."""
    unique = {(row.label, row.text): row for row in rows}
    return tuple(sorted(unique.values(), key=lambda row: (_sort_key(row.label), row.text)))


def _sort_key(label: str) -> str:
    """Return a key that ignores case and accents."""
    return unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().casefold()
