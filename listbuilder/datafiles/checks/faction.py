"""Check a faction file: notation and the rules it names, packages, sections, prices, targets and fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from listbuilder.datafiles.correction_hints import (
    build_hint,
    has_odd_count,
    hint_finding,
    notation_at,
    notation_hint,
    notation_kind,
    quote_text,
)
from listbuilder.datafiles.positions import DataPath
from listbuilder.datafiles.reader import Document
from listbuilder.diagnostics import Diagnostic
from listbuilder.library.build_faction import parse_equipment, parse_gain, section_variant, split_target
from listbuilder.library.glossary import Glossary, find_missing_facts
from listbuilder.library.loader import Loader
from listbuilder.model import EquipmentCount, Item, RuleRef, Weapon, normalise_name
from listbuilder.model.notation import NotationError, parse_rule
from listbuilder.textutil.fuzzy import find_closest

RuleUse: TypeAlias = tuple[DataPath, RuleRef]
"""Where a file names a rule, and the rule."""
_UNLIMITED = 10_000
"""More than any section affects, because equipment from options cannot be counted in advance."""


def check_faction(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Yield findings about all references of a faction file."""
    equipment = FactionEquipment(document, raw)
    yield from equipment.problems
    if "collection" in raw:
        known = loader.registry.ids("collection")
        yield from document.check_name("REF015", ("collection",), raw["collection"], known)
    yield from _check_groups_and_fields(document, raw, loader)
    yield from _check_packages(document, raw)
    yield from _check_sections(document, raw)
    yield from _check_prices(document, raw)
    yield from _check_targets(document, raw, equipment)
    yield from _check_affects(document, raw, equipment)
    yield from _check_section_sizes(document, raw, equipment)
    yield from _check_missing_fields(document, raw, loader)
    yield from _check_rules(document, raw, equipment.rules, loader)
    yield from _check_spells(document, raw, loader)


class FactionEquipment:
    """The parsed notation of a faction file."""

    def __init__(self, document: Document, raw: Mapping[str, Any]) -> None:
        self._document = document
        self.problems: list[Diagnostic] = []
        self.rules: list[RuleUse] = []
        self.names_by_unit: dict[str, dict[str, str]] = {}
        """Names of a unit's equipment, by the key that targets are compared with."""
        self.keys_of_all_models: dict[str, set[str]] = {}
        """Keys of the equipment that every model of a unit has."""
        self.names_by_package: dict[str, dict[str, str]] = {}
        self.counts_by_unit: dict[str, Counter[str]] = {}
        """How many of each weapon or item a unit starts with, by the same key."""
        for index, unit in enumerate(raw["units"]):
            self._read_unit(("units", index), unit)
        for section_path, section, _ in _iterate_sections(raw):
            names = self.names_by_package.setdefault(str(section_path[1]), {})
            for option_index, option in enumerate(section["options"]):
                for number, gain in enumerate(option["gain"]):
                    path = (*section_path, "options", option_index, "gain", number)
                    self._read_equipment(path, partial(parse_gain, gain), names)

    def _read_unit(self, path: DataPath, unit: Mapping[str, Any]) -> None:
        names = self.names_by_unit.setdefault(unit["id"], {})
        every = self.keys_of_all_models.setdefault(unit["id"], set())
        counts = self.counts_by_unit.setdefault(unit["id"], Counter())
        for number, text in enumerate(unit.get("rules", ())):
            rule_path = (*path, "rules", number)
            try:
                self.rules.append((rule_path, parse_rule(text)))
            except NotationError:
                self._add_malformed(rule_path, text)
        kinds: tuple[tuple[str, type[Weapon | Item]], ...] = (("weapons", Weapon), ("items", Item))
        for key, kind in kinds:
            for number, raw_item in enumerate(unit.get(key, ())):
                read = partial(parse_equipment, raw_item, kind, unit["size"])
                keys = self._read_equipment((*path, key, number), read, names, counts)
                every.update(() if isinstance(raw_item, dict) and "total" in raw_item else keys)

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
            equipment = stack.equipment
        except NotationError as error:
            self._add_malformed(path, str(error))
            return set()
        self.rules += [(path, rule) for rule in equipment.all_rules]
        own_names = {gear.key: gear.name for gear in equipment.all_gear}
        if any(map(has_odd_count, own_names.values())):  # a count that was read as part of the name
            text = notation_at(self._document, path)
            hint = notation_hint(text, notation_kind(path))
            self.problems += [hint_finding(self._document, path, text, hint)] if hint is not None else []
        names.update(own_names)
        if counts is not None:
            counts[normalise_name(equipment.name)] += stack.count
            held = equipment.weapons if isinstance(equipment, Item) else ()
            counts.update(Counter({normalise_name(armed.equipment.name): armed.count * stack.count for armed in held}))
        return set(own_names)

    def _add_malformed(self, path: DataPath, text: str) -> None:
        self.problems.append(self._document.finding("DAT010", path, value=text, example="Pike (A1, Phalanx)"))


def _check_rules(
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
    for path, rule in uses:
        by_name.setdefault(rule.name, []).append((path, rule))
    for name, rule_uses in by_name.items():
        missing_in = tuple(system for system, glossary in by_system.items() if glossary.find(name) is None)
        entry = whole.find(name)
        if missing_in:
            yield _unknown_rule_finding(document, rule_uses, whole, missing_in)
        elif entry is not None:
            yield from _check_numbers(document, entry.get("takes", "nothing"), rule_uses)


def _unknown_rule_finding(
    document: Document, uses: Sequence[RuleUse], glossary: Glossary, systems: tuple[str, ...]
) -> Diagnostic:
    """Return the finding about an unknown rule.

    Its suggestion is a correction, a translation, a similar name or a plain item.
    """
    path, rule = uses[0]
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
        instead = f"{{item: {quote_text(text)}}}"
        return document.finding("REF049", path, value=rule.name, systems=systems, instead=instead)
    return document.finding("REF001", path, rule=rule.name, suggestion=suggestion, systems=systems, uses=len(uses))


def _check_numbers(document: Document, takes: str, uses: Sequence[RuleUse]) -> Iterator[Diagnostic]:
    for path, rule in uses:
        rating = rule.rating
        if takes == "nothing":
            if rating is not None:
                yield document.finding("REF009", path, rule=rule.name, rating=rating)
        elif takes == "number" and isinstance(rating, str) and rating.strip("+ ").isdecimal():
            hint = build_hint("plus", f"{rule.name}({rating.strip('+ ')})")
            yield hint_finding(document, path, rule.label, hint)
        elif rating is None or (takes == "number" and isinstance(rating, str)):
            yield document.finding("REF005", path, rule=rule.name)


def _iterate_sections(raw: Mapping[str, Any]) -> Iterator[tuple[DataPath, Mapping[str, Any], list[Mapping[str, Any]]]]:
    """Yield every section with its path and the units that use its package."""
    for name, package in raw.get("packages", {}).items():
        users = [unit for unit in raw["units"] if name in unit.get("upgrades", ())]
        for index, section in enumerate(package):
            yield ("packages", name, index), section, users


def _check_section_sizes(
    document: Document, raw: Mapping[str, Any], equipment: FactionEquipment
) -> Iterator[Diagnostic]:
    """Yield findings about sections that affect more models or equipment than any of their units has."""
    for path, section, users in _iterate_sections(raw):
        amount = section.get("affects")
        if isinstance(amount, dict) and users:
            (word, number), *_ = amount.items()
            maximum = max(_capacity(unit, section, equipment) for unit in users)
            if number > maximum:
                units = tuple(unit["id"] for unit in users)
                yield document.finding("REF056", (*path, "affects", word), number=number, most=maximum, units=units)


def _capacity(unit: Mapping[str, Any], section: Mapping[str, Any], equipment: FactionEquipment) -> int:
    """Return how many models, or pieces of targeted equipment, a section can affect in a unit."""
    kind = section_variant(section).value
    if kind not in section:
        return int(unit["size"])
    gained = {key for name in unit.get("upgrades", ()) for key in equipment.names_by_package.get(name, {})}
    targets = [(normalise_name(name), each) for name, each in map(split_target, section[kind])]
    counts = equipment.counts_by_unit[unit["id"]]
    return max(_UNLIMITED if key in gained else counts[key] // each for key, each in targets)


def find_duplicates(document: Document, items: Iterable[tuple[DataPath, str]]) -> Iterator[Diagnostic]:
    """Yield a finding for each id that was used before, with the line of the first use."""
    first_paths: dict[str, DataPath] = {}
    for path, name in items:
        if name in first_paths:
            yield document.finding("REF004", path, value=name, line=document.place_of(first_paths[name]).line)
        first_paths.setdefault(name, path)


def _check_missing_fields(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Yield findings about units without a field that has no default in one of their games."""
    for system in raw["systems"]:
        fields = (loader.merged_system(system) or {}).get("fields", ())
        needed = [field["id"] for field in fields if field.get("default") is None]
        for index, unit in enumerate(raw["units"]):
            for field in needed:
                if field not in unit.get("fields", {}):
                    yield document.finding("REF054", ("units", index), field=field, unit=unit["id"], system=system)


def _check_groups_and_fields(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Yield findings about groups and fields that one of the systems lacks."""
    for system in raw["systems"]:
        merged = loader.merged_system(system)
        if merged is None:
            continue
        groups, fields = ([item["id"] for item in merged.get(key, ())] for key in ("groups", "fields"))
        for index, unit in enumerate(raw["units"]):
            path: DataPath = ("units", index)
            if "group" in unit:
                yield from document.check_name(
                    "REF012", (*path, "group"), unit["group"], groups, listed=True, system=system
                )
            for field in unit.get("fields", {}):
                yield from document.check_name(
                    "REF017", (*path, "fields", field), field, fields, key=True, system=system
                )


def _check_packages(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about unknown packages and unused ones."""
    packages = raw.get("packages", {})
    for index, unit in enumerate(raw["units"]):
        for number, name in enumerate(unit.get("upgrades", ())):
            yield from document.check_name("REF002", ("units", index, "upgrades", number), name, packages)
    used = {name for unit in raw["units"] for name in unit.get("upgrades", ())}
    for name in packages:
        if name not in used:
            yield document.finding("REF010", ("packages", name), key=True, value=name)


def _check_sections(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about duplicate option ids in a section and duplicate section ids in a unit."""
    packages = raw.get("packages", {})
    for path, section, _ in _iterate_sections(raw):
        options = [((*path, "options", index, "id"), option["id"]) for index, option in enumerate(section["options"])]
        yield from find_duplicates(document, options)
    reported: set[str | None] = set()
    for unit in raw["units"]:
        sections: list[tuple[DataPath, str]] = [
            (("packages", name, index, "id"), section["id"])
            for name in unit.get("upgrades", ())
            for index, section in enumerate(packages.get(name, ()))
        ]
        for finding in find_duplicates(document, sections):
            if finding.on not in reported:
                reported.add(finding.on)
                yield finding


def _check_prices(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about prices for unknown units and units without a price."""
    units = {unit["id"] for unit in raw["units"]}
    for path, section, users in _iterate_sections(raw):
        for index, option in enumerate(section["options"]):
            prices, cost_path = option["cost"], (*path, "options", index, "cost")
            if isinstance(prices, int):
                continue
            for unit in prices:
                yield from document.check_name("REF007", (*cost_path, unit), unit, units, key=True)
            missing = tuple(user["id"] for user in users if user["id"] not in prices)
            if missing:
                yield document.finding("REF016", cost_path, option=option["id"], units=missing)


def _check_targets(document: Document, raw: Mapping[str, Any], equipment: FactionEquipment) -> Iterator[Diagnostic]:
    """Yield findings about targets that a unit can never have, from the start or from its options."""
    packages = raw.get("packages", {})
    missing: dict[DataPath, tuple[str, list[str], set[str]]] = {}
    for unit in raw["units"]:
        names = dict(equipment.names_by_unit[unit["id"]])
        for name in unit.get("upgrades", ()):
            names.update(equipment.names_by_package.get(name, {}))
        for package in unit.get("upgrades", ()):
            for index, section in enumerate(packages.get(package, ())):
                kind = section_variant(section).value
                for number, target in enumerate(section.get(kind, ())):
                    name = split_target(target)[0]
                    if normalise_name(name) not in names:
                        path: DataPath = ("packages", package, index, kind, number)
                        missing.setdefault(path, (name, [], set()))[1].append(unit["id"])
                        missing[path][2].update(names.values())
    for path, (name, units, known) in missing.items():
        close = find_closest(name, known) or ""
        yield document.finding("REF003", path, target=name, units=tuple(units), suggestion=close)


def _check_affects(document: Document, raw: Mapping[str, Any], equipment: FactionEquipment) -> Iterator[Diagnostic]:
    """Yield findings about sections that do not say how many models of a larger unit they affect."""
    for path, section, users in _iterate_sections(raw):
        kind = section_variant(section).value
        if kind not in section or not {"affects", "model"}.isdisjoint(section):
            continue
        unit_ids = [unit["id"] for unit in users if unit["size"] > 1]
        if kind == "replace":  # equipment of a single model needs no amount
            targets = {normalise_name(split_target(target)[0]) for target in section[kind]}
            unit_ids = [unit for unit in unit_ids if not targets.isdisjoint(equipment.keys_of_all_models[unit])]
        if unit_ids:
            yield document.finding("REF030", (*path, kind), section=section["id"], units=tuple(unit_ids))


def _check_spells(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    texts = loader.load_spell_texts()
    known = texts.get("effects", {})
    for index, spell in enumerate(raw.get("spells", ())):
        effect = spell.get("effect")
        path: DataPath = ("spells", index, "effect")
        if effect is None:
            if "text" not in spell:
                yield document.finding("REF013", path[:2], value=spell["id"])
        elif effect["does"] not in known:
            yield from document.check_name("REF018", (*path, "does"), effect["does"], known)
        else:
            for fact in find_missing_facts(effect, texts):
                yield document.finding("DAT007", (*path, fact), missing=fact)
