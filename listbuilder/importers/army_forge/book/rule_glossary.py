"""The rules that a book uses, held against the glossaries: which it must bring itself, and which lack their number.

Which rules of a book have a text in our words: those whose wording it was written for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from listbuilder.importers.army_forge.book.faction_mapping import Parts
from listbuilder.importers.army_forge.book.units import BookUnit
from listbuilder.importers.army_forge.book.upgrades import BookPackage, BookSection
from listbuilder.importers.army_forge.json_access import Raw, ReadingNotes, clean, mappings
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import Entry, Wordings
from listbuilder.model import RuleRef, Stack, slug

_BEARERS = {1: "model", 2: "weapon"}
"""What the book's `targetType` of a rule means."""
_MOST_RULES = 2_000


@dataclass(frozen=True, slots=True)
class Settled:
    """A book whose rules have their numbers, and the entries that no glossary has for it."""

    parts: Parts
    rules: Mapping[str, object]
    names: tuple[str, ...]
    """The rules that units have or can get."""


def settle_rules(raw: Raw, parts: Parts, glossary: Glossary, notes: ReadingNotes) -> Settled:
    """Write entries for rules that a glossary lacks or knows otherwise; their sentences stay in the book."""
    bearers = _bearers(raw, notes)
    own: dict[str, object] = {}
    lacking: dict[str, bool] = {}
    used = _uses(parts)
    for key, uses in sorted(used.items()):
        takes = _takes(uses)
        entry = _known(uses[0].name, glossary)
        if key and (entry is None or not _agrees(entry, uses)):
            own[key] = {"name": uses[0].name, "on": bearers.get(key, "model")} | ({"takes": takes} if takes else {})
        numbered = takes == "number" or (entry is not None and entry.get("takes") == "number")
        if takes and any(_lacks(use, numbered=numbered) for use in uses):
            lacking[key] = numbered
            notes.add("missing-rating", uses[0].name, rule=uses[0].name)
    names = tuple(uses[0].name for key, uses in used.items() if key)
    return Settled(_with_ratings(parts, lacking) if lacking else parts, own, names)


def _bearers(raw: Raw, notes: ReadingNotes) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in mappings(raw, "specialRules", _MOST_RULES, notes, "specialRules"):
        kind = part.get("targetType")
        found[slug(clean(part.get("name")))] = _BEARERS.get(kind, "model") if isinstance(kind, int) else "model"
    return found


def _uses(parts: Parts) -> dict[str, list[RuleRef]]:
    found: dict[str, list[RuleRef]] = {}
    for thing in parts.things():
        for rule in thing.every_rule:
            found.setdefault(rule.id, []).append(rule)
    return found


def _takes(uses: Sequence[RuleRef]) -> str | None:
    """Tell what stands in a rule's brackets, by its uses in this book."""
    ratings = [use.rating for use in uses if use.rating is not None]
    if not ratings:
        return None
    return "text" if any(isinstance(rating, str) for rating in ratings) else "number"


def _lacks(use: RuleRef, *, numbered: bool) -> bool:
    """Tell whether a rule has nothing in its brackets, or words where a number belongs."""
    rating = use.rating
    return rating is None or (numbered and isinstance(rating, str))


def _known(name: str, glossary: Glossary) -> Entry | None:
    """Give a rule's entry if each of the systems has one."""
    found = [glossary.only(system).find(name) for system in glossary.systems]
    return found[0] if found and all(entry is not None for entry in found) else None


def _agrees(entry: Entry, uses: Sequence[RuleRef]) -> bool:
    """Tell whether a glossary gives a rule brackets exactly where this book does so at least once."""
    return bool(entry.get("takes", "nothing") != "nothing") == (_takes(uses) is not None)


def _with_ratings(parts: Parts, lacking: Mapping[str, bool]) -> Parts:
    """Give the book with a 1 where a rule has lost its number."""

    def rule(found: RuleRef) -> RuleRef:
        lost = found.id in lacking and _lacks(found, numbered=lacking[found.id])
        return replace(found, rating=1) if lost else found

    return Parts(
        units=tuple(_unit(unit, rule) for unit in parts.units),
        packages=tuple(_package(package, rule) for package in parts.packages),
    )


def _unit(unit: BookUnit, rule: Callable[[RuleRef], RuleRef]) -> BookUnit:
    return replace(unit, rules=tuple(map(rule, unit.rules)), equipment=_stacks(unit.equipment, rule))


def _package(package: BookPackage, rule: Callable[[RuleRef], RuleRef]) -> BookPackage:
    return replace(package, sections=tuple(_section(section, rule) for section in package.sections))


def _section(section: BookSection, rule: Callable[[RuleRef], RuleRef]) -> BookSection:
    return replace(
        section, options=tuple(replace(option, gains=_stacks(option.gains, rule)) for option in section.options)
    )


def _stacks(stacks: Sequence[Stack], rule: Callable[[RuleRef], RuleRef]) -> tuple[Stack, ...]:
    return tuple(Stack(stack.count, stack.thing.with_rules(lambda rules: tuple(map(rule, rules)))) for stack in stacks)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCount:
    """The rules of a book by how they read, by name."""

    ours: tuple[str, ...] = ()
    reworded: tuple[str, ...] = ()
    """There is a text for the name, but for another wording."""
    without: tuple[str, ...] = ()


def read_wordings(raw: Raw, known: Wordings, notes: ReadingNotes) -> dict[str, list[str]]:
    """Hash what the book says about each of its rules; the sentences stay in the book."""
    found: dict[str, list[str]] = {}
    for part in mappings(raw, "specialRules", _MOST_RULES, notes, "specialRules"):
        name, sentence = clean(part.get("name")), part.get("description")
        if slug(name) and isinstance(sentence, str) and sentence.strip():
            found.setdefault(slug(name), known.hashes(name, sentence))
    return dict(sorted(found.items()))


def count_texts(names: Iterable[str], glossary: Glossary, notes: ReadingNotes, edition: str) -> TextCount:
    """Sort rules by how they read, and note those that were reworded since we wrote about them."""
    found: dict[str, list[str]] = {"ours": [], "reworded": [], "without": []}
    for name in sorted(set(names)):
        entry = glossary.find(name)
        if entry is not None and "text" in entry:
            found["ours"].append(name)
        elif slug(name) in glossary.said and glossary.everywhere.knows(name):
            found["reworded"].append(name)
            notes.find("IMP031", name, rule=name, edition=edition)
        else:
            found["without"].append(name)
    return TextCount(**{kind: tuple(listed) for kind, listed in found.items()})


def with_wordings(
    glossary: Glossary, own: Mapping[str, object], said: Mapping[str, list[str]], known: Wordings
) -> Glossary:
    """Give a glossary that knows how the book words its rules."""
    entries = {key: entry for key, entry in own.items() if isinstance(entry, Mapping)}
    return replace(glossary, own=entries, said=said, everywhere=known)
