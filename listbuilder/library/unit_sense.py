"""What a unit lacks or can never use: fields that its game asks for, upgrades for more models than it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.library.compile import section_variant, split_target
from listbuilder.library.document import Document
from listbuilder.library.equipment_check import Equipment
from listbuilder.library.loader import Loader
from listbuilder.library.positions import DataPath
from listbuilder.model import target_key


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
