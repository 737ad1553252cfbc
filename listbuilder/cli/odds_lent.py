"""Rules and spells that others lend, found by their names in any language and in any book of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from listbuilder.errors import UnknownIdError
from listbuilder.model import Faction, Rule, RuleId, RuleRef, Spell, System, Text, slug
from listbuilder.odds.combatant import Find
from listbuilder.odds.coverage import finder
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
