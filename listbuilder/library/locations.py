"""Where data lives: what ships, the user's own folders, the cache."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_NAME = "listbuilder"

LANGUAGES = "i18n"
"""The folder inside a data folder that holds languages: `i18n/fr/words.json`."""


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
    import platformdirs  # noqa: PLC0415 - start-up is measured

    return (platformdirs.user_data_path(_NAME, appauthor=False),)


def cache_folder() -> Path:
    """Give the folder for what can be made again: `LISTBUILDER_CACHE`, or the platform's place."""
    wanted = os.environ.get("LISTBUILDER_CACHE")
    if wanted:
        return Path(wanted).expanduser()
    import platformdirs  # noqa: PLC0415 - start-up is measured

    return platformdirs.user_cache_path(_NAME, appauthor=False)


def _shipped(name: str) -> Path:
    """Find a folder inside the installed package, or beside it in a checkout."""
    inside = _PACKAGE / "_bundled" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
