"""Resolved lists of other years, brought into today's shape.

In 2023 a unit had `equipment` for its weapons and items and `specialRules` for its rules; some exporters wrote nested
objects as `@{name=AP; rating=1}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_WRITTEN = re.compile(r"@\{(.*)\}", re.DOTALL)
_DEEPEST = 40


def modern_units(units: object) -> list[object]:
    """Give the units of a list in today's shape."""
    found = _unwritten(units, 0)
    return [_modern(unit) for unit in found if isinstance(unit, Mapping)] if isinstance(found, list) else []


def _modern(raw: Mapping[str, object]) -> dict[str, object]:
    unit = dict(raw)
    equipment = raw.get("equipment")
    if isinstance(equipment, list) and not isinstance(raw.get("weapons"), list):
        unit["weapons"] = [item for item in equipment if isinstance(item, Mapping) and "content" not in item]
        unit["items"] = [item for item in equipment if isinstance(item, Mapping) and "content" in item]
    if not isinstance(raw.get("rules"), list) and isinstance(raw.get("specialRules"), list):
        unit["rules"] = raw["specialRules"]
    for key in ("weapons", "items"):
        stacks = unit.get(key)
        if isinstance(stacks, list):
            unit[key] = [_original(stack) if isinstance(stack, Mapping) else stack for stack in stacks]
    return unit


def _original(stack: Mapping[str, object]) -> dict[str, object]:
    """Give a stack with the count it had before any pick took from it."""
    count = stack.get("originalCount", stack.get("count", 1))
    return {**stack, "count": count}


def _unwritten(value: object, depth: int) -> object:
    """Turn objects that were written as text back into objects."""
    if depth > _DEEPEST:
        return value
    if isinstance(value, list):
        return [_unwritten(item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        return {key: _unwritten(item, depth + 1) for key, item in value.items()}
    if isinstance(value, str) and (written := _WRITTEN.fullmatch(value)):
        pairs = (part.partition("=") for part in written[1].split(";"))
        return {key.strip(): text.strip() for key, _, text in pairs if key.strip()}
    return value
