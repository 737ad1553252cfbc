"""The line that tells an editor where a file's schema is: it has to lead there from wherever the file lies."""

from __future__ import annotations

import os
from pathlib import Path

from listbuilder.library.locations import bundled_schemas

_SIGN = "# yaml-language-server: $schema="
_UP = 6
"""So many folders above a file a schema may lie."""


def schema_address(kind: str, target: str | None) -> str:
    """Give where the schema of a kind is: one that lies in a folder above the file, else the one that ships.

    Whoever shares a folder puts the schema into it (`data schema`), and the way there is the same on every machine.
    """
    name = f"{kind}.schema.json"
    if target not in (None, "-"):
        file = Path(str(target)).absolute()
        for folder in file.parents[:_UP]:
            for schema in (folder / "schemas" / name, folder / name):
                if schema.is_file():
                    return Path(os.path.relpath(schema, file.parent)).as_posix()
    return (bundled_schemas() / name).as_uri()


def relinked(text: str, kind: str, target: str | None) -> str:
    """Give a file's text with the line for where it goes."""
    first, line_end, rest = text.partition("\n")
    return f"{_SIGN}{schema_address(kind, target)}{line_end}{rest}" if first.startswith(_SIGN) else text
