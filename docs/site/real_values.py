"""Examples for the keys of the file formats: the first short value in the bundled files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from docs.site.schemas import ANY_KEY, Schema, as_written, shared_name

MAX_LENGTH = 60
Place = tuple[str, ...]
"""The format or shared definition of a key, and the path from there."""


class RealValues:
    """Values of the bundled files by the place of their key in the schema."""

    def __init__(self, shared: Mapping[str, Schema]) -> None:
        self._shared = shared
        self._found: dict[Place, str] = {}

    def read(self, root: str, schema: Schema, files: Iterable[Path]) -> None:
        """Collect the values of files of one format."""
        for path in files:
            loaded = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
            self._walk(schema, loaded, (root,))

    def example(self, place: Place) -> str | None:
        """Return a value of the key at a place as Markdown, or None."""
        return self._found.get(place)

    def _walk(self, schema: Schema, value: Any, place: Place) -> None:
        name = shared_name(schema)
        if name is not None:
            schema, place = self._shared[name], (name,)
            self._note(place, value)
        if isinstance(value, list):
            for one in value:
                self._walk(schema.get("items", {}), one, place)
        elif isinstance(value, dict):
            for key, one in value.items():
                self._enter(schema, str(key), one, place)

    def _enter(self, schema: Schema, key: str, value: Any, place: Place) -> None:
        if key in schema.get("properties", {}):
            label, inner = key, schema["properties"][key]
        elif isinstance(schema.get("additionalProperties"), dict):
            label, inner = ANY_KEY, schema["additionalProperties"]
        else:
            patterns = schema.get("patternProperties", {}).items()
            label, inner = next(((f"/{one}/", told) for one, told in patterns if re.search(one, key)), (key, {}))
        self._note((*place, label), {key: value} if label != key else value)
        self._walk(inner, value, (*place, label))

    def _note(self, place: Place, value: Any) -> None:
        if place not in self._found and value not in (None, "", [], {}):
            written = as_written(value)
            if len(written) <= MAX_LENGTH:
                self._found[place] = written
