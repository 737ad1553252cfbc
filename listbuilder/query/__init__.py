"""Search units, entries and lists by words and comparisons such as `ap>1 range>=24`, the best results first.

A word matches letter by letter only if it matches nothing better: `fly` does not find "Fanatic Lancers" while
something has Flying.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

from listbuilder.model import Entry, EntryId, Equipment, Faction, RosterEntry, RuleRef, System, Unit, Weapon
from listbuilder.query.matching import FitKind, FoldedText, Span, fit_word, fold_text, fold_to_word, merge_spans
from listbuilder.query.query_parser import Comparison, Query
from listbuilder.query.query_parser import QueryKey as QueryKey
from listbuilder.query.query_parser import QueryNumber as QueryNumber
from listbuilder.query.query_parser import parse_query as parse_query
from listbuilder.rules.moves import entry_moves
from listbuilder.rules.roster_builder import build_roster_entry
from listbuilder.rules.trackers import total_wounds


class SearchField(IntEnum):
    """Where a word can be found, the most important first."""

    NAME = 0
    OTHER_WORD = 1
    """Other words, such as the system or verdict of a list."""
    RULE = 2
    EQUIPMENT = 3
    OPTION = 4
    """Options of a unit."""


@dataclass(frozen=True, slots=True)
class SearchText:
    """One text of a subject."""

    field: SearchField
    text: str
    folded: FoldedText


@dataclass(frozen=True, slots=True, eq=False)
class SearchWeapon:
    """The numbers of one weapon."""

    name: str
    field: SearchField
    numbers: Mapping[QueryKey, int]


@dataclass(frozen=True, slots=True, eq=False)
class SearchSubject:
    """Something that can be found, with a key of the caller."""

    key: str
    texts: tuple[SearchText, ...]
    numbers: Mapping[QueryKey, int]
    option_numbers: tuple[tuple[QueryKey, int], ...] = ()
    """Numbers that options would give it."""
    weapons: tuple[SearchWeapon, ...] = ()
    all_text: str = field(init=False, repr=False)
    """All texts joined, to rule out a word quickly."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "all_text", "".join(text.folded.letters for text in self.texts))

    def comparison_keys(self) -> Iterator[QueryKey]:
        """Yield all keys that can be compared."""
        yield from self.numbers
        yield from (key for key, _ in self.option_numbers)
        for weapon in self.weapons:
            yield from weapon.numbers


def build_subject(
    key: str, names: Iterable[str], words: Iterable[str] = (), numbers: Mapping[QueryKey, int] | None = None
) -> SearchSubject:
    """Build a subject from names, other words and numbers, such as a list with its system and verdict."""
    texts = (*_search_texts(SearchField.NAME, names), *_search_texts(SearchField.OTHER_WORD, words))
    return SearchSubject(key, texts, numbers or {})


@lru_cache(maxsize=1024)
def build_unit_subject(unit: Unit, faction: Faction, system: System, language: str) -> SearchSubject:
    """Build the subject for a unit of a book, with its options. The key is the unit reference."""
    bare = build_roster_entry(Entry(id=EntryId(""), unit=unit.ref), unit, faction, system)
    names = _Names(faction, system, language)
    offered = [gain.equipment for section in unit.sections for option in section.options for gain in option.gains]
    own = _build_subject(bare, unit.ref, names)
    weapons = dict.fromkeys(weapon for equipment in offered for weapon in equipment.all_weapons)
    ratings = (
        pair for equipment in offered for rule in equipment.granted_rules for pair in names.ratings((rule,)).items()
    )
    return SearchSubject(
        own.key,
        (
            *own.texts,
            *_search_texts(SearchField.OPTION, (name for equipment in offered for name in names.all_parts(equipment))),
        ),
        own.numbers,
        tuple(dict.fromkeys(ratings)),
        (*own.weapons, *(names.weapon_numbers(weapon, SearchField.OPTION) for weapon in weapons)),
    )


@lru_cache(maxsize=1024)
def build_entry_subject(entry: RosterEntry, faction: Faction, system: System, language: str) -> SearchSubject:
    """Build the subject for an entry of an army. The key is the entry id."""
    return _build_subject(entry, entry.id, _Names(faction, system, language))


def _build_subject(entry: RosterEntry, key: str, names: _Names) -> SearchSubject:
    unit = entry.unit
    rules = dict.fromkeys(rule for half in entry.halves for rule in half.rules)
    weapons = dict.fromkeys(carried.weapon for half in entry.halves for carried in half.weapons)
    items = dict.fromkeys(owned.item.name for half in entry.halves for owned in half.items)
    gear = [name for weapon in weapons for name in names.all_parts(weapon)]
    gear += [name for item in items for name in names.equipment(item)]
    texts = (
        *_search_texts(SearchField.NAME, (entry.entry.name or "", unit.name.to(names.language), unit.name.en)),
        *_search_texts(SearchField.RULE, (label for rule in rules for label in names.rule_labels(rule))),
        *_search_texts(SearchField.EQUIPMENT, gear),
    )
    numbers = {
        **names.ratings(rules),
        **names.unit_fields(unit),
        QueryNumber.POINTS: entry.cost,
        QueryNumber.MODELS: entry.models,
        QueryNumber.QUALITY: unit.quality,
        QueryNumber.DEFENSE: unit.defense,
        QueryNumber.WOUNDS: total_wounds(entry, names.system),
    }
    moves = entry_moves(entry, names.system, names.faction)
    if moves is not None:
        numbers[QueryNumber.MOVE] = moves.advance
    return SearchSubject(
        key, texts, numbers, (), tuple(names.weapon_numbers(weapon, SearchField.EQUIPMENT) for weapon in weapons)
    )


def _search_texts(field: SearchField, texts: Iterable[str]) -> tuple[SearchText, ...]:
    return tuple(SearchText(field, text, fold_text(text)) for text in dict.fromkeys(texts) if text)


@dataclass(frozen=True, slots=True)
class _Names:
    """Names of equipment, rules and fields in the language of the reader and in English."""

    faction: Faction
    system: System
    language: str

    def all_parts(self, equipment: Equipment) -> Iterator[str]:
        """Yield the names of equipment and of everything in it."""
        for gear in equipment.all_gear:
            yield from self.equipment(gear.name)
        for rule in equipment.all_rules:
            yield from self.rule_labels(rule)

    def equipment(self, name: str) -> tuple[str, str]:
        """Return the names of a weapon or item."""
        return self.faction.equipment_name(name, self.language), name

    def rule(self, rule: RuleRef) -> tuple[str, ...]:
        """Return the names of a rule."""
        known = self.faction.rules.get(rule.id) or self.system.rules.get(rule.id)
        return (rule.name,) if known is None else (known.name.to(self.language), known.name.en, rule.name)

    def rule_labels(self, rule: RuleRef) -> Iterator[str]:
        """Return the names of a rule with its rating."""
        rating = "" if rule.rating is None else f"({rule.rating})"
        return (f"{name}{rating}" for name in self.rule(rule))

    def ratings(self, rules: Iterable[RuleRef]) -> dict[QueryKey, int]:
        """Return the highest rating of each rule, by each of its names."""
        ratings: dict[QueryKey, int] = {}
        for rule in rules:
            if isinstance(rule.rating, int):
                for name in map(fold_to_word, self.rule(rule)):
                    ratings[name] = max(rule.rating, ratings.get(name, rule.rating))
        return ratings

    def unit_fields(self, unit: Unit) -> dict[QueryKey, int]:
        """Return the additional statistics of a unit, by each of their names."""
        return {
            fold_to_word(name): number
            for field in self.system.unit_fields
            if (number := unit.fields.get(field.id, field.default)) is not None
            for text in (field.name, field.short)
            for name in (text.to(self.language), text.en)
        }

    def weapon_numbers(self, weapon: Weapon, field: SearchField) -> SearchWeapon:
        """Return the numbers of a weapon; a melee weapon has no range."""
        distance: dict[QueryKey, int] = {QueryNumber.RANGE: weapon.range} if weapon.range else {}
        numbers = {**self.ratings(weapon.rules), QueryNumber.ATTACKS: weapon.attacks, **distance}
        return SearchWeapon(self.equipment(weapon.name)[0], field, numbers)


_FIELD_WEIGHT = len(FitKind)
"""Any match in one field is better than every match in the next field."""


@dataclass(frozen=True, slots=True)
class QueryMatch:
    """Where a part of the query was found; a comparison that a weapon fulfils matches the whole weapon name."""

    field: SearchField
    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SearchResult:
    """A subject that matches the query."""

    subject: SearchSubject
    score: int = 0
    """How well it matches; lower is better."""
    matches: tuple[QueryMatch, ...] = ()
    words: tuple[tuple[str, FitKind], ...] = ()
    """The words of the query, each with the loosest fit that was needed."""

    @property
    def key(self) -> str:
        """The key of the subject."""
        return self.subject.key

    def spans(self, text: str) -> tuple[Span, ...]:
        """Return the parts of a text to highlight, even if the words were found elsewhere."""
        folded = fold_text(text)
        fits = (fit_word(word, folded, loosest) for word, loosest in self.words)
        return merge_spans(span for fitting in fits if fitting is not None for span in fitting.spans)


def find_matches(query: Query, subjects: Iterable[SearchSubject]) -> list[SearchResult]:
    """Return the subjects that match, the best first, else in their order. An empty query matches all."""
    results = [SearchResult(subject) for subject in subjects]
    query = query.restrict_to_keys(
        {key for result in results for key in result.subject.comparison_keys()} if query.comparisons else ()
    )
    if query.comparisons:
        compared = (_match_numbers(result, query.comparisons) for result in results)
        results = [result for result in compared if result is not None]
    for word in dict.fromkeys(query.words):
        matched = [_match_word(result, word, gaps=False) for result in results]
        if not any(matched):
            matched = [_match_word(result, word, gaps=True) for result in results]
        results = [result for result in matched if result is not None]
    return sorted(results, key=lambda result: result.score)


def _match_word(result: SearchResult, word: str, *, gaps: bool) -> SearchResult | None:
    best: tuple[int, QueryMatch] | None = None
    begins_word = f" {word}" in result.subject.all_text
    for searched in result.subject.texts:
        # There are too many rules and weapons for anything but word starts.
        loosest = FitKind.WORD
        if searched.field is SearchField.NAME:
            loosest = FitKind.GAPS if gaps else FitKind.INSIDE
        elif searched.field is SearchField.OTHER_WORD and not gaps:
            loosest = FitKind.INSIDE
        fitting = fit_word(word, searched.folded, loosest) if begins_word or loosest > FitKind.WORD else None
        if fitting is not None:
            score = _FIELD_WEIGHT * searched.field + fitting.kind
            if best is None or score < best[0]:
                best = score, QueryMatch(searched.field, searched.text, fitting.spans)
    if best is None:
        return None
    return _extend(result, (best[1],), best[0], ((word, FitKind.GAPS if gaps else FitKind.INSIDE),))


def _extend(
    result: SearchResult, matches: tuple[QueryMatch, ...], score: int, words: tuple[tuple[str, FitKind], ...] = ()
) -> SearchResult:
    return SearchResult(result.subject, result.score + score, (*result.matches, *matches), (*result.words, *words))


def _match_numbers(result: SearchResult, comparisons: tuple[Comparison, ...]) -> SearchResult | None:
    """Return how a subject fulfils comparisons: by its own numbers, by one weapon for the rest, or by options."""
    subject = result.subject
    rest = [comparison for comparison in comparisons if not comparison.holds(subject.numbers.items())]
    if not rest:
        return result
    offered = _FIELD_WEIGHT * SearchField.OPTION  # matches by an option come after others
    for weapon in subject.weapons:
        if all(comparison.holds(weapon.numbers.items()) for comparison in rest):
            match = QueryMatch(weapon.field, weapon.name, ((0, len(weapon.name)),))
            return _extend(result, (match,), offered if weapon.field is SearchField.OPTION else 0)
    if all(comparison.holds(subject.option_numbers) for comparison in rest):
        matches = tuple(QueryMatch(SearchField.OPTION, comparison.text, ()) for comparison in rest)
        return _extend(result, matches, offered)
    return None
