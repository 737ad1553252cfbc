"""The menu of the site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from listbuilder.i18n import translate

Menu: TypeAlias = "list[str | dict[str, str | Menu]]"

_GUIDES = ("players", "builder", "organisers", "data-authors", "books", "list-files", "odds", "python", "style")


def build_menu(paths: Iterable[str]) -> Menu:
    """Return the menu; pages without a place in it come last, under "More"."""
    pages = sorted(paths)
    guides: Menu = [*sorted((path for path in pages if path.startswith("guide/")), key=_place)]
    menu: Menu = [
        {"Home": "index.md"},
        {"Guides": guides},
        {"Commands": _folder(pages, "commands")},
        {"Keys": "keys.md"},
        {"File formats": _folder(pages, "formats")},
        {"Codes": _codes(pages)},
        {"Design": ["architecture.md", "decisions.md", "dependencies.md", {"ADRs": _folder(pages, "adr")}]},
        {"Proof": ["proof.md", "mutants.md", "benchmarks.md"]},
        {"Project": ["contributing.md", "glossary.md", "style.md", "changelog.md", "credits.md"]},
    ]
    placed = set(listed(menu))
    more: Menu = [path for path in pages if path not in placed]
    return [*menu, {"More": more}] if more else menu


def listed(menu: Menu | str) -> Iterator[str]:
    """Return every page in a menu."""
    for entry in [menu] if isinstance(menu, str) else menu:
        if isinstance(entry, str):
            yield entry
        else:
            for inner in entry.values():
                yield from listed(inner)


def _place(guide: str) -> tuple[int, str]:
    name = guide.removeprefix("guide/").removesuffix(".md")
    return (_GUIDES.index(name) if name in _GUIDES else len(_GUIDES), name)


def _folder(pages: Sequence[str], folder: str) -> Menu:
    index = f"{folder}/index.md"
    return [index, *(path for path in pages if path.startswith(f"{folder}/") and path != index)]


def _codes(pages: Sequence[str]) -> Menu:
    """Return the codes grouped by family, which is the first three letters of a code."""
    menu: Menu = ["codes/index.md"]
    codes = [path for path in pages if path.startswith("codes/") and path not in menu]
    for family, members in groupby(codes, key=lambda path: path.removeprefix("codes/")[:3]):
        menu.append({f"{family} {translate('en', f'explain.family.{family}')}": [*members]})
    return menu
