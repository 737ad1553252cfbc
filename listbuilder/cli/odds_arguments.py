"""Parse the combatants of `odds`: a list and an entry, a unit of a faction, or a profile such as 10xD4+T1.

Extra rules and spells for them are found by name, in any language and any book of the system.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.inputs import STDIN, is_there, load_one
from listbuilder.errors import ListbuilderError, UnknownIdError
from listbuilder.library import Library
from listbuilder.library.locations import is_folder
from listbuilder.model import (
    Entry,
    EntryId,
    Faction,
    Roster,
    Rule,
    RuleId,
    RuleRef,
    Spell,
    System,
    Text,
    UnitId,
    UnitRef,
    slug,
)
from listbuilder.model.notation import NotationError, parse_rule
from listbuilder.odds.benchmark_targets import usual_targets
from listbuilder.odds.combatant import Find, Party, parse_profile
from listbuilder.odds.coverage import finder
from listbuilder.odds.roster_combatants import army_parties, book_party, listed_party, named_entry, striking_spells
from listbuilder.rules.casting import caster_spells
from listbuilder.rules.roster import build_entry
from listbuilder.rules.special_rules import known_names

FIELD_WORD = "field"
"""The word for the usual targets of the attacker's system."""
_FACTION_UNIT = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


def _borrow_rule(wanted: RuleRef, library: Library, system: System) -> tuple[Rule, Find]:
    """Return a rule, or a spell as a rule, from any book, and what finds the rules that it refers to.

    Raise UnknownIdError if no book has it.
    """
    books = [library.faction(header.id, system.id) for header in library.newest_factions(system.id)]
    for book in books:
        find = finder(book, system)
        rule = find(wanted.id)
        if rule is not None:
            return rule, find
    for book in books:
        for rule in _named_rules(book, system):
            if _has_name(rule.name, wanted.name):
                return rule, _prefer(rule, finder(book, system))
    raise UnknownIdError("rule", wanted.name, known_names(system))


def _named_rules(book: Faction, system: System) -> Iterator[Rule]:
    yield from book.rules.values()
    yield from system.rules.values()
    for spell in book.spells:
        if spell.gift is not None:
            yield Rule(id=RuleId(slug(spell.name.en)), name=spell.name, text=spell.text, effects=spell.gift)


def _has_name(name: Text, wanted: str) -> bool:
    return any(name.to(language).casefold() == wanted.casefold() for language in ("en", *name.languages()))


def _prefer(rule: Rule, find: Find) -> Find:
    return lambda wanted: rule if wanted == rule.id else find(wanted)


@dataclass(frozen=True, slots=True)
class Contender:
    """Attackers or targets: one combatant, or all of a list."""

    system: System
    parties: tuple[Party, ...]
    whole: bool = False
    """Whether a list was given without an entry."""
    spells: tuple[Spell, ...] = ()
    """The attack spells of a single combatant."""


def find_subject(words: Sequence[str], context: Context, system: str | None = None) -> Contender:
    """Return the combatants that the words name; raise UnknownIdError if there are none."""
    first = words[0]
    if not _is_list(first) and "/" in first and context.library.has_faction(first.partition("/")[0]):
        return _find_unit(first, context, system)
    if not _is_list(first) and context.library.has_faction(first):
        raise ListbuilderError(context.say("odds.which-unit", faction=first))
    if _FACTION_UNIT.fullmatch(first) and not _is_list(first) and not is_folder(Path(first).parent):
        context.faction(first.partition("/")[0], system)  # raises UnknownIdError with suggestions
    judged = load_one(first, context.library)
    return _find_entry(judged.roster, " ".join(words[1:]) or None, context.language)


def find_target(words: Sequence[str], against: Contender, context: Context) -> Contender:
    """Return the targets that the words name, which may also be a profile or the usual targets."""
    if list(words) == [FIELD_WORD] and against.system.combat.field:
        combatants = usual_targets(against.system, against.parties[0].find, context.language)
        return Contender(against.system, combatants, whole=True)
    combatant = parse_profile(words[0], against.parties[0].find)
    if combatant is not None:
        refs: list[RuleRef] = []
        for ref in combatant.ranks[0].rules:
            combatant, known = _with_rule(combatant, ref, context, against.system)
            refs.append(known)
        combatant = replace(combatant, ranks=(replace(combatant.ranks[0], rules=tuple(refs)),))
        return Contender(against.system, (combatant,))
    exists = _is_list(words[0]) or context.library.has_faction(words[0])
    if not exists and not any(character in words[0] for character in "/.\\"):  # a path gets its own message
        raise UnknownIdError("target", words[0], ("10xD4+T1", FIELD_WORD, "FACTION/UNIT", "LIST ENTRY"))
    return find_subject(words, context, against.system.id)


def with_given(combatant: Party, texts: Sequence[str], context: Context, system: System) -> Party:
    """Return a combatant with extra rules and spells; raise UnknownIdError if no book has one."""
    for text in texts:
        try:
            wanted = parse_rule(text)
        except NotationError:
            raise UnknownIdError("rule", text, known_names(system)) from None
        combatant, ref = _with_rule(combatant, wanted, context, system)
        combatant = combatant.with_given([ref])
    return combatant


def _with_rule(combatant: Party, ref: RuleRef, context: Context, system: System) -> tuple[Party, RuleRef]:
    """Return a combatant that can find a rule, and the reference with its id; raise if a rating is missing."""
    if combatant.find(ref.id) is None:
        borrowed, find = _borrow_rule(ref, context.library, system)
        combatant = replace(combatant, find=_find_in_either(combatant.find, find))
        ref = replace(ref, id=borrowed.id, name=borrowed.name.en)
    rule = combatant.find(ref.id)
    if rule is not None and rule.takes == "number" and not str(ref.rating or "").removeprefix("+").isdecimal():
        raise ListbuilderError(context.say("odds.needs-number", rule=rule.name.to(context.language)))
    return combatant, ref


def _find_in_either(first: Find, second: Find) -> Find:
    return lambda rule: first(rule) or second(rule)


def _is_list(text: str) -> bool:
    return text == STDIN or is_there(text)


def _find_unit(text: str, context: Context, wanted: str | None) -> Contender:
    faction_id, _, unit_id = text.partition("/")
    faction = context.faction(faction_id, wanted)
    system = context.library.system(next((known for known in faction.systems if known == wanted), faction.systems[0]))
    unit = faction.units.get(UnitId(unit_id))
    if unit is None:
        raise UnknownIdError("unit", unit_id, tuple(faction.units))
    entry = build_entry(Entry(id=EntryId(unit_id), unit=UnitRef(text)), unit, faction, system)
    spells = tuple(known.spell for known in caster_spells(entry, system, faction) if known.spell.strike is not None)
    return Contender(system, (book_party(entry, faction, system, context.language),), spells=spells)


def _find_entry(roster: Roster, wanted: str | None, language: str) -> Contender:
    if wanted is None:
        combatants = army_parties(roster, language)
        if not combatants:
            raise UnknownIdError("entry", roster.army.name)
        return Contender(roster.system, combatants, whole=True)
    entry = named_entry(roster, wanted, language)
    return Contender(roster.system, (listed_party(entry, roster, language),), spells=striking_spells(entry, roster))
