"""Who fights whom, as people write it: a list and an entry, a unit of a faction, or a profile such as 10xD4+T1.

Rules and spells that others lend, found by their names in any language and in any book of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.cli.context import Context
from listbuilder.cli.inputs import STDIN, is_there, load_one
from listbuilder.errors import ListbuilderError, UnknownIdError
from listbuilder.library.locations import is_folder
from listbuilder.model import (
    Entry,
    EntryId,
    Faction,
    Roster,
    RosterEntry,
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

if TYPE_CHECKING:
    from listbuilder.library import Library


@dataclass(frozen=True, slots=True)
class Lent:
    """What was found, and what finds the rules that it leans on."""

    rule: Rule
    find: Find


def lent_rule(wanted: RuleRef, library: Library, system: System) -> Lent:
    """Find the rule, or the spell as a rule, that is called so; raise UnknownIdError where no book has it."""
    books = [library.faction(header.id, system.id) for header in library.newest_factions(system.id)]
    for book in books:
        find = finder(book, system)
        rule = find(wanted.id)
        if rule is not None:
            return Lent(rule, find)
    for book in books:
        for rule in _called_otherwise(book, system):
            if _is_called(rule.name, wanted.name):
                return Lent(rule, _before(rule, finder(book, system)))
    raise UnknownIdError("rule", wanted.name, known_names(system))


def _called_otherwise(book: Faction, system: System) -> Iterator[Rule]:
    yield from book.rules.values()
    yield from system.rules.values()
    for spell in book.spells:
        if spell.gift is not None:
            yield _as_rule(spell)


def _as_rule(spell: Spell) -> Rule:
    return Rule(id=RuleId(slug(spell.name.en)), name=spell.name, text=spell.text, effects=spell.gift)


def _is_called(name: Text, wanted: str) -> bool:
    return any(name.to(language).casefold() == wanted.casefold() for language in ("en", *name.languages()))


def _before(rule: Rule, find: Find) -> Find:
    return lambda wanted: rule if wanted == rule.id else find(wanted)


_UNIT = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")
"""How a unit of a faction is written, and a file hardly ever."""
FIELD_WORD = "field"
"""Stands for the targets that are usual in the attacker's game."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Those who were named: one party, or all of a list."""

    system: System
    parties: tuple[Party, ...]
    whole: bool = False
    """Whether a list was named without one of its entries."""
    spells: tuple[Spell, ...] = ()
    """What a single party casts."""


def find_subject(words: Sequence[str], context: Context, system: str | None = None) -> Contender:
    """Find who is meant; raise UnknownIdError where nobody is."""
    first = words[0]
    if not _is_list(first) and "/" in first and context.library.has_faction(first.partition("/")[0]):
        return _unit(first, context, system)
    if not _is_list(first) and context.library.has_faction(first):
        raise ListbuilderError(context.say("odds.which-unit", faction=first))
    if _UNIT.fullmatch(first) and not _is_list(first) and not is_folder(Path(first).parent):
        context.faction(first.partition("/")[0], system)  # which there is not: it says so, and what is meant
    judged = load_one(first, context.library)
    return _listed(judged.roster, " ".join(words[1:]) or None, context.language)


def find_target(words: Sequence[str], against: Contender, context: Context) -> Contender:
    """Find whom to attack: a profile too."""
    if list(words) == [FIELD_WORD] and against.system.combat.field:
        parties = usual_targets(against.system, against.parties[0].find, context.language)
        return Contender(against.system, parties, whole=True)
    party = parse_profile(words[0], against.parties[0].find)
    if party is not None:
        refs: list[RuleRef] = []
        for ref in party.ranks[0].rules:
            party, known = _acquainted(party, ref, context, against.system)
            refs.append(known)
        party = replace(party, ranks=(replace(party.ranks[0], rules=tuple(refs)),))
        return Contender(against.system, (party,))
    named = _is_list(words[0]) or context.library.has_faction(words[0])
    if not named and not any(sign in words[0] for sign in "/.\\"):  # a path is told that it leads nowhere
        raise UnknownIdError("target", words[0], ("10xD4+T1", FIELD_WORD, "FACTION/UNIT", "LIST ENTRY"))
    return find_subject(words, context, against.system.id)


def with_given(party: Party, texts: Sequence[str], context: Context, system: System) -> Party:
    """Give a party rules and spells from others, of any book; raise UnknownIdError for what nobody knows."""
    for text in texts:
        try:
            wanted = parse_rule(text)
        except NotationError:
            raise UnknownIdError("rule", text, known_names(system)) from None
        party, ref = _acquainted(party, wanted, context, system)
        party = party.with_given([ref])
    return party


def _acquainted(party: Party, ref: RuleRef, context: Context, system: System) -> tuple[Party, RuleRef]:
    """Let a party know a rule, by whatever name, and see that it has a number if it needs one."""
    if party.find(ref.id) is None:
        lent = lent_rule(ref, context.library, system)
        party = replace(party, find=_either(party.find, lent.find))
        ref = replace(ref, id=lent.rule.id, name=lent.rule.name.en)
    rule = party.find(ref.id)
    if rule is not None and rule.takes == "number" and not str(ref.rating or "").removeprefix("+").isdecimal():
        raise ListbuilderError(context.say("odds.needs-number", rule=rule.name.to(context.language)))
    return party, ref


def _either(first: Find, second: Find) -> Find:
    return lambda rule: first(rule) or second(rule)


def _is_list(text: str) -> bool:
    return text == STDIN or is_there(text)


def _unit(text: str, context: Context, wanted: str | None) -> Contender:
    faction_id, _, unit_id = text.partition("/")
    faction = context.faction(faction_id, wanted)
    system = context.library.system(next((game for game in faction.systems if game == wanted), faction.systems[0]))
    unit = faction.units.get(UnitId(unit_id))
    if unit is None:
        raise UnknownIdError("unit", unit_id, tuple(faction.units))
    worked = build_entry(Entry(id=EntryId(unit_id), unit=UnitRef(text)), unit, faction, system)
    party = book_party(worked, faction, system, context.language)
    return Contender(system, (party,), spells=_spells(worked, system, faction))


def _listed(roster: Roster, wanted: str | None, language: str) -> Contender:
    if wanted is None:
        parties = army_parties(roster, language)
        if not parties:
            raise UnknownIdError("entry", roster.army.name)
        return Contender(roster.system, parties, whole=True)
    worked = named_entry(roster, wanted, language)
    party = listed_party(worked, roster, language)
    return Contender(roster.system, (party,), spells=striking_spells(worked, roster))


def _spells(worked: RosterEntry, system: System, faction: Faction) -> tuple[Spell, ...]:
    return tuple(known.spell for known in caster_spells(worked, system, faction) if known.spell.strike is not None)
