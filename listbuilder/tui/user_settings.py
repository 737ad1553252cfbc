"""The user's settings, stored as one JSON file, and helpers for file names."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from platformdirs import user_config_path, user_documents_path

from listbuilder.disk import make_folder, write_atomically
from listbuilder.i18n import detect_language, languages

CONFIG_VARIABLE = "LISTBUILDER_CONFIG"
LISTS_VARIABLE = "LISTBUILDER_LISTS"
KEY_MAPS: Mapping[str, Mapping[str, str]] = {
    "default": {},
    "vim": {
        "rows.up": "up,k",
        "rows.down": "down,j",
        "rows.first": "home,g",
        "rows.last": "end,G",
        "editor.left": "left,h",
        "editor.right": "right,l",
        "editor.join": "J",
        "editor.timeline": "H",
        "editor.play": "P",
    },
}
"""Key maps by name, each with its differences from the default; the user's own keys override them."""
_FILE_URL = re.compile(r"file://[^/]*", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The user's settings; every field has a default."""

    theme: str = "textual-dark"
    language: str = ""
    """A language code; empty means the language of the system."""
    paper: str = "a4"
    lists: str = ""
    """The folder for lists; empty means the default folder."""
    exports: str = ""
    """The folder for exports; empty means a folder next to the lists."""
    key_map: str = "default"
    """The name of the key map that `keys` changes."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys that the user changed, by binding id."""

    @property
    def lists_folder(self) -> Path:
        """The folder that holds the user's lists."""
        if self.lists:
            return parse_path(self.lists)
        if folder := os.environ.get(LISTS_VARIABLE):
            return Path(folder)
        return user_documents_path() / "listbuilder"

    @property
    def exports_folder(self) -> Path:
        """The folder that exports are written to."""
        return parse_path(self.exports) if self.exports else self.lists_folder / "exports"

    @property
    def key_overrides(self) -> dict[str, str]:
        """The keys that differ from the default, by binding id."""
        return {**KEY_MAPS.get(self.key_map, {}), **self.keys}

    @property
    def effective_language(self) -> str:
        """The language to show: the folder one if it is installed, else the system's."""
        return self.language if self.language in languages() else detect_language()


def parse_path(text: str) -> Path:
    """Return the path for a text that was typed or dropped on the terminal; expand `~` if possible."""
    path = Path(_unquote(text.strip()))
    try:
        return path.expanduser()
    except RuntimeError:
        return path  # there is no such user


def _unquote(text: str) -> str:
    """Undo what terminals do to a dropped file: quotes, backslashes or a file URL."""
    if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0]:
        return text[1:-1].replace("'\\''", "'")
    if url := _FILE_URL.match(text):
        return unquote(text[url.end() :])
    return _ESCAPED.sub(r"\1", text) if os.sep == "/" else text


def settings_file() -> Path:
    """Return the path of the settings file."""
    if folder := os.environ.get(CONFIG_VARIABLE):
        return Path(folder) / "settings.json"
    return user_config_path("listbuilder", appauthor=False) / "settings.json"


def load_settings() -> Settings:
    """Load the settings; anything unreadable or invalid gets its default."""
    try:
        raw = json.loads(settings_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Settings()
    return build_settings(raw)


def build_settings(raw: object) -> Settings:
    """Build settings from JSON data; invalid values get their default."""
    if not isinstance(raw, Mapping):
        return Settings()
    values: dict[str, Any] = {}
    for setting in fields(Settings):
        value = raw.get(setting.name)
        if setting.name == "keys" and isinstance(value, Mapping):
            values["keys"] = {str(name): key for name, key in value.items() if isinstance(key, str) and key}
        elif setting.name != "keys" and isinstance(value, str):
            values[setting.name] = value
    return Settings(**values)


def save_settings(settings: Settings) -> None:
    """Save the settings; raise SaveError if that fails."""
    path = settings_file()
    make_folder(path.parent)
    text = json.dumps(asdict(settings), indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    write_atomically(path, text.encode(), backup=False)


LIST_SUFFIXES = (".yaml", ".yml", ".json")
"""File name suffixes of lists."""


def is_file(path: Path) -> bool:
    """Return whether the file exists; a text that cannot be a file name counts as missing."""
    return os.path.isfile(path)  # noqa: PTH113 - `Path.is_file` raises PermissionError


def is_folder(path: Path) -> bool:
    """Return whether the folder exists; a text that cannot be a folder name counts as missing."""
    return os.path.isdir(path)  # noqa: PTH112 - `Path.is_dir` raises PermissionError


def resolve_save_path(folder: Path, typed: Path, default_name: str) -> Path:
    """Return the path for a name that was typed; if it is a folder, add the default name."""
    path = folder / typed
    if not path.name or path.name == ".." or is_folder(path):
        path /= default_name
    return path if path.suffix.lower() in LIST_SUFFIXES else path.with_name(f"{path.name}{LIST_SUFFIXES[0]}")
