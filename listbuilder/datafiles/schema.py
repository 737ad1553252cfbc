"""Check documents against the JSON Schemas, and adapt a schema to one system for editors.

A fast validator accepts valid files; a slower one explains what is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from listbuilder.datafiles.correction_hints import schema_hints
from listbuilder.datafiles.positions import DataPath, length_params
from listbuilder.datafiles.reader import Document
from listbuilder.diagnostics import Diagnostic
from listbuilder.library.locations import bundled_schema_folder
from listbuilder.model import System, Text
from listbuilder.model.text import build_catalogue_text
from listbuilder.textutil.fuzzy import find_closest

if TYPE_CHECKING:
    import jsonschema
    import jsonschema_rs

MAX_FINDINGS = 1000
"""Limits the time for a file that consists of errors only."""

_TYPES = {
    "string": "type.text",
    "integer": "type.number",
    "boolean": "type.flag",
    "array": "type.list",
    "object": "type.mapping",
}
_SYNONYMS = {
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
"""Words that users and other programs have for a key."""


@cache
def load_schema(kind: str) -> dict[str, Any]:
    """Load the schema of a kind of file."""
    schema: dict[str, Any] = json.loads((bundled_schema_folder() / f"{kind}.schema.json").read_text(encoding="utf-8"))
    return schema


def check_schema(document: Document, kind: str) -> list[Diagnostic]:
    """Return one finding for each schema error of a document, in the order of the file."""
    if _fast_validator(kind).is_valid(document.value):
        return []
    errors = islice(_explaining_validator(kind).iter_errors(document.value), MAX_FINDINGS)
    findings = [finding for error in errors for finding in _build_findings(document, error)]
    misspelt = {  # the path of a key that is probably not missing, but misspelt
        "".join([*str(finding.on).rpartition(".")[:2], str(finding.params["suggestion"])])
        for finding in findings
        if finding.code == "DAT006"
    }
    unique: dict[tuple[str, str | None], Diagnostic] = {}
    for finding in findings:
        if not (finding.code == "DAT007" and finding.on in misspelt):
            unique.setdefault((finding.code, finding.on), finding)
    return sorted(unique.values(), key=_file_order)


@cache
def _fast_validator(kind: str) -> jsonschema_rs.Draft202012Validator:
    import jsonschema_rs  # noqa: PLC0415 - slow to import

    return jsonschema_rs.Draft202012Validator(load_schema(kind))


@cache
def _explaining_validator(kind: str) -> jsonschema.Draft202012Validator:
    import jsonschema  # noqa: PLC0415 - slow to import, and only needed for invalid files

    return jsonschema.Draft202012Validator(load_schema(kind))


def _build_findings(document: Document, error: Any) -> Iterator[Diagnostic]:
    """Yield our findings for one validation error."""
    path: DataPath = tuple(error.absolute_path)
    keyword = str(error.validator)
    if (hints := schema_hints(document, path, error)) is not None:
        yield from hints
    elif "propertyNames" in error.absolute_schema_path:
        yield _invalid_key_finding(document, path, error)
    elif keyword == "additionalProperties":
        yield from _unknown_keys(document, path, error)
    elif keyword in ("required", "dependentRequired"):
        # the validator reports this once per key, but names the key only in its message
        yield from _missing_keys(document, path, error)
    elif keyword == "type":
        shown = "" if error.instance is None else _shorten(error.instance)
        yield document.finding("DAT008", path, found=shown, wanted=_format_types(error.validator_value))
    elif keyword in ("pattern", "format"):
        yield document.finding("DAT010", path, value=_shorten(error.instance), example=_find_example(error.schema))
    elif keyword == "not":
        steps = list(error.absolute_schema_path)
        counts = f"counts: {document.value_at((*path[:-1], 'counts'))}"
        beside = str(steps[steps.index("dependentSchemas") + 1]) if "dependentSchemas" in steps else counts
        yield document.finding("DAT018", path, key=True, value=str(path[-1]), beside=beside)
    elif keyword == "const" and path == ("format",):
        yield document.finding("DAT013", path, value=_shorten(error.instance), known=error.validator_value)
    elif keyword in ("maxLength", "maxItems", "maxProperties"):
        yield document.finding("DAT009", path, **length_params(path, error.instance, error.validator_value))
    else:
        yield document.finding("DAT009", path, value=_shorten(error.instance), allowed=_format_allowed(keyword, error))


def _unknown_keys(document: Document, path: DataPath, error: Any) -> Iterator[Diagnostic]:
    schema = error.schema
    known = tuple(schema.get("properties", ()))
    for key in error.instance:
        if key not in known and not any(re.search(form, key) for form in schema.get("patternProperties", ())):
            unused = [name for name in known if name not in error.instance]
            close = find_closest(key, unused) or next(
                (name for name in known if key.casefold() in _SYNONYMS.get(name, ())), None
            )
            yield document.finding("DAT006", (*path, key), key=True, value=key, suggestion=close or "", known=known)


def _missing_keys(document: Document, path: DataPath, error: Any) -> Iterator[Diagnostic]:
    required = error.validator_value  # a list of keys, or a mapping from a key to the keys that it requires
    keys = required if isinstance(required, list) else [key for others in required.values() for key in others]
    for key in dict.fromkeys(keys):
        if key not in error.instance and error.message.startswith(repr(key)):
            yield document.finding("DAT007", (*path, key), missing=key)


def _invalid_key_finding(document: Document, path: DataPath, error: Any) -> Diagnostic:
    key = str(error.instance)
    if error.validator == "enum":
        return next(document.check_name("DAT006", (*path, key), key, error.validator_value, key=True, listed=True))
    return document.finding("DAT010", (*path, key), key=True, value=_shorten(key), example=_find_example(error.schema))


def _file_order(finding: Diagnostic) -> tuple[int, int]:
    place = finding.place
    return (place.line or 0, place.column or 0) if place is not None else (0, 0)


def _format_types(types: str | list[str]) -> object:
    names = [types] if isinstance(types, str) else types
    words = tuple(build_catalogue_text(_TYPES[name]) for name in names if name in _TYPES)
    return words[0] if len(words) == 1 else words


def _find_example(schema: object) -> object:
    """Return an example for a value, after a number if one is allowed."""
    shape = schema if isinstance(schema, Mapping) else {}
    example = next((example for example in shape.get("examples", ()) if isinstance(example, str)), "")
    return ("1", example) if "integer" in shape.get("type", ()) else example


def _format_allowed(keyword: str, error: Any) -> object:
    """Return what is allowed, in symbols that need no translation where possible."""
    limit: Any = error.validator_value
    if keyword == "enum":
        return tuple(str(value) for value in limit)
    if keyword in ("minItems", "minProperties"):
        return build_catalogue_text("allowed.entries", n=limit)
    if keyword in ("minimum", "minLength"):
        return f"≥ {limit}"
    if keyword == "maximum":
        return f"≤ {limit}"
    return build_catalogue_text("allowed.once") if keyword == "uniqueItems" else str(limit)


def _shorten(value: object) -> str:
    """Return a value as in the file, shortened."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004 - a line's worth


def build_system_schema(schema: Mapping[str, Any], system: System) -> dict[str, Any]:
    """Return a schema with the rules, groups and fields of a system as suggested values."""
    result = deepcopy(dict(schema))
    result["$id"] = f"{result['$id']}:{system.id}"
    definitions = result.get("$defs", {})
    rules = system.rules.values()
    if "rule" in definitions:
        names = {f"{rule.name.en}(1)" if rule.rating_kind == "number" else rule.name.en: rule.text for rule in rules}
        definitions["rule"] = _with_suggestions(definitions["rule"], names)
    if "limit_of" in definitions:
        selection = definitions["limit_of"]["properties"]
        selection["rule"] = _with_suggestions(selection["rule"], {rule.name.en: rule.text for rule in rules})
        selection["group"] |= _group_enumeration(system)
    if "units" in result["properties"] and "packages" in result["properties"]:
        unit = result["properties"]["units"]["items"]["properties"]
        unit["group"] |= _group_enumeration(system)
        values = unit["fields"]["additionalProperties"]
        unit["fields"] |= {
            "properties": {field.id: {**values, "description": field.name.en} for field in system.unit_fields},
            "required": [field.id for field in system.unit_fields if field.default is None],
            "additionalProperties": False,
        }
        del unit["fields"]["propertyNames"]
    return result


def _group_enumeration(system: System) -> dict[str, Any]:
    """Return the groups as the only allowed values; nothing if the system has none."""
    if not system.unit_groups:
        return {}
    return {
        "enum": [group.id for group in system.unit_groups],
        "enumDescriptions": [group.name.en for group in system.unit_groups],
    }


def _with_suggestions(form: Mapping[str, Any], values: Mapping[str, Text]) -> dict[str, Any]:
    """Return a form that suggests values next to what it allows anyway, such as a faction's own rules."""
    suggestions = sorted(values.items())
    enumeration = {"enum": [name for name, _ in suggestions], "enumDescriptions": [text.en for _, text in suggestions]}
    return {"description": form["description"], "anyOf": [enumeration, dict(form)]}
