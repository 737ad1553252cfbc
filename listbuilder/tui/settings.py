"""What the player has set: theme, language, paper, folders, keys. One small JSON file.

Names of files: what can be one, and which are free.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from platformdirs import user_config_path, user_documents_path

from listbuilder.disk import make_folder, write_atomically
from listbuilder.i18n import environment_language, languages
from listbuilder.model import slug

CONFIG = "LISTBUILDER_CONFIG"
LISTS = "LISTBUILDER_LISTS"
_FILE_ADDRESS = re.compile(r"file://[^/]*", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The player's settings; everything has a default."""

    theme: str = "textual-dark"
    language: str = ""
    """Empty: as the system has it."""
    paper: str = "a4"
    lists: str = ""
    """The folder of the player's lists; empty: the usual place."""
    exports: str = ""
    """The folder for prints; empty: a folder beside the lists."""
    key_map: str = "default"
    """Which set of keys the changes below are made to."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Other keys for actions, by the binding's id."""

    def changed(self, name: str, value: Any) -> Settings:
        """Give the settings with another value for one of them."""
        return replace(self, **{name: value})

    @property
    def lists_folder(self) -> Path:
        """Where the player's lists are."""
        if self.lists:
            return typed_path(self.lists)
        if chosen := os.environ.get(LISTS):
            return Path(chosen)
        return user_documents_path() / "listbuilder"

    @property
    def exports_folder(self) -> Path:
        """Where prints go."""
        return typed_path(self.exports) if self.exports else self.lists_folder / "exports"

    @property
    def spoken(self) -> str:
        """The language to show: the chosen one, or the system's where there is a catalogue for it."""
        return self.language if self.language in languages() else environment_language()


def typed_path(text: str) -> Path:
    """Make a path of what somebody typed or dropped; `~` is the home folder where there is one."""
    path = Path(_unquoted(text.strip()))
    try:
        return path.expanduser()
    except RuntimeError:
        return path  # nobody of that name


def _unquoted(text: str) -> str:
    """Give a path as it is: a file that is dropped on a terminal comes in quotes, with strokes, or as an address."""
    if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0]:
        return text[1:-1].replace("'\\''", "'")
    if address := _FILE_ADDRESS.match(text):
        return unquote(text[address.end() :])
    return _ESCAPED.sub(r"\1", text) if os.sep == "/" else text


def settings_file() -> Path:
    """Give the file that settings are kept in."""
    if chosen := os.environ.get(CONFIG):
        return Path(chosen) / "settings.json"
    return user_config_path("listbuilder", appauthor=False) / "settings.json"


def load_settings() -> Settings:
    """Load the settings; what cannot be read or makes no sense is as if it were not set."""
    try:
        raw = json.loads(settings_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Settings()
    return build_settings(raw)


def build_settings(raw: object) -> Settings:
    """Build settings from plain data, keeping what makes sense."""
    if not isinstance(raw, Mapping):
        return Settings()
    found: dict[str, Any] = {}
    for item in fields(Settings):
        value = raw.get(item.name)
        if item.name == "keys" and isinstance(value, Mapping):
            found["keys"] = {str(name): key for name, key in value.items() if isinstance(key, str) and key}
        elif item.name != "keys" and isinstance(value, str):
            found[item.name] = value
    return Settings(**found)


def save_settings(settings: Settings) -> None:
    """Save the settings; raise SaveError where that is not possible."""
    path = settings_file()
    make_folder(path.parent)
    text = json.dumps(asdict(settings), indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    write_atomically(path, text.encode(), backup=False)


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
