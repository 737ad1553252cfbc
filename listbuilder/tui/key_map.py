"""All keys there are, for the settings that change them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from textual.binding import Binding

from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.screens.play import PlayScreen
from listbuilder.tui.settings import Settings
from listbuilder.tui.tournament.screen import DeskScreen
from listbuilder.tui.widgets.row_list import Rows

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
"""Sets of keys to choose from, each by what differs from the usual one; the player's own changes come on top."""


def keys_of(settings: Settings) -> dict[str, str]:
    """Give the keys that differ from the usual ones, by the binding's id."""
    return {**KEY_MAPS.get(settings.key_map, {}), **settings.keys}


@cache
def all_bindings() -> tuple[Binding, ...]:
    """Give every binding that has an id, each with its first key, in the order of the screens."""
    from listbuilder.tui.home.screen import HomeScreen  # noqa: PLC0415 - the same

    found: dict[str, Binding] = {}
    for owner in (EditorScreen, HomeScreen, PlayScreen, DeskScreen, Rows):
        for binding in owner.BINDINGS:
            if isinstance(binding, Binding) and binding.id is not None:
                found.setdefault(binding.id, binding)
    return tuple(found.values())


def clash(keys: Mapping[str, str], binding: str, key: str) -> Binding | None:
    """Give another action of the same screen that has the key already."""
    place = binding.partition(".")[0]
    for other in all_bindings():
        name = other.id or ""
        if name != binding and name.startswith(f"{place}.") and key in keys.get(name, other.key).split(","):
            return other
    return None
