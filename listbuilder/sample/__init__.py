"""The sample world that `listbuilder sample DIR` writes and that all guides use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from listbuilder.disk import make_folder, write_atomically
from listbuilder.library.locations import bundled_data_folder

_WORLD = Path(__file__).parent / "world"
_LIST_NAMES = "lists.json"
"""The sample lists in the world, by the short names that the guides use."""


def world_files() -> Iterator[tuple[Path, bytes]]:
    """Yield the path and content of every file in the world."""
    for path in sorted(_WORLD.rglob("*")):
        if path.is_file() and path.name != _LIST_NAMES:
            yield path.relative_to(_WORLD), path.read_bytes()
    names = json.loads((_WORLD / _LIST_NAMES).read_text(encoding="utf-8"))
    for name, sample in names.items():
        yield Path("lists", f"{name}.yaml"), (bundled_data_folder() / "lists" / f"{sample}.yaml").read_bytes()


def write_world(folder: Path) -> None:
    """Write the world to a new or empty folder."""
    for path, raw in world_files():
        make_folder((folder / path).parent)
        write_atomically(folder / path, raw, new=True)
