"""Compare the special rules of a book with the glossaries: which it must define, and which lack a rating or a text.

A text of ours counts only for the official wording that it was written for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from listbuilder.importers.army_forge.book.faction_mapping import BookParts
from listbuilder.importers.army_forge.json_access import BookNotes, JsonObject, clean_name, read_objects
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import RawEntry, WordingIndex
from listbuilder.model import EquipmentCount, RuleRef, slugify

_WEAPON_RULE = 2
"""The `targetType` of a rule that weapons have."""
_MAX_RULES = 2_000


@dataclass(frozen=True, slots=True)
class ResolvedRules:
    """A book whose rules have ratings, with entries for the rules that no glossary has."""

    parts: BookParts
    own_rules: Mapping[str, object]
    rule_names: tuple[str, ...]
    """The rules that units have or can get."""


def resolve_rules(raw: JsonObject, parts: BookParts, glossary: Glossary, notes: BookNotes) -> ResolvedRules:
    """Return entries for rules that a glossary lacks or defines differently, and fill in missing ratings."""
    bearers: dict[str, str] = {}
    for part in read_objects(raw, "specialRules", _MAX_RULES, notes, "specialRules"):
        is_weapon_rule = isinstance(part.get("targetType"), int) and part.get("targetType") == _WEAPON_RULE
        bearers[slugify(clean_name(part.get("name")))] = "weapon" if is_weapon_rule else "model"
    uses_by_rule: dict[str, list[RuleRef]] = {}
    for rule in (rule for equipment in parts.all_equipment() for rule in equipment.all_rules):
        uses_by_rule.setdefault(rule.id, []).append(rule)
    own_rules: dict[str, object] = {}
    missing_ratings: dict[str, bool] = {}
    for key, uses in sorted(uses_by_rule.items()):
        ratings = [use.rating for use in uses if use.rating is not None]
        is_text = any(isinstance(rating, str) for rating in ratings)
        rating_type = "text" if is_text else "number" if ratings else None
        entry = _find_entry(uses[0].name, glossary)
        # a glossary must give a rule a rating exactly if this book does
        if key and (entry is None or (entry.get("takes", "nothing") == "nothing") is not (rating_type is None)):
            takes = {"takes": rating_type} if rating_type else {}
            own_rules[key] = {"name": uses[0].name, "on": bearers.get(key, "model"), **takes}
        is_numbered = rating_type == "number" or (entry is not None and entry.get("takes") == "number")
        if rating_type and any(_lacks_rating(use, numbered=is_numbered) for use in uses):
            missing_ratings[key] = is_numbered
            notes.add("missing-rating", uses[0].name, rule=uses[0].name)
    names = tuple(uses[0].name for key, uses in uses_by_rule.items() if key)
    return ResolvedRules(_fill_ratings(parts, missing_ratings) if missing_ratings else parts, own_rules, names)


def _lacks_rating(use: RuleRef, *, numbered: bool) -> bool:
    """Return whether a rule has no rating, or a text in place of a number."""
    return use.rating is None or (numbered and isinstance(use.rating, str))


def _find_entry(name: str, glossary: Glossary) -> RawEntry | None:
    """Return the entry of a rule if every system has one."""
    entries = [glossary.for_system(system).find(name) for system in glossary.systems]
    return entries[0] if entries and all(entry is not None for entry in entries) else None


def _fill_ratings(parts: BookParts, missing: Mapping[str, bool]) -> BookParts:
    """Return the book with rating 1 for rules whose rating is missing."""

    def fill(rules: Iterable[RuleRef]) -> tuple[RuleRef, ...]:
        return tuple(
            replace(rule, rating=1) if rule.id in missing and _lacks_rating(rule, numbered=missing[rule.id]) else rule
            for rule in rules
        )

    def fill_stacks(stacks: Sequence[EquipmentCount]) -> tuple[EquipmentCount, ...]:
        return tuple(EquipmentCount(stack.count, stack.equipment.map_rules(fill)) for stack in stacks)

    units = (replace(unit, rules=fill(unit.rules), equipment=fill_stacks(unit.equipment)) for unit in parts.units)
    packages = []
    for package in parts.packages:
        sections = []
        for section in package.sections:
            options = (replace(option, gains=fill_stacks(option.gains)) for option in section.options)
            sections.append(replace(section, options=tuple(options)))
        packages.append(replace(package, sections=tuple(sections)))
    return BookParts(units=tuple(units), packages=tuple(packages))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleTextCount:
    """The names of a book's rules, by whether we have a text for them."""

    ours: tuple[str, ...] = ()
    reworded: tuple[str, ...] = ()
    """We have a text for the name, but for a different wording."""
    without: tuple[str, ...] = ()


def hash_wordings(raw: JsonObject, wordings: WordingIndex, notes: BookNotes) -> dict[str, list[str]]:
    """Return the hashes of the book's sentences about its rules; the sentences stay in the book."""
    hashes: dict[str, list[str]] = {}
    for part in read_objects(raw, "specialRules", _MAX_RULES, notes, "specialRules"):
        name, sentence = clean_name(part.get("name")), part.get("description")
        if slugify(name) and isinstance(sentence, str) and sentence.strip():
            hashes.setdefault(slugify(name), wordings.hash_wordings(name, sentence))
    return dict(sorted(hashes.items()))


def count_rule_texts(names: Iterable[str], glossary: Glossary, notes: BookNotes, edition: str) -> RuleTextCount:
    """Sort rules by whether they have a text, and note those that were reworded since we wrote about them."""
    names_by_text: dict[str, list[str]] = {"ours": [], "reworded": [], "without": []}
    for name in sorted(set(names)):
        entry = glossary.find(name)
        if entry is not None and "text" in entry:
            names_by_text["ours"].append(name)
        elif slugify(name) in glossary.book_wordings and glossary.all_wordings.has_rule(name):
            names_by_text["reworded"].append(name)
            notes.add_finding("IMP031", name, rule=name, edition=edition)
        else:
            names_by_text["without"].append(name)
    return RuleTextCount(**{kind: tuple(listed) for kind, listed in names_by_text.items()})


def with_book_wordings(
    glossary: Glossary, own: Mapping[str, object], wordings: Mapping[str, list[str]], all_wordings: WordingIndex
) -> Glossary:
    """Return a glossary that knows the book's own entries and wordings."""
    entries = {key: entry for key, entry in own.items() if isinstance(entry, Mapping)}
    return replace(glossary, own=entries, book_wordings=wordings, all_wordings=all_wordings)
