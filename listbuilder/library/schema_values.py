"""A schema that knows one game: its rules, groups and fields are values that an editor completes and explains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from listbuilder.model import Rule, System, Text


def schema_for(schema: Mapping[str, Any], system: System) -> dict[str, Any]:
    """Give a schema with a game's own words put in; what else may stand there still may."""
    made = deepcopy(dict(schema))
    made["$id"] = f"{made['$id']}:{system.id}"
    shared = made.get("$defs", {})
    names = [(_written(rule), rule.text) for rule in system.rules.values()]
    if "rule" in shared:
        shared["rule"] = _completed(shared["rule"], names)
    if "limit_of" in shared:
        chosen = shared["limit_of"]["properties"]
        chosen["rule"] = _completed(chosen["rule"], [(rule.name.en, rule.text) for rule in system.rules.values()])
        chosen["group"] |= _groups(system)
    if "units" in made["properties"] and "packages" in made["properties"]:
        _put_into_units(made["properties"]["units"]["items"]["properties"], system)
    return made


def _put_into_units(unit: dict[str, Any], system: System) -> None:
    unit["group"] |= _groups(system)
    values = unit["fields"]["additionalProperties"]
    unit["fields"] |= {
        "properties": {field.id: {**values, "description": field.name.en} for field in system.fields},
        "required": [field.id for field in system.fields if field.default is None],
    }
    del unit["fields"]["propertyNames"]
    unit["fields"]["additionalProperties"] = False


def _groups(system: System) -> dict[str, Any]:
    """Give the groups as the only values there may be; nothing where the game has none."""
    if not system.groups:
        return {}
    return {
        "enum": [group.id for group in system.groups],
        "enumDescriptions": [group.name.en for group in system.groups],
    }


def _completed(form: Mapping[str, Any], values: Iterable[tuple[str, Text]]) -> dict[str, Any]:
    """Offer values beside what a form allows: a rule of a faction's own is as good, and another number as well."""
    offered = sorted(dict(values).items())
    known = {"enum": [name for name, _ in offered], "enumDescriptions": [text.en for _, text in offered]}
    return {"description": form["description"], "anyOf": [known, dict(form)]}


def _written(rule: Rule) -> str:
    return f"{rule.name.en}(1)" if rule.takes == "number" else rule.name.en
