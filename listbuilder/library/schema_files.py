"""The schema files: each holds the shared definitions that it uses, so that an editor needs no second file.

`defs.schema.json` is where a shared definition is written; `python -m listbuilder.library` copies it to its users.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from listbuilder.disk import write_atomically

SHARED = "defs"
SUFFIX = ".schema.json"
_REF = re.compile(r'"#/\$defs/(\w+)"')


def build_schema(text: str, shared: Mapping[str, Any]) -> str:
    """Write a schema anew with the shared definitions that it uses, and those that they use."""
    schema = json.loads(text)
    schema.pop("$defs", None)
    used = _used(json.dumps(schema), shared)
    if used:
        schema["$defs"] = {name: shared[name] for name in shared if name in used}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def build_schemas(folder: Path) -> dict[Path, str]:
    """Give the text that each schema file should have; the shared definitions stand as they are."""
    shared = json.loads((folder / f"{SHARED}{SUFFIX}").read_text(encoding="utf-8"))["$defs"]
    files = [path for path in sorted(folder.glob(f"*{SUFFIX}")) if path.name != f"{SHARED}{SUFFIX}"]
    return {path: build_schema(path.read_text(encoding="utf-8"), shared) for path in files}


def save_schemas(folder: Path) -> None:
    """Write the schema files anew."""
    for path, text in build_schemas(folder).items():
        write_atomically(path, text.encode(), backup=False)


def _used(text: str, shared: Mapping[str, Any]) -> set[str]:
    found: set[str] = set()
    waiting = set(_REF.findall(text))
    while waiting:
        found |= waiting
        waiting = {name for one in waiting for name in _REF.findall(json.dumps(shared[one]))} - found
    return found
