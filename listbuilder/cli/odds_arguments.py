"""Parse the combatants of `odds`: a list and an entry, a unit of a faction, or a profile such as 10xD4+T1.

Extra rules and spells for them are found by name, in any language and any book of the system.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.input_output import STDIN, file_exists, load_single_list
from listbuilder.errors import ListbuilderError, UnknownIdError
from listbuilder.library import Library
from listbuilder.library.locations import is_folder
from listbuilder.model import Entry, EntryId, Faction, Rule, RuleId, RuleRef, Spell, System, UnitId, UnitRef, slugify
from listbuilder.model.notation import NotationError, parse_rule
from listbuilder.odds.army_damage import usual_targets
from listbuilder.odds.combatant import (
    Combatant,
    RuleLookup,
    army_combatants,
    book_combatant,
    damage_spells,
    entry_combatant,
    find_entry,
    parse_profile,
    rule_lookup,
)
from listbuilder.rules.casting import caster_spells
from listbuilder.rules.roster_builder import build_roster_entry
from listbuilder.rules.rule_ratings import glossary_names

USUAL_TARGETS_WORD = "field"
"""The word for the usual targets of the attacker's system."""
_FACTION_UNIT = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


def _borrow_rule(ref: RuleRef, library: Library, system: System) -> tuple[Rule, RuleLookup]:
    """Return a rule, or a spell as a rule, from any book, and what finds the rules that it refers to.

    Raise UnknownIdError if no book has it.
    """
    books = [library.faction(header.id, system.id) for header in library.newest_factions(system.id)]
    for book in books:
        find = rule_lookup(book, system)
        rule = find(ref.id)
        if rule is not None:
            return rule, find
    for book in books:
        for rule in _named_rules(book, system):
            names = {rule.name.to(language).casefold() for language in ("en", *rule.name.languages())}
            if ref.name.casefold() in names:
                return rule, _prefer(rule, rule_lookup(book, system))
    raise UnknownIdError("rule", ref.name, glossary_names(system))


def _named_rules(book: Faction, system: System) -> Iterator[Rule]:
    yield from book.rules.values()
    yield from system.rules.values()
    for spell in book.spells:
        if spell.effects is not None:
            yield Rule(id=RuleId(slugify(spell.name.en)), name=spell.name, text=spell.text, effects=spell.effects)


def _prefer(rule: Rule, find: RuleLookup) -> RuleLookup:
    return lambda rule_id: rule if rule_id == rule.id else find(rule_id)


@dataclass(frozen=True, slots=True)
class Combatants:
    """Attackers or targets: one combatant, or all of a list."""

    system: System
    combatants: tuple[Combatant, ...]
    is_whole_list: bool = False
    """Whether a list was given without an entry."""
    spells: tuple[Spell, ...] = ()
    """The attack spells of a single combatant."""


def find_attackers(words: Sequence[str], context: Context, system: str | None = None) -> Combatants:
    """Return the combatants that the words name; raise UnknownIdError if there are none."""
    first = words[0]
    if not _is_list(first) and "/" in first and context.library.has_faction(first.partition("/")[0]):
        return _find_unit(first, context, system)
    if not _is_list(first) and context.library.has_faction(first):
        raise ListbuilderError(context.translate("odds.which-unit", faction=first))
    if _FACTION_UNIT.fullmatch(first) and not _is_list(first) and not is_folder(Path(first).parent):
        context.find_faction(first.partition("/")[0], system)  # raises UnknownIdError with suggestions
    roster, language = load_single_list(first, context.library).roster, context.language
    entry_name = " ".join(words[1:])
    if entry_name:
        entry = find_entry(roster, entry_name, language)
        combatant = entry_combatant(entry, roster, language)
        return Combatants(roster.system, (combatant,), spells=damage_spells(entry, roster))
    combatants = army_combatants(roster, language)
    if not combatants:
        raise UnknownIdError("entry", roster.army.name)
    return Combatants(roster.system, combatants, is_whole_list=True)


def find_targets(words: Sequence[str], against: Combatants, context: Context) -> Combatants:
    """Return the targets that the words name, which may also be a profile or the usual targets."""
    if list(words) == [USUAL_TARGETS_WORD] and against.system.combat.typical_targets:
        combatants = usual_targets(against.system, against.combatants[0].find_rule, context.language)
        return Combatants(against.system, combatants, is_whole_list=True)
    combatant = parse_profile(words[0], against.combatants[0].find_rule)
    if combatant is not None:
        refs: list[RuleRef] = []
        for ref in combatant.groups[0].rules:
            combatant, known = _with_rule(combatant, ref, context, against.system)
            refs.append(known)
        combatant = replace(combatant, groups=(replace(combatant.groups[0], rules=tuple(refs)),))
        return Combatants(against.system, (combatant,))
    exists = _is_list(words[0]) or context.library.has_faction(words[0])
    if not exists and not any(character in words[0] for character in "/.\\"):  # a path gets its own message
        raise UnknownIdError("target", words[0], ("10xD4+T1", USUAL_TARGETS_WORD, "FACTION/UNIT", "LIST ENTRY"))
    return find_attackers(words, context, against.system.id)


def with_extra_rules(combatant: Combatant, texts: Sequence[str], context: Context, system: System) -> Combatant:
    """Return a combatant with extra rules and spells; raise UnknownIdError if no book has one."""
    for text in texts:
        try:
            rule = parse_rule(text)
        except NotationError:
            raise UnknownIdError("rule", text, glossary_names(system)) from None
        combatant, ref = _with_rule(combatant, rule, context, system)
        combatant = combatant.with_borrowed_rules([ref])
    return combatant


def _with_rule(combatant: Combatant, ref: RuleRef, context: Context, system: System) -> tuple[Combatant, RuleRef]:
    """Return a combatant that can find a rule, and the reference with its id; raise if a rating is missing."""
    if combatant.find_rule(ref.id) is None:
        borrowed, find = _borrow_rule(ref, context.library, system)
        known = combatant.find_rule
        combatant = replace(combatant, find_rule=lambda rule: known(rule) or find(rule))
        ref = replace(ref, id=borrowed.id, name=borrowed.name.en)
    rule = combatant.find_rule(ref.id)
    if rule is not None and rule.rating_kind == "number" and not str(ref.rating or "").removeprefix("+").isdecimal():
        raise ListbuilderError(context.translate("odds.needs-number", rule=rule.name.to(context.language)))
    return combatant, ref


def _is_list(text: str) -> bool:
    return text == STDIN or file_exists(text)


def _find_unit(text: str, context: Context, system_id: str | None) -> Combatants:
    faction_id, _, unit_id = text.partition("/")
    faction = context.find_faction(faction_id, system_id)
    system = context.library.system(
        next((known for known in faction.systems if known == system_id), faction.systems[0])
    )
    unit = faction.units.get(UnitId(unit_id))
    if unit is None:
        raise UnknownIdError("unit", unit_id, tuple(faction.units))
    entry = build_roster_entry(Entry(id=EntryId(unit_id), unit=UnitRef(text)), unit, faction, system)
    spells = tuple(known.spell for known in caster_spells(entry, system, faction) if known.spell.attack is not None)
    return Combatants(system, (book_combatant(entry, faction, system, context.language),), spells=spells)
