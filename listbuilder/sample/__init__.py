"""A small world to try everything with: `listbuilder sample DIR` writes it, and every guide uses it.

The small world's files: what stands here, and sample lists under short names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from listbuilder.disk import make_folder, write_atomically
from listbuilder.library.locations import bundled_data

_WORLD = Path(__file__).parent / "world"
_NAMES = "lists.json"
"""Which sample lists belong to the world, by the short names that the guides have for them."""


def world_files() -> Iterator[tuple[Path, bytes]]:
    """Give every file of the world: where it goes, and what is in it."""
    for path in sorted(_WORLD.rglob("*")):
        if path.is_file() and path.name != _NAMES:
            yield path.relative_to(_WORLD), path.read_bytes()
    names = json.loads((_WORLD / _NAMES).read_text(encoding="utf-8"))
    for name, sample in names.items():
        yield Path("lists", f"{name}.yaml"), (bundled_data() / "lists" / f"{sample}.yaml").read_bytes()


def write_world(folder: Path) -> None:
    """Write the world into a folder that is new or empty."""
    for place, raw in world_files():
        make_folder((folder / place).parent)
        write_atomically(folder / place, raw, new=True)
