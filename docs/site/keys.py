"""The page of keys: every binding of the builder in each key map, with the text of the help screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from itertools import groupby
from pkgutil import walk_packages

from textual.binding import Binding

from docs.site.page import Page, code, plain, table
from listbuilder import tui
from listbuilder.i18n import translate
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.screens.settings import all_bindings
from listbuilder.tui.user_settings import KEY_MAPS

_LANGUAGE = "en"
_INTRODUCTION = """# Keys

The default keys of the builder. `?` shows the keys of the current screen, and Ctrl+P finds every action by name.
The keys of the first part can be changed in the settings (F2), which also offer other key maps.

"""
_FIXED = """## Fixed keys

These keys are the same in every key map.

"""
_PLACES = {
    "app": "Everywhere",
    "compare": "Comparing two lists",
    "dialog": "Dialogs",
    "export": "Export",
    "fix": "Fixes",
    "folder": "A folder of lists",
    "help": "Help",
    "new": "A new list",
    "odds": "Odds",
    "reading": "Viewing a list or a letter",
    "rules": "Rules reference",
    "settings": "Settings",
    "summary": "Army summary",
    "timeline": "History",
}
"""Screens and dialogs by the first part of their binding ids."""


def build_keys() -> Page:
    """Return the page of all keys."""
    return Page("keys.md", _INTRODUCTION + "\n".join([*_places(), _FIXED, *_others()]))


def _places() -> Iterable[str]:
    for place, bindings in groupby(all_bindings(), key=_place):
        named = translate(_LANGUAGE, f"tui.place.{place}")
        maps = [translate(_LANGUAGE, f"tui.settings.key_map.{name}") for name in KEY_MAPS]
        yield f"## {plain(named[:1].upper() + named[1:])}\n"
        yield table(["what", *map(plain, maps)], [_row(binding) for binding in bindings])


def _others() -> Iterable[str]:
    """Return the tables of keys that no key map changes, one for each screen."""
    known = {binding.id for binding in all_bindings()}
    fixed = {binding.id: binding for binding in every_binding() if binding.id not in known}
    for place, bindings in groupby(sorted(fixed.values(), key=_place), key=_place):
        yield f"### {plain(_PLACES.get(place, place.capitalize()))}\n"
        yield table(["what", "key"], [[*_row(binding)[:1], _keys(binding, {})] for binding in bindings])


@cache
def every_binding() -> tuple[Binding, ...]:
    """Return the bindings of all screens, dialogs and widgets that have an id."""
    modules = [import_module(found.name) for found in walk_packages(tui.__path__, f"{tui.__name__}.")]
    owners = dict.fromkeys(one for module in modules for one in vars(module).values() if isinstance(one, type))
    return tuple(
        binding
        for owner in owners
        for binding in vars(owner).get("BINDINGS", ())
        if isinstance(binding, Binding) and binding.id is not None and owner.__module__.startswith(tui.__name__)
    )


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
    """Return the name of a key as the builder shows it."""
    return _builder().get_key_display(Binding(key, ""))


@cache
def _builder() -> BuilderApp:
    return BuilderApp(language=_LANGUAGE)
