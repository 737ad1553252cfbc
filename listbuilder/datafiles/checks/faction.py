"""The references inside a faction file, unit by unit and package by package.

What a unit lacks or can never use: fields that its game asks for, upgrades for more models than it has.

Ids that were there before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from listbuilder.datafiles.checks.equipment import Equipment, check_rules, read_equipment
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.diagnostics import Diagnostic
from listbuilder.library.compile_faction import section_variant, split_target
from listbuilder.library.glossary import missing_facts
from listbuilder.library.loader import Loader
from listbuilder.model import target_key
from listbuilder.textutil.fuzzy import closest


def missing_fields(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Find units without a field that one of their games asks for: it has no value for units that give none."""
    for system in raw["systems"]:
        merged = loader.merged_system(system) or {}
        needed = [field for field in merged.get("fields", ()) if field.get("default") is None]
        for index, unit in enumerate(raw["units"]):
            for field in needed:
                if field["id"] not in unit.get("fields", {}):
                    path: DataPath = ("units", index)
                    yield document.finding("REF054", path, field=field["id"], unit=unit["id"], system=system)


def beyond_size(document: Document, raw: Mapping[str, Any], equipment: Equipment) -> Iterator[Diagnostic]:
    """Find sections that touch more models or things than any of their units has."""
    for name, package in raw.get("packages", {}).items():
        users = [unit for unit in raw["units"] if name in unit.get("upgrades", ())]
        for index, section in enumerate(package):
            amount = section.get("affects")
            if not isinstance(amount, dict) or not users:
                continue
            (word, number), *_ = amount.items()
            most = max(_capacity(unit, section, equipment) for unit in users)
            if number > most:
                units = tuple(unit["id"] for unit in users)
                path = ("packages", name, index, "affects", word)
                yield document.finding("REF056", path, number=number, most=most, units=units)


def _capacity(unit: Mapping[str, Any], section: Mapping[str, Any], equipment: Equipment) -> int:
    """Count what a section can touch in a unit: its models, or the things that it names, with those still to be had."""
    kind = section_variant(section).value
    size: int = unit["size"]
    if kind not in section:
        return size
    gained = {key for name in unit.get("upgrades", ()) for key in equipment.of_package.get(name, {})}
    counts: Counter[str] = equipment.counts.get(unit["id"], Counter())
    numbers = []
    for target in section[kind]:
        name, each = split_target(target)
        key = target_key(name)
        numbers.append(_NO_END if key in gained else counts[key] // each)
    return max(numbers)


_NO_END = 10_000
"""More than any section touches: what options give cannot be counted beforehand."""


def duplicates(document: Document, items: Iterable[tuple[DataPath, str]]) -> Iterator[Diagnostic]:
    """Find ids that are taken already, and say where."""
    seen: dict[str, DataPath] = {}
    for path, name in items:
        if name in seen:
            yield document.finding("REF004", path, value=name, line=document.place(seen[name]).line)
        seen.setdefault(name, path)


def check_faction(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Follow all references of a faction file."""
    equipment = read_equipment(document, raw)
    yield from equipment.problems
    yield from _collection(document, raw, loader)
    yield from _system_words(document, raw, loader)
    yield from _packages(document, raw)
    yield from _sections(document, raw)
    yield from _prices(document, raw)
    yield from _targets(document, raw, equipment)
    yield from _reach(document, raw, equipment)
    yield from beyond_size(document, raw, equipment)
    yield from missing_fields(document, raw, loader)
    yield from check_rules(document, raw, equipment.rules, loader)
    yield from _spells(document, raw, loader)


def _collection(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    wanted, known = raw.get("collection"), loader.shelf.ids("collection")
    if wanted is not None and wanted not in known:
        yield document.finding("REF015", ("collection",), value=wanted, suggestion=closest(wanted, known) or "")


def _system_words(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    """Find groups and fields that one of the systems does not have."""
    for system in raw["systems"]:
        merged = loader.merged_system(system)
        if merged is None:
            continue
        groups = [group["id"] for group in merged.get("groups", ())]
        fields = [field["id"] for field in merged.get("fields", ())]
        for index, unit in enumerate(raw["units"]):
            group = unit.get("group")
            if group is not None and group not in groups:
                close = closest(group, groups) or ""
                path: DataPath = ("units", index, "group")
                yield document.finding(
                    "REF012", path, value=group, system=system, suggestion=close, known=tuple(groups)
                )
            for field in unit.get("fields", {}):
                if field not in fields:
                    path = ("units", index, "fields", field)
                    close = closest(field, fields) or ""
                    yield document.finding("REF017", path, key=True, value=field, system=system, suggestion=close)


def _packages(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Find packages that nobody has, and those that nobody uses."""
    packages = raw.get("packages", {})
    for index, unit in enumerate(raw["units"]):
        for place, name in enumerate(unit.get("upgrades", ())):
            if name not in packages:
                path = ("units", index, "upgrades", place)
                yield document.finding("REF002", path, value=name, suggestion=closest(name, packages) or "")
    used = {name for unit in raw["units"] for name in unit.get("upgrades", ())}
    for name in packages:
        if name not in used:
            yield document.finding("REF010", ("packages", name), key=True, value=name)


def _sections(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Find options with one id in a section, and sections with one id in a unit."""
    packages = raw.get("packages", {})
    for path, section in _section_paths(raw):
        named = [((*path, "options", index, "id"), option["id"]) for index, option in enumerate(section["options"])]
        yield from duplicates(document, named)
    reported: set[str | None] = set()
    for unit in raw["units"]:
        sections: list[tuple[DataPath, str]] = [
            (("packages", name, index, "id"), section["id"])
            for name in unit.get("upgrades", ())
            for index, section in enumerate(packages.get(name, ()))
        ]
        for found in duplicates(document, sections):
            if found.on not in reported:
                reported.add(found.on)
                yield found


def _section_paths(raw: Mapping[str, Any]) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    """Give every section with its path."""
    for name, package in raw.get("packages", {}).items():
        for index, section in enumerate(package):
            yield ("packages", name, index), section


def _prices(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Find prices for units that are not there, and units without a price."""
    units = {unit["id"] for unit in raw["units"]}
    for path, section in _section_paths(raw):
        users = [unit["id"] for unit in raw["units"] if path[1] in unit.get("upgrades", ())]
        for index, option in enumerate(section["options"]):
            prices = option["cost"]
            where = (*path, "options", index, "cost")
            if isinstance(prices, int):
                continue
            for unit in prices:
                if unit not in units:
                    close = closest(unit, units) or ""
                    yield document.finding("REF007", (*where, unit), key=True, value=unit, suggestion=close)
            missing = tuple(unit for unit in users if unit not in prices)
            if missing:
                yield document.finding("REF016", where, option=option["id"], units=missing)


def _targets(document: Document, raw: Mapping[str, Any], equipment: Equipment) -> Iterator[Diagnostic]:
    """Find targets that a unit can never have: neither from the start nor from any of its options."""
    packages = raw.get("packages", {})
    lacking: dict[DataPath, tuple[str, list[str], set[str]]] = {}
    for unit in raw["units"]:
        names = dict(equipment.of_unit.get(unit["id"], {}))
        for name in unit.get("upgrades", ()):
            names.update(equipment.of_package.get(name, {}))
        for package in unit.get("upgrades", ()):
            for index, section in enumerate(packages.get(package, ())):
                kind = section_variant(section).value
                for place, target in enumerate(section.get(kind, ())):
                    wanted = split_target(target)[0]
                    if target_key(wanted) not in names:
                        path: DataPath = ("packages", package, index, kind, place)
                        lacking.setdefault(path, (wanted, [], set()))[1].append(unit["id"])
                        lacking[path][2].update(names.values())
    for path, (wanted, units, had) in lacking.items():
        close = closest(wanted, had) or ""
        yield document.finding("REF003", path, target=wanted, units=tuple(units), suggestion=close)


def _reach(document: Document, raw: Mapping[str, Any], equipment: Equipment) -> Iterator[Diagnostic]:
    """Find sections that improve or swap what several models carry and do not say of how many."""
    for path, section in _section_paths(raw):
        kind = section_variant(section).value
        if kind not in section or not {"affects", "model"}.isdisjoint(section):
            continue
        users = [unit for unit in raw["units"] if path[1] in unit.get("upgrades", ()) and unit["size"] > 1]
        if kind == "replace":  # what one model alone carries is swapped without a word
            wanted = {target_key(split_target(target)[0]) for target in section[kind]}
            users = [unit for unit in users if not wanted.isdisjoint(equipment.of_all.get(unit["id"], ()))]
        if users:
            several = tuple(unit["id"] for unit in users)
            yield document.finding("REF030", (*path, kind), section=section["id"], units=several)


def _spells(document: Document, raw: Mapping[str, Any], loader: Loader) -> Iterator[Diagnostic]:
    texts = loader.spell_texts()
    known = texts.get("effects", {})
    for index, spell in enumerate(raw.get("spells", ())):
        effect = spell.get("effect")
        if effect is None:
            if "text" not in spell:
                yield document.finding("REF013", ("spells", index), value=spell["id"])
        elif effect["does"] not in known:
            close = closest(effect["does"], known) or ""
            yield document.finding(
                "REF018", ("spells", index, "effect", "does"), value=effect["does"], suggestion=close
            )
        else:
            for fact in missing_facts(effect, texts):
                yield document.finding("DAT007", ("spells", index, "effect", fact), missing=fact)
