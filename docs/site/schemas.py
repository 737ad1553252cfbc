"""The objects and keys of a JSON Schema, and a description of their values."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from docs.site.page import code

Schema = Mapping[str, Any]

ANY_KEY = "*"
"""A part of a path: a key that the author of the file chooses."""
_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "`true` or `false`",
    "object": "mapping",
    "array": "list",
    "null": "nothing",
}
_RANGES = (("minimum", "maximum", ""), ("minLength", "maxLength", " characters"), ("minItems", "maxItems", " entries"))


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an object: its path, its schema, and whether it is required."""

    path: tuple[str, ...]
    schema: Schema
    required: bool

    @property
    def name(self) -> str:
        """The key itself."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Object:
    """An object in a file: its path, its description and its keys."""

    path: tuple[str, ...]
    told: str
    keys: tuple[Key, ...]


def objects(schema: Schema, path: tuple[str, ...] = ()) -> Iterator[Object]:
    """Return every object that is described in place, outer ones first; shared definitions have their own page."""
    keys = tuple(_keys(schema, path))
    if keys:
        yield Object(path, schema.get("description", ""), keys)
    for key in keys:
        yield from objects(key.schema, key.path)
    if isinstance(schema.get("items"), dict):
        yield from objects(schema["items"], path)


def _keys(schema: Schema, path: tuple[str, ...]) -> Iterator[Key]:
    required = schema.get("required", ())
    for name, one in schema.get("properties", {}).items():
        yield Key((*path, name), one, name in required)
    for name, one in schema.get("patternProperties", {}).items():
        yield Key((*path, f"/{name}/"), one, required=False)
    others = schema.get("additionalProperties")
    if isinstance(others, dict):
        yield Key((*path, ANY_KEY), others, required=False)


def shared_name(schema: Schema) -> str | None:
    """Return the shared definition that a schema refers to, or None."""
    reference = schema.get("$ref")
    return None if reference is None else str(reference).rpartition("/")[2]


def value(schema: Schema, shared: str = "shared.md") -> str:
    """Return a description of the allowed values as Markdown; a shared definition becomes a link."""
    name = shared_name(schema)
    if name is not None:
        return f"[{name.replace('_', ' ')}]({shared}#{name})"
    if "const" in schema:
        return as_written(schema["const"])
    if "enum" in schema:
        return _choice(schema["enum"])
    types = schema.get("type", ())
    types = [types] if isinstance(types, str) else list(types)
    words = " or ".join(_typed(one, schema, shared) for one in types if one != "null") or "anything"
    return words + _range(schema) + (", or nothing" if "null" in types else "")


def _typed(kind: str, schema: Schema, shared: str) -> str:
    told = schema.get("then", {}) if schema.get("if") == {"type": kind} else {}
    if told:
        return value(told, shared)
    if kind == "array" and isinstance(schema.get("items"), dict):
        return f"list of {value(schema['items'], shared)}"
    return _TYPES[kind]


def _choice(values: list[Any]) -> str:
    return ", ".join(as_written(one) for one in values)


def _range(schema: Schema) -> str:
    for least, most, unit in _RANGES:
        low, high = schema.get(least), schema.get(most)
        if high is not None:
            return f", {low} to {high}{unit}" if low is not None else f", at most {high}{unit}"
        if low is not None and low > 0:
            return f", at least {low}{unit}"
    return ""


def as_written(told: Any) -> str:
    """Return a value in the form of a file, as Markdown."""
    return code(_flow(told))


def _flow(told: Any) -> str:
    if isinstance(told, dict):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in told.items()) + "}"
    if isinstance(told, list):
        return "[" + ", ".join(map(_flow, told)) + "]"
    if isinstance(told, str) and _reads_as_itself(told):
        return told
    return json.dumps(told, ensure_ascii=False)


def _reads_as_itself(text: str) -> bool:
    """Return whether a text needs no quotes; a version number would be read as a number."""
    try:
        return bool(yaml.load(text, Loader=yaml.CSafeLoader) == text)
    except yaml.YAMLError:
        return False
