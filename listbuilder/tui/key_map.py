"""Key maps, and all key bindings that the settings can change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from textual.binding import Binding

from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.screens.play import PlayScreen
from listbuilder.tui.tournament.screen import TournamentScreen
from listbuilder.tui.user_settings import Settings
from listbuilder.tui.widgets.row_list import RowList

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


def key_overrides(settings: Settings) -> dict[str, str]:
    """Return the keys that differ from the default, by binding id."""
    return {**KEY_MAPS.get(settings.key_map, {}), **settings.keys}


@cache
def all_bindings() -> tuple[Binding, ...]:
    """Return every binding that has an id, in the order of the screens."""
    bindings: dict[str, Binding] = {}
    for owner in (EditorScreen, HomeScreen, PlayScreen, TournamentScreen, RowList):
        for binding in owner.BINDINGS:
            if isinstance(binding, Binding) and binding.id is not None:
                bindings.setdefault(binding.id, binding)
    return tuple(bindings.values())


def find_conflict(keys: Mapping[str, str], binding_id: str, key: str) -> Binding | None:
    """Return a different action of the same screen that already has the key."""
    prefix = binding_id.partition(".")[0] + "."
    return next(
        (other for other in all_bindings() if _has_key(other, keys, prefix, key) and other.id != binding_id), None
    )


def _has_key(binding: Binding, keys: Mapping[str, str], prefix: str, key: str) -> bool:
    name = binding.id or ""
    return name.startswith(prefix) and key in keys.get(name, binding.key).split(",")
