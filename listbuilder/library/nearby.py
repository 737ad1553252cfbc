"""What lies near a file that cannot be read: names that are close to one that is missing, files in a folder."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import islice
from pathlib import Path

from listbuilder.textutil.fuzzy import nearest

_MOST_SEEN = 2_000
"""Names that are compared; a folder may have any number."""
_MOST_NAMED = 3


def names_near(missing: str) -> tuple[str, ...]:
    """Give the names that may be meant by one that is missing; where its folder is, too, that folder's."""
    path = Path(missing)
    with suppress(OSError, ValueError):
        while not path.parent.is_dir() and path.parent != path:
            path = path.parent
        by_stem: dict[str, list[str]] = {}
        others = {*_names(path.parent)} - {path.name}  # a link to nowhere is missing under its own name
        for name in sorted(others):  # endings are much alike and say little
            by_stem.setdefault(Path(name).stem, []).append(name)
        close = [name for stem in nearest(path.stem, by_stem) for name in by_stem[stem]]
        return tuple(str(path.parent / name) for name in close[:_MOST_NAMED])
    return ()


def files_in(folder: str) -> tuple[str, ...]:
    """Give a few of the files in a folder, where a file was wanted."""
    with suppress(OSError):
        files = (Path(folder, name) for name in sorted(_names(Path(folder))))
        return tuple(str(path) for path in islice(filter(Path.is_file, files), _MOST_NAMED))
    return ()


def _names(folder: Path) -> list[str]:
    with os.scandir(folder) as found:
        return [entry.name for entry in islice(found, _MOST_SEEN) if not entry.name.startswith(".")]
