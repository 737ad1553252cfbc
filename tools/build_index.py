"""Rebuild `data/index.json` and the schema files: `python -m tools.build_index`.

A shared definition is written in `defs.schema.json` and copied into every schema that uses it, so that an editor needs
only one file.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from listbuilder.disk import write_atomically
from listbuilder.library.index import find_data_files, load_index, save_index
from listbuilder.library.locations import bundled_data_folder, bundled_schema_folder

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
    """Return the text that each schema file should have; the shared definitions stay as they are."""
    shared = json.loads((folder / f"{SHARED}{SUFFIX}").read_text(encoding="utf-8"))["$defs"]
    files = [path for path in sorted(folder.glob(f"*{SUFFIX}")) if path.name != f"{SHARED}{SUFFIX}"]
    return {path: build_schema(path.read_text(encoding="utf-8"), shared) for path in files}


def save_schemas(folder: Path) -> None:
    """Write the schema files anew."""
    for path, text in build_schemas(folder).items():
        write_atomically(path, text.encode(), backup=False)


def _used(text: str, shared: Mapping[str, Any]) -> set[str]:
    names: set[str] = set()
    waiting = set(_REF.findall(text))
    while waiting:
        names |= waiting
        waiting = {name for definition in waiting for name in _REF.findall(json.dumps(shared[definition]))} - names
    return names


def main() -> int:
    """Write the index and the schemas; return 1 and name the files that are not in the index, if there are any."""
    folder = bundled_data_folder()
    save_index(folder)
    save_schemas(bundled_schema_folder())
    indexed = {row["path"] for row in load_index(folder)}
    missing = [name for path in find_data_files(folder) if (name := path.relative_to(folder).as_posix()) not in indexed]
    for name in missing:
        sys.stderr.write(f"{name} is not a valid data file; run `listbuilder data check` for the reason.\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
