"""Check the notation in a faction file and the rules that it names."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from listbuilder.datafiles.correction_hints import (
    CorrectionHint,
    has_odd_count,
    hint_finding,
    notation_at,
    notation_hint,
    notation_kind,
    quote_text,
)
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.diagnostics import Diagnostic
from listbuilder.library.build_faction import parse_equipment, parse_gain
from listbuilder.library.glossary import Glossary
from listbuilder.library.loader import Loader
from listbuilder.library.rule_wordings import RawEntry
from listbuilder.model import EquipmentCount, Item, RuleRef, Weapon, normalise_name
from listbuilder.model.notation import NotationError, parse_rule
from listbuilder.model.text import build_catalogue_text
from listbuilder.textutil.fuzzy import find_closest


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule and where a file names it."""

    path: DataPath
    rule: RuleRef


@dataclasses.dataclass
class FactionEquipment:
    """The parsed notation of a faction file."""

    problems: list[Diagnostic] = dataclasses.field(default_factory=list)
    rules: list[RuleUse] = dataclasses.field(default_factory=list)
    names_by_unit: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
    """Names of a unit's equipment, by the key that targets are compared with."""
    keys_of_all_models: dict[str, set[str]] = dataclasses.field(default_factory=dict)
    """Keys of the equipment that every model of a unit has."""
    names_by_package: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
    counts_by_unit: dict[str, Counter[str]] = dataclasses.field(default_factory=dict)
    """How many of each weapon or item a unit starts with, by the same key."""


def read_equipment(document: Document, raw: Mapping[str, Any]) -> FactionEquipment:
    """Parse all notation of a faction file."""
    return _EquipmentReader(document).read(raw)


class _EquipmentReader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.equipment = FactionEquipment()

    def read(self, raw: Mapping[str, Any]) -> FactionEquipment:
        for index, unit in enumerate(raw["units"]):
            names = self.equipment.names_by_unit.setdefault(unit["id"], {})
            every = self.equipment.keys_of_all_models.setdefault(unit["id"], set())
            counts = self.equipment.counts_by_unit.setdefault(unit["id"], Counter())
            path: DataPath = ("units", index)
            for number, text in enumerate(unit.get("rules", ())):
                self._read_rule((*path, "rules", number), text)
            kinds: tuple[tuple[str, type[Weapon | Item]], ...] = (("weapons", Weapon), ("items", Item))
            for key, kind in kinds:
                for number, raw_item in enumerate(unit.get(key, ())):
                    read = partial(parse_equipment, raw_item, kind, unit["size"])
                    keys = self._read_equipment((*path, key, number), read, names, counts)
                    every.update(() if isinstance(raw_item, dict) and "total" in raw_item else keys)
        for name, package in raw.get("packages", {}).items():
            names = self.equipment.names_by_package.setdefault(name, {})
            for index, section in enumerate(package):
                for option_index, option in enumerate(section["options"]):
                    for number, gain in enumerate(option["gain"]):
                        path = ("packages", name, index, "options", option_index, "gain", number)
                        self._read_equipment(path, partial(parse_gain, gain), names)
        return self.equipment

    def _read_rule(self, path: DataPath, text: str) -> None:
        try:
            self.equipment.rules.append(RuleUse(path, parse_rule(text)))
        except NotationError:
            self._add_malformed(path, text)

    def _read_equipment(
        self,
        path: DataPath,
        parse: Callable[[], EquipmentCount],
        names: dict[str, str],
        counts: Counter[str] | None = None,
    ) -> set[str]:
        """Record a weapon or item with its rules; return the keys that sections can target it by."""
        try:
            stack = parse()
            thing = stack.equipment
        except NotationError as error:
            self._add_malformed(path, str(error))
            return set()
        self.equipment.rules += [RuleUse(path, rule) for rule in thing.all_rules]
        own_names = {gear.key: gear.name for gear in thing.all_gear}
        if any(map(has_odd_count, own_names.values())):
            self._add_count_hint(path)
        names.update(own_names)
        if counts is not None:
            counts[normalise_name(thing.name)] += stack.count
            held = thing.weapons if isinstance(thing, Item) else ()
            counts.update(Counter({normalise_name(armed.equipment.name): armed.count * stack.count for armed in held}))
        return set(own_names)

    def _add_count_hint(self, path: DataPath) -> None:
        """Record a hint about a count that was read as part of the name."""
        text = notation_at(self.document, path)
        hint = notation_hint(text, notation_kind(path))
        if hint is not None:
            self.equipment.problems.append(hint_finding(self.document, path, text, hint))

    def _add_malformed(self, path: DataPath, text: str) -> None:
        self.equipment.problems.append(self.document.finding("DAT010", path, value=text, example="Pike (A1, Phalanx)"))


def check_rule_uses(
    document: Document, raw: Mapping[str, Any], uses: Sequence[RuleUse], loader: Loader
) -> Iterator[Diagnostic]:
    """Yield findings about unknown rules (once per rule), missing numbers and needless numbers."""
    whole = loader.build_glossary(raw)
    by_system = {
        system: whole.for_system(entries)
        for system, entries in zip(raw["systems"], whole.systems, strict=True)
        if loader.merged_system(system) is not None
    }
    by_name: dict[str, list[RuleUse]] = {}
    for use in uses:
        by_name.setdefault(use.rule.name, []).append(use)
    for name, rule_uses in by_name.items():
        missing_in = tuple(system for system, glossary in by_system.items() if glossary.find(name) is None)
        entry = whole.find(name)
        if missing_in:
            yield _unknown_rule_finding(document, rule_uses, whole, missing_in)
        elif entry is not None:
            yield from _check_numbers(document, entry, rule_uses)


def _unknown_rule_finding(
    document: Document, uses: Sequence[RuleUse], glossary: Glossary, systems: tuple[str, ...]
) -> Diagnostic:
    """Return the finding about an unknown rule.

    Its suggestion is a correction, a translation, a similar name or a plain item.
    """
    path, rule = uses[0].path, uses[0].rule
    text, kind = notation_at(document, path), notation_kind(path)
    hint = notation_hint(text, kind, glossary.rules_with_number())
    if hint is not None:
        return hint_finding(document, path, text, hint)
    english_name = glossary.english_names().get(rule.name.casefold())
    if english_name is not None:
        bracket = "" if rule.rating is None else f"({rule.rating})"
        return document.finding("REF050", path, rule=rule.name, name=f"{english_name}{bracket}")
    suggestion = find_closest(rule.name, glossary.known_names() - {rule.name}) or ""
    if kind == "gain" and text == rule.name and not suggestion:
        return document.finding(
            "REF049", path, value=rule.name, systems=systems, instead=f"{{item: {quote_text(text)}}}"
        )
    return document.finding("REF001", path, rule=rule.name, suggestion=suggestion, systems=systems, uses=len(uses))


def _check_numbers(document: Document, entry: RawEntry, uses: Sequence[RuleUse]) -> Iterator[Diagnostic]:
    takes = entry.get("takes", "nothing")
    for use in uses:
        rating = use.rule.rating
        if takes == "nothing":
            if rating is not None:
                yield document.finding("REF009", use.path, rule=use.rule.name, rating=rating)
        elif takes == "number" and isinstance(rating, str) and rating.strip("+ ").isdecimal():
            hint = CorrectionHint((build_catalogue_text("slip.plus"),), f"{use.rule.name}({rating.strip('+ ')})")
            yield hint_finding(document, use.path, use.rule.label, hint)
        elif rating is None or (takes == "number" and isinstance(rating, str)):
            yield document.finding("REF005", use.path, rule=use.rule.name)
