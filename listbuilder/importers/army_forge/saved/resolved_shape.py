"""Resolved lists of other years, brought into today's shape.

In 2023 a unit had `equipment` for its weapons and items and `specialRules` for its rules; some exporters wrote nested
objects as `@{name=AP; rating=1}`. What an upgrade of all models gives was stated for the whole unit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from listbuilder.importers.army_forge.book.reading import whole

_WRITTEN = re.compile(r"@\{(.*)\}", re.DOTALL)
_DEEPEST = 40
_LARGEST = 1_000


def modern_units(units: object, *, written: bool = True) -> list[object]:
    """Give the units of a list in today's shape; `written`: objects may stand in it as text."""
    found = _unwritten(units, 0) if written else units
    return [_modern(unit) if isinstance(unit, dict) else unit for unit in found] if isinstance(found, list) else []


def may_be_written(text: str) -> bool:
    """Tell whether a file may hold objects that were written as text."""
    return ("@" in text and "@{" in text) or ("\\" in text and "\\u" in text)  # a single letter is found at once


def _modern(raw: Mapping[str, object]) -> dict[str, object]:
    unit = dict(raw)
    equipment = raw.get("equipment")
    if isinstance(equipment, list) and not isinstance(raw.get("weapons"), list):
        unit["weapons"] = [item for item in equipment if isinstance(item, dict) and "content" not in item]
        unit["items"] = [item for item in equipment if isinstance(item, dict) and "content" in item]
    if not isinstance(raw.get("rules"), list) and isinstance(raw.get("specialRules"), list):
        unit["rules"] = raw["specialRules"]
    for key in ("weapons", "items"):
        stacks = unit.get(key)
        if isinstance(stacks, list):
            unit[key] = [_original(stack) if isinstance(stack, dict) else stack for stack in stacks]
    picks = raw.get("selectedUpgrades")
    size = whole(raw.get("size"), 1, _LARGEST)
    if isinstance(picks, list) and size is not None and size > 1:
        unit["selectedUpgrades"] = [_for_each_model(pick, size, raw) for pick in picks]
    return unit


def _for_each_model(pick: object, size: int, unit: Mapping[str, object]) -> object:
    """Give a pick for all models with the gains of one: exports of 2023 and 2024 state those of the whole unit."""
    section = pick.get("upgrade") if isinstance(pick, dict) else None
    option = pick.get("option") if isinstance(pick, dict) else None
    if not isinstance(section, dict) or not isinstance(option, dict) or not isinstance(option.get("gains"), list):
        return pick
    affects = section.get("affects")
    if not isinstance(affects, dict) or affects.get("type") != "all":
        return pick
    assert isinstance(pick, dict)
    gains = [_share(gain, size, unit) if isinstance(gain, dict) else gain for gain in option["gains"]]
    return {**pick, "option": {**option, "gains": gains}}


def _share(gain: Mapping[str, object], size: int, unit: Mapping[str, object]) -> Mapping[str, object]:
    """Divide a gain that is a total: what the unit carries in the end is not a multiple of it."""
    count = whole(gain.get("count"), 1, _LARGEST)
    if count is None or count % size:
        return gain
    carried = _carried(unit.get("loadout"), gain.get("name"))
    return gain if carried >= count * size else {**gain, "count": count // size}


def _carried(loadout: object, name: object) -> int:
    """Count a thing in what the export itself worked out."""
    stacks = loadout if isinstance(loadout, list) else []
    found = (stack for stack in stacks if isinstance(stack, dict) and stack.get("name") == name)
    return sum(whole(stack.get("count"), 1, _LARGEST) or 1 for stack in found)


def _original(stack: Mapping[str, object]) -> dict[str, object]:
    """Give a stack with the count it had before any pick took from it."""
    count = stack.get("originalCount", stack.get("count", 1))
    return {**stack, "count": count}


def _unwritten(value: object, depth: int) -> object:
    """Turn objects that were written as text back into objects."""
    if isinstance(value, str):
        written = _WRITTEN.fullmatch(value) if value.startswith("@{") and depth <= _DEEPEST else None
        if written is None:
            return value
        pairs = (part.partition("=") for part in written[1].split(";"))
        return {key.strip(): text.strip() for key, _, text in pairs if key.strip()}
    if depth > _DEEPEST or not isinstance(value, list | dict):
        return value
    if isinstance(value, list):
        return [_unwritten(item, depth + 1) for item in value]
    return {key: _unwritten(item, depth + 1) for key, item in value.items()}
