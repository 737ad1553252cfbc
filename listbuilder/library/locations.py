"""Where data lives: what ships, the user's own folders, the cache, the state."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_NAME = "listbuilder"

STATE = "LISTBUILDER_STATE"
LANGUAGES = "i18n"
"""The folder inside a data folder that holds languages: `i18n/fr/words.json`."""


def is_folder(path: Path | str) -> bool:
    """Tell whether a folder is there; one in a place that we may not look at is none."""
    return os.path.isdir(path)  # noqa: PTH112  # `Path.is_dir` raises there


def bundled_data() -> Path:
    """Give the folder of the data that ships."""
    return _shipped("data")


def bundled_schemas() -> Path:
    """Give the folder of the JSON Schemas."""
    return _shipped("schemas")


def user_data() -> tuple[Path, ...]:
    """Give the user's own data folders: `LISTBUILDER_DATA` (several, as in PATH), or the platform's place."""
    wanted = os.environ.get("LISTBUILDER_DATA")
    if wanted is not None:
        return tuple(Path(part).expanduser() for part in wanted.split(os.pathsep) if part)
    return (_platform_folder("user_data_path", "XDG_DATA_HOME", ".local/share"),)


def cache_folder() -> Path:
    """Give the folder for what can be made again: `LISTBUILDER_CACHE`, or the platform's place."""
    wanted = os.environ.get("LISTBUILDER_CACHE")
    if wanted:
        return Path(wanted).expanduser()
    return _platform_folder("user_cache_path", "XDG_CACHE_HOME", ".cache")


def state_folder() -> Path:
    """Give the folder for what is remembered between two starts: `LISTBUILDER_STATE`, or the platform's place."""
    wanted = os.environ.get(STATE)
    if wanted:
        return Path(wanted).expanduser()
    return _platform_folder("user_state_path", "XDG_STATE_HOME", ".local/state")


def cache_secret() -> Path:
    """Give the file with the secret that seals the cache; whoever can edit the one need not see the other."""
    return state_folder() / "cache.key"


def _platform_folder(kind: str, variable: str, usual: str) -> Path:
    """Give the platform's place for our files.

    On Linux we say ourselves what platformdirs says (a test compares them): importing it takes longer than judging a
    list, and every start asks for these folders.
    """
    if sys.platform != "linux":
        import platformdirs  # noqa: PLC0415 - see above

        found: Path = getattr(platformdirs, kind)(_NAME, appauthor=False)
        return found
    given = os.environ.get(variable, "").strip()
    return (Path(given) if given else Path("~", usual).expanduser()) / _NAME


def _shipped(name: str) -> Path:
    """Find a folder inside the installed package, or beside it in a checkout."""
    inside = _PACKAGE / "_bundled" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
