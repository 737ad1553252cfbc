"""Fonts of the system for letters that none of ours has, Chinese, Japanese and Korean ones above all.

ReportLab embeds fonts with TrueType outlines, so these are asked for by name; nothing is looked for before a letter
needs it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

_KNOWN = (
    "NotoSansSC-Regular.ttf",
    "NotoSansSC[wght].ttf",
    "NotoSansJP[wght].ttf",
    "NotoSansKR[wght].ttf",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "uming.ttc",
    "ipaexg.ttf",
    "ipagp.ttf",
    "TakaoPGothic.ttf",
    "VL-PGothic-Regular.ttf",
    "NanumGothic.ttf",
    "UnDotum.ttf",
    "msyh.ttc",
    "simsun.ttc",
    "YuGothR.ttc",
    "msgothic.ttc",
    "malgun.ttf",
    "Arial Unicode.ttf",
    "arialuni.ttf",
    "Songti.ttc",
    "STHeiti Light.ttc",
    "AppleGothic.ttf",
    "FreeSans.ttf",
    "unifont.ttf",
)
"""Files with TrueType outlines that systems bring along, the better looking ones first."""
_MOST_FOLDERS = 2_000
"""More than any system has; a link that leads in circles must not hold up a print."""


def font_folders() -> Iterator[Path]:
    """Name the folders in which systems keep fonts."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is none
    data = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
    shared = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    yield from (Path(data) / "fonts", home / ".fonts", *(Path(folder) / "fonts" for folder in shared if folder))
    yield from (home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    for variable, below in (("WINDIR", "Fonts"), ("LOCALAPPDATA", "Microsoft/Windows/Fonts")):
        if place := os.environ.get(variable):
            yield Path(place) / below


def find_fonts(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Find the known fonts that are in some folders, in their order."""
    found: dict[str, Path] = {}
    wanted = {name.casefold() for name in _KNOWN}
    for folder in folders:
        for number, (place, _, names) in enumerate(os.walk(folder)):
            if number == _MOST_FOLDERS:
                break
            for name in wanted & _folded(names).keys():
                found.setdefault(name, Path(place) / _folded(names)[name])
    return tuple(found[name.casefold()] for name in _KNOWN if name.casefold() in found)


def _folded(names: Iterable[str]) -> Mapping[str, str]:
    return {name.casefold(): name for name in names}


@cache
def system_fonts() -> tuple[Path, ...]:
    """Find the known fonts of this system, once a process."""
    return find_fonts(font_folders())
