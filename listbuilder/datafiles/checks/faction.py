"""Check a faction file: packages, sections, prices, targets, fields and duplicate ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from listbuilder.datafiles.checks.equipment import FactionEquipment, check_rule_uses, read_equipment
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.diagnostics import Diagnostic
from listbuilder.library.compile_faction import section_variant, split_target
from listbuilder.library.glossary import find_missing_facts
from listbuilder.library.loader import Loader
from listbuilder.model import normalise_name
from listbuilder.textutil.fuzzy import find_closest


def check_missing_fields(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Yield findings about units without a field that has no default in one of their games."""
    for system in raw["systems"]:
        merged = loader.merged_system(system) or {}
        needed = [field for field in merged.get("fields", ()) if field.get("default") is None]
        for index, unit in enumerate(raw["units"]):
            for field in needed:
                if field["id"] not in unit.get("fields", {}):
                    path: DataPath = ("units", index)
                    yield document.finding("REF054", path, field=field["id"], unit=unit["id"], system=system)


def check_section_sizes(
    document: Document, raw: Mapping[str, Any], equipment: FactionEquipment
) -> Iterator[Diagnostic]:
    """Yield findings about sections that affect more models or equipment than any of their units has."""
    for name, package in raw.get("packages", {}).items():
        users = [unit for unit in raw["units"] if name in unit.get("upgrades", ())]
        for index, section in enumerate(package):
            amount = section.get("affects")
            if not isinstance(amount, dict) or not users:
                continue
            (word, number), *_ = amount.items()
            maximum = max(_capacity(unit, section, equipment) for unit in users)
            if number > maximum:
                units = tuple(unit["id"] for unit in users)
                path = ("packages", name, index, "affects", word)
                yield document.finding("REF056", path, number=number, most=maximum, units=units)


def _capacity(unit: Mapping[str, Any], section: Mapping[str, Any], equipment: FactionEquipment) -> int:
    """Return how many models, or pieces of targeted equipment, a section can affect in a unit."""
    kind = section_variant(section).value
    size: int = unit["size"]
    if kind not in section:
        return size
    gained = {key for name in unit.get("upgrades", ()) for key in equipment.names_by_package.get(name, {})}
    counts: Counter[str] = equipment.counts_by_unit.get(unit["id"], Counter())
    numbers = []
    for target in section[kind]:
        name, each = split_target(target)
        key = normalise_name(name)
        numbers.append(_UNLIMITED if key in gained else counts[key] // each)
    return max(numbers)


_UNLIMITED = 10_000
"""More than any section affects, because equipment from options cannot be counted in advance."""


def find_duplicates(document: Document, items: Iterable[tuple[DataPath, str]]) -> Iterator[Diagnostic]:
    """Yield a finding for each id that was used before, with the line of the first use."""
    seen: dict[str, DataPath] = {}
    for path, name in items:
        if name in seen:
            yield document.finding("REF004", path, value=name, line=document.place_of(seen[name]).line)
        seen.setdefault(name, path)


def check_faction(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Yield findings about all references of a faction file."""
    equipment = read_equipment(document, raw)
    yield from equipment.problems
    yield from _check_collection(document, raw, loader)
    yield from _check_groups_and_fields(document, raw, loader)
    yield from _check_packages(document, raw)
    yield from _check_sections(document, raw)
    yield from _check_prices(document, raw)
    yield from _check_targets(document, raw, equipment)
    yield from _check_affects(document, raw, equipment)
    yield from check_section_sizes(document, raw, equipment)
    yield from check_missing_fields(document, raw, loader)
    yield from check_rule_uses(document, raw, equipment.rules, loader)
    yield from _check_spells(document, raw, loader)


def _check_collection(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    collection, known = raw.get("collection"), loader.registry.ids("collection")
    if collection is not None and collection not in known:
        yield document.finding(
            "REF015", ("collection",), value=collection, suggestion=find_closest(collection, known) or ""
        )


def _check_groups_and_fields(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Yield findings about groups and fields that one of the systems lacks."""
    for system in raw["systems"]:
        merged = loader.merged_system(system)
        if merged is None:
            continue
        groups = [group["id"] for group in merged.get("groups", ())]
        fields = [field["id"] for field in merged.get("fields", ())]
        for index, unit in enumerate(raw["units"]):
            group = unit.get("group")
            if group is not None and group not in groups:
                close = find_closest(group, groups) or ""
                path: DataPath = ("units", index, "group")
                yield document.finding(
                    "REF012", path, value=group, system=system, suggestion=close, known=tuple(groups)
                )
            for field in unit.get("fields", {}):
                if field not in fields:
                    path = ("units", index, "fields", field)
                    close = find_closest(field, fields) or ""
                    yield document.finding("REF017", path, key=True, value=field, system=system, suggestion=close)


def _check_packages(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about unknown packages and unused ones."""
    packages = raw.get("packages", {})
    for index, unit in enumerate(raw["units"]):
        for number, name in enumerate(unit.get("upgrades", ())):
            if name not in packages:
                path = ("units", index, "upgrades", number)
                yield document.finding("REF002", path, value=name, suggestion=find_closest(name, packages) or "")
    used = {name for unit in raw["units"] for name in unit.get("upgrades", ())}
    for name in packages:
        if name not in used:
            yield document.finding("REF010", ("packages", name), key=True, value=name)


def _check_sections(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about duplicate option ids in a section and duplicate section ids in a unit."""
    packages = raw.get("packages", {})
    for path, section in _iterate_sections(raw):
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


def _iterate_sections(raw: Mapping[str, Any]) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    """Yield every section with its path."""
    for name, package in raw.get("packages", {}).items():
        for index, section in enumerate(package):
            yield ("packages", name, index), section


def _check_prices(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about prices for unknown units and units without a price."""
    units = {unit["id"] for unit in raw["units"]}
    for path, section in _iterate_sections(raw):
        users = [unit["id"] for unit in raw["units"] if path[1] in unit.get("upgrades", ())]
        for index, option in enumerate(section["options"]):
            prices = option["cost"]
            cost_path = (*path, "options", index, "cost")
            if isinstance(prices, int):
                continue
            for unit in prices:
                if unit not in units:
                    close = find_closest(unit, units) or ""
                    yield document.finding("REF007", (*cost_path, unit), key=True, value=unit, suggestion=close)
            missing = tuple(unit for unit in users if unit not in prices)
            if missing:
                yield document.finding("REF016", cost_path, option=option["id"], units=missing)


def _check_targets(document: Document, raw: Mapping[str, Any], equipment: FactionEquipment) -> Iterator[Diagnostic]:
    """Yield findings about targets that a unit can never have, from the start or from its options."""
    packages = raw.get("packages", {})
    missing: dict[DataPath, tuple[str, list[str], set[str]]] = {}
    for unit in raw["units"]:
        names = dict(equipment.names_by_unit.get(unit["id"], {}))
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
    for path, section in _iterate_sections(raw):
        kind = section_variant(section).value
        if kind not in section or not {"affects", "model"}.isdisjoint(section):
            continue
        users = [unit for unit in raw["units"] if path[1] in unit.get("upgrades", ()) and unit["size"] > 1]
        if kind == "replace":  # equipment of a single model needs no amount
            targets = {normalise_name(split_target(target)[0]) for target in section[kind]}
            users = [unit for unit in users if not targets.isdisjoint(equipment.keys_of_all_models.get(unit["id"], ()))]
        if users:
            unit_ids = tuple(unit["id"] for unit in users)
            yield document.finding("REF030", (*path, kind), section=section["id"], units=unit_ids)


def _check_spells(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    texts = loader.load_spell_texts()
    known = texts.get("effects", {})
    for index, spell in enumerate(raw.get("spells", ())):
        effect = spell.get("effect")
        if effect is None:
            if "text" not in spell:
                yield document.finding("REF013", ("spells", index), value=spell["id"])
        elif effect["does"] not in known:
            close = find_closest(effect["does"], known) or ""
            yield document.finding(
                "REF018", ("spells", index, "effect", "does"), value=effect["does"], suggestion=close
            )
        else:
            for fact in find_missing_facts(effect, texts):
                yield document.finding("DAT007", ("spells", index, "effect", fact), missing=fact)
