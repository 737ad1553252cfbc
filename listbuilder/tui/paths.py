"""Names of files: what can be one, and which are free."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from listbuilder.model import slug

LIST_SUFFIXES = (".yaml", ".yml", ".json")
"""How the names of list files end; home looks for them."""


def is_file(path: Path) -> bool:
    """Tell whether there is such a file; a text that can be no file's name is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Tell whether there is such a folder; a text that can be no folder's name is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def free_path(folder: Path, name: str, is_taken: Callable[[Path], bool] = lambda _: False) -> Path:
    """Find a name for a new file that no other file and no unsaved list has."""
    stem = slug(name)[:60] or "list"
    number = 1
    while True:
        path = folder / (f"{stem}.yaml" if number == 1 else f"{stem}-{number}.yaml")
        if not path.exists() and not is_taken(path):
            return path
        number += 1


def path_to_save(folder: Path, typed: Path, usual: str) -> Path:
    """Say where a list goes for which somebody typed a name: in a folder that was named, it has its usual one."""
    path = folder / typed
    if not path.name or path.name == ".." or is_folder(path):
        path /= usual
    return path if path.suffix.lower() in LIST_SUFFIXES else path.with_name(f"{path.name}{LIST_SUFFIXES[0]}")
