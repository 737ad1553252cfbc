"""A page for each file format, built from its schema: every key with its values, description and a real example."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from docs.site.page import Page, code, plain, table
from docs.site.real_values import RealValues
from docs.site.schemas import ANY_KEY, Key, Object, Schema, as_written, objects, shared_name, value

_SHARED = "defs"
_SUFFIX = ".schema.json"
_FILES = {
    "list": "data/lists/*.yaml",
    "event": "data/events/*.yaml",
    "system": "data/systems/*.yaml",
    "collection": "data/factions/*/collection.yaml",
    "faction": "data/factions/original/[!c]*.yaml",
    "spelltexts": "data/spells/*.yaml",
}
"""The bundled files of each format."""
_HEADS = ("key", "value", "meaning")


def build_formats(root: Path) -> Iterator[Page]:
    """Return the pages of all formats."""
    schemas = {path.name.removesuffix(_SUFFIX): _load(path) for path in sorted((root / "schemas").glob(f"*{_SUFFIX}"))}
    shared = schemas.pop(_SHARED)["$defs"]
    real = RealValues(shared)
    for name, pattern in _FILES.items():
        real.read(name, schemas[name], sorted(root.glob(pattern)))
    rows = _Rows(shared, real)
    yield _index(schemas)
    for name, schema in schemas.items():
        told = "\n".join(_section(one, rows.table(one, name)) for one in objects(schema))
        yield Page(f"formats/{name}.md", f"# {plain(schema['title'])}\n\n{plain(schema['description'])}\n\n{told}")
    yield Page("formats/shared.md", "\n".join(_shared(shared, rows)))


def _load(path: Path) -> Schema:
    loaded: Schema = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def _index(schemas: Mapping[str, Schema]) -> Page:
    rows = [[f"[{plain(one['title'])}]({name}.md)", plain(one["description"])] for name, one in schemas.items()]
    text = f"""# File formats

All files are YAML; JSON is accepted wherever YAML is. These pages are built from the schemas in `schemas/`, which
editors and `listbuilder data check` also use. The examples come from bundled files. A key marked * is required.

{table(("file", "content"), rows)}
Parts that several formats have in common are under [shared definitions](shared.md).
"""
    return Page("formats/index.md", text)


def _section(one: Object, rows: str) -> str:
    if not one.path:
        return f"## Keys\n\n{rows}"
    return f"## {code('.'.join(one.path))} {{#{_anchor(one.path)}}}\n\n{plain(one.told)}\n\n{rows}"


def _shared(shared: Mapping[str, Schema], rows: _Rows) -> Iterator[str]:
    yield "# Shared definitions\n\nValues that several formats have in common.\n"
    for name, schema in shared.items():
        yield f"## {plain(name.replace('_', ' '))} {{#{name}}}\n\n{plain(schema.get('description', ''))}\n"
        yield f"Value: {value(schema)}. {rows.examples(name)}\n"
        for one in objects(schema):
            path = (name, *one.path)
            yield (f"### {code('.'.join(path))} {{#{_anchor(path)}}}\n\n" if one.path else "") + rows.table(one, name)


def _anchor(path: Sequence[str]) -> str:
    return "-".join("any" if part == ANY_KEY else part.strip("/^$") for part in path)


class _Rows:
    """The rows of a table of keys; a missing description comes from the shared definition that a key refers to."""

    def __init__(self, shared: Mapping[str, Schema], real: RealValues) -> None:
        self._shared = shared
        self._real = real

    def table(self, one: Object, root: str) -> str:
        """Return the table of the keys of an object."""
        return table(_HEADS, [self._row(key, root) for key in one.keys])

    def examples(self, name: str) -> str:
        """Return the examples of a shared definition."""
        if "const" in self._shared[name]:
            return ""
        written = [as_written(one) for one in self._shared[name].get("examples", ())]
        found = written or [one for one in [self._real.example((name,))] if one is not None]
        return f"Example: {', '.join(found)}" if found else ""

    def _row(self, key: Key, root: str) -> list[str]:
        name = "*any key*" if key.name == ANY_KEY else code(key.name)
        leant = self._shared.get(shared_name(key.schema) or "", {})
        told = [plain(key.schema.get("description", leant.get("description", "")))]
        if "default" in key.schema:
            told.append(f"Default: {as_written(key.schema['default'])}.")
        shown = self._example(key, root, leant)
        if shown is not None:
            told.append(f"Example: {shown}")
        return [name + (" \\*" if key.required else ""), value(key.schema), "<br>".join(part for part in told if part)]

    def _example(self, key: Key, root: str, leant: Schema) -> str | None:
        written = key.schema.get("examples")
        if written:
            return as_written(written[0])
        found = self._real.example((root, *key.path))
        if found is None and leant.get("examples"):
            return as_written(leant["examples"][0])
        return found
