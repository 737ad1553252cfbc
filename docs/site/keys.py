"""The page of the keys: what the builder is bound to, in each key map, in the words of its own help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby

from textual.app import App
from textual.binding import Binding

from docs.site.page import Page, code, plain, table
from listbuilder.i18n import translate
from listbuilder.tui.key_map import KEY_MAPS, all_bindings

_LANGUAGE = "en"
_INTRODUCTION = """# Keys

Every key of the builder, as it ships. `?` shows the keys of the screen in front, Ctrl+P finds every action by name, and
every key can be changed in the settings (F2), where a key map is chosen, too.

"""


def build_keys() -> Page:
    """Make the page of all keys."""
    return Page("keys.md", _INTRODUCTION + "\n".join(_places()))


def _places() -> Iterable[str]:
    for place, bindings in groupby(all_bindings(), key=_place):
        named = translate(_LANGUAGE, f"tui.place.{place}")
        maps = [translate(_LANGUAGE, f"tui.settings.key_map.{name}") for name in KEY_MAPS]
        yield f"## {plain(named[:1].upper() + named[1:])}\n"
        yield table(["what", *map(plain, maps)], [_row(binding) for binding in bindings])


def _place(binding: Binding) -> str:
    return (binding.id or "").partition(".")[0]


def _row(binding: Binding) -> list[str]:
    return [plain(translate(_LANGUAGE, binding.description)), *(_keys(binding, keys) for keys in KEY_MAPS.values())]


def _keys(binding: Binding, differing: Mapping[str, str]) -> str:
    keys = differing.get(binding.id or "", binding.key)
    shown = " ".join(code(key_name(key)) for key in keys.split(","))
    return f"**{shown}**" if keys != binding.key else shown


@cache
def key_name(key: str) -> str:
    """Write a key as the builder does."""
    return App[None]().get_key_display(Binding(key, ""))
