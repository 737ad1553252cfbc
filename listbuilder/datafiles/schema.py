"""Files held against the JSON Schemas. A fast validator passes what is right; the reference one says what is wrong.

A schema that knows one game: its rules, groups and fields are values that an editor completes and explains.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from listbuilder.datafiles.correction_hints import schema_slip
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath, too_long
from listbuilder.diagnostics import Diagnostic
from listbuilder.library.locations import bundled_schemas
from listbuilder.model import Rule, System, Text
from listbuilder.model.text import phrase
from listbuilder.textutil.fuzzy import closest

if TYPE_CHECKING:
    import jsonschema
    import jsonschema_rs

MOST_FINDINGS = 1000
"""Enough for any honest file; a file of nothing but errors must not take for ever."""

_TYPES = {
    "string": "type.text",
    "integer": "type.number",
    "boolean": "type.flag",
    "array": "type.list",
    "object": "type.mapping",
}
_MEANT = {
    "cost": ("points", "pts", "price"),
    "size": ("models", "count", "number"),
    "quality": ("q", "qua"),
    "defense": ("d", "def", "armour", "armor"),
    "rules": ("special_rules", "specials", "special", "abilities", "hero", "keywords"),
    "weapons": ("equipment", "loadout", "attacks"),
    "items": ("gear", "wargear"),
    "upgrades": ("options",),
    "gain": ("gains", "adds", "item", "weapon"),
    "name": ("title",),
}
"""Keys by what other programs and people call them."""
_LEAST = frozenset({"minimum", "minLength"})
_FEWEST = frozenset({"minItems", "minProperties"})
_LONGEST = frozenset({"maxLength", "maxItems", "maxProperties"})


@cache
def load_schema(kind: str) -> dict[str, Any]:
    """Load the schema of a kind of file; it refers to nothing but itself."""
    schema: dict[str, Any] = json.loads((bundled_schemas() / f"{kind}.schema.json").read_text(encoding="utf-8"))
    return schema


def check_schema(document: Document, kind: str) -> list[Diagnostic]:
    """Hold a document against the schema of its kind; give one finding for each real problem."""
    if _fast(kind).is_valid(document.value):
        return []
    errors = islice(_reference(kind).iter_errors(document.value), MOST_FINDINGS)
    found = [finding for error in errors for finding in _findings(document, error)]
    return sorted(_without_echoes(found), key=_as_written)


@cache
def _fast(kind: str) -> jsonschema_rs.Draft202012Validator:
    import jsonschema_rs  # noqa: PLC0415 - start-up is measured

    return jsonschema_rs.Draft202012Validator(load_schema(kind))


@cache
def _reference(kind: str) -> jsonschema.Draft202012Validator:
    import jsonschema  # noqa: PLC0415 - costly, and only where something is wrong

    return jsonschema.Draft202012Validator(load_schema(kind))


def _findings(document: Document, error: Any) -> Iterator[Diagnostic]:
    """Say in our codes what the validator found."""
    path: DataPath = tuple(error.absolute_path)
    keyword = str(error.validator)
    if (slip := schema_slip(document, path, error)) is not None:
        yield from slip
    elif "propertyNames" in error.absolute_schema_path:
        yield _bad_key(document, path, error)
    elif keyword == "additionalProperties":
        yield from _unknown_keys(document, path, error)
    elif keyword in ("required", "dependentRequired"):
        # the validator says this once for each key but not in a form to read: find the keys, once each
        yield from _missing_keys(document, path, error)
    elif keyword == "type":
        found = "" if error.instance is None else _brief(error.instance)
        yield document.finding("DAT008", path, found=found, wanted=_type_words(error.validator_value))
    elif keyword in ("pattern", "format"):
        yield document.finding("DAT010", path, value=_brief(error.instance), example=_example(error.schema))
    elif keyword == "not":
        yield document.finding("DAT018", path, key=True, value=str(path[-1]), beside=_beside(document, path, error))
    elif keyword == "const" and path == ("format",):
        yield document.finding("DAT013", path, value=_brief(error.instance), known=error.validator_value)
    elif keyword in _LONGEST:
        yield document.finding("DAT009", path, **too_long(path, error.instance, error.validator_value))
    else:
        yield document.finding("DAT009", path, value=_brief(error.instance), allowed=_allowed(keyword, error))


def _unknown_keys(document: Document, path: DataPath, error: Any) -> Iterator[Diagnostic]:
    schema = error.schema
    known = list(schema.get("properties", ()))
    forms = list(schema.get("patternProperties", ()))
    for key in error.instance:
        if key not in known and not any(re.search(form, key) for form in forms):
            free = [name for name in known if name not in error.instance]
            close = closest(key, free) or next((name for name in known if key.casefold() in _MEANT.get(name, ())), None)
            yield document.finding(
                "DAT006", (*path, key), key=True, value=key, suggestion=close or "", known=tuple(known)
            )


def _missing_keys(document: Document, path: DataPath, error: Any) -> Iterator[Diagnostic]:
    wanted = error.validator_value  # a list of keys, or such a list for each key that asks for others
    keys = wanted if isinstance(wanted, list) else [key for needed in wanted.values() for key in needed]
    for key in dict.fromkeys(keys):
        if key not in error.instance and error.message.startswith(repr(key)):
            yield document.finding("DAT007", (*path, key), missing=key)


def _beside(document: Document, path: DataPath, error: Any) -> str:
    """Name what a key cannot stand beside: another key, or what a limit counts."""
    steps = list(error.absolute_schema_path)
    if "dependentSchemas" in steps:
        return str(steps[steps.index("dependentSchemas") + 1])
    return f"counts: {document.at((*path[:-1], 'counts'))}"


def _bad_key(document: Document, path: DataPath, error: Any) -> Diagnostic:
    key = str(error.instance)
    if error.validator == "enum":
        close = closest(key, error.validator_value)
        known = tuple(error.validator_value)
        return document.finding("DAT006", (*path, key), key=True, value=key, suggestion=close or "", known=known)
    return document.finding("DAT010", (*path, key), key=True, value=_brief(key), example=_example(error.schema))


def _without_echoes(found: list[Diagnostic]) -> list[Diagnostic]:
    """Leave out a missing key whose misspelling was found beside it, and whatever was found twice."""
    misspelt = {_sibling(one.on, one.params["suggestion"]) for one in found if one.code == "DAT006"}
    kept: dict[tuple[str, str | None], Diagnostic] = {}
    for one in found:
        if not (one.code == "DAT007" and one.on in misspelt):
            kept.setdefault((one.code, one.on), one)
    return list(kept.values())


def _as_written(finding: Diagnostic) -> tuple[int, int]:
    place = finding.place
    return (place.line or 0, place.column or 0) if place is not None else (0, 0)


def _sibling(on: str | None, name: object) -> str:
    before, dot, _ = (on or "").rpartition(".")
    return f"{before}{dot}{name}"


def _type_words(types: str | list[str]) -> object:
    names = [types] if isinstance(types, str) else types
    words = tuple(phrase(_TYPES[name]) for name in names if name in _TYPES)
    return words[0] if len(words) == 1 else words


def _example(schema: object) -> object:
    """Give what may stand there: an example, and a number before it where one may."""
    shape = schema if isinstance(schema, Mapping) else {}
    example = next((example for example in shape.get("examples", ()) if isinstance(example, str)), "")
    return ("1", example) if "integer" in shape.get("type", ()) else example


def _allowed(keyword: str, error: Any) -> object:
    """Say what is allowed in signs that every language knows."""
    limit: Any = error.validator_value
    if keyword == "enum":
        return tuple(str(value) for value in limit)
    if keyword in _FEWEST:
        return phrase("allowed.entries", n=limit)
    if keyword in _LEAST:
        return f"≥ {limit}"
    if keyword == "maximum":
        return f"≤ {limit}"
    return phrase("allowed.once") if keyword == "uniqueItems" else str(limit)


def _brief(value: object) -> str:
    """Show a value as the file may have it, cut where it gets long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004 - a line's worth


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
