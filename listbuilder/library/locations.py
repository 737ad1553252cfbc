"""Folders for bundled data, the user's data, the cache and the state."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_NAME = "listbuilder"

STATE_VARIABLE = "LISTBUILDER_STATE"
LANGUAGE_FOLDER = "i18n"
"""The folder in a data folder that has translations, such as `i18n/fr/words.json`."""


def is_folder(path: Path | str) -> bool:
    """Return whether a folder exists and may be accessed."""
    return os.path.isdir(path)  # noqa: PTH112 - `Path.is_dir` raises PermissionError


def bundled_data_folder() -> Path:
    """Return the folder of the bundled data."""
    return _bundled_folder("data")


def bundled_schema_folder() -> Path:
    """Return the folder of the JSON Schemas."""
    return _bundled_folder("schemas")


def user_data_folders() -> tuple[Path, ...]:
    """Return the user's data folders: `LISTBUILDER_DATA` (separated as in PATH) or the platform's default."""
    configured = os.environ.get("LISTBUILDER_DATA")
    if configured is not None:
        return tuple(Path(part).expanduser() for part in configured.split(os.pathsep) if part)
    return (_platform_folder("user_data_path", "XDG_DATA_HOME", ".local/share"),)


def cache_folder() -> Path:
    """Return the folder for cached files: `LISTBUILDER_CACHE` or the platform's default."""
    configured = os.environ.get("LISTBUILDER_CACHE")
    if configured:
        return Path(configured).expanduser()
    return _platform_folder("user_cache_path", "XDG_CACHE_HOME", ".cache")


def state_folder() -> Path:
    """Return the folder for state between sessions: `LISTBUILDER_STATE` or the platform's default."""
    configured = os.environ.get(STATE_VARIABLE)
    if configured:
        return Path(configured).expanduser()
    return _platform_folder("user_state_path", "XDG_STATE_HOME", ".local/state")


def cache_secret_file() -> Path:
    """Return the file with the secret that seals the cache, outside the cache folder."""
    return state_folder() / "cache.key"


def _platform_folder(kind: str, variable: str, default: str) -> Path:
    """Return the platform's default folder for our files.

    On Linux without platformdirs, because importing it takes longer than checking a list; a test compares the results.
    """
    if sys.platform != "linux":
        import platformdirs  # noqa: PLC0415 - see above

        folder: Path = getattr(platformdirs, kind)(_NAME, appauthor=False)
        return folder
    configured = os.environ.get(variable, "").strip()
    return (Path(configured) if configured else Path("~", default).expanduser()) / _NAME


def _bundled_folder(name: str) -> Path:
    """Return a folder inside the installed package, or next to it in a checkout."""
    inside = _PACKAGE / "_bundled" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
