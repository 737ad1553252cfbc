"""Valid files with a few random values: the outcome is a value or one of our errors."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.datafiles.check_files import check_file
from listbuilder.datafiles.reader import load_document
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.library import Library
from listbuilder.library.locations import bundled_data_folder

FILES = (
    "factions/original/green-road.yaml",
    "systems/aofr-3.yaml",
    "systems/way-of-wood.yaml",
    "spells/spells.yaml",
    "lists/aofr-3-town-watch.yaml",
)
RUBBISH: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    10**17,
    "",
    "A (B (C (D)))",
    "(",
    ")",
    "2x ",
    [],
    {},
    [[]],
    {"en": 1},
    "\x1b[2J",
    "../../etc",
    "{rule}",
    "[red]x",
    ["x", "x"],
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield (*path, key)
        yield from places(inner, (*path, key))


def spoil(value: Any, dice: random.Random) -> Any:
    value = copy.deepcopy(value)
    for _ in range(dice.randint(1, 3)):
        *path, last = dice.choice(list(places(value)) or [(0,)])
        target = value
        for key in path:
            target = target[key]
        with contextlib.suppress(KeyError, IndexError):
            if dice.random() < 0.7:
                target[last] = copy.deepcopy(dice.choice(RUBBISH))
            else:
                del target[last]
    return value


def use_all(library: Library) -> None:
    for book in library.factions():
        if not book.bundled:
            with contextlib.suppress(UnreadableError, UnknownIdError):
                faction = library.faction(book.id)
                list(faction.rules.values())
                list(faction.units.values())
    for game in library.systems():
        if not game.bundled:
            with contextlib.suppress(UnreadableError, UnknownIdError):
                list(library.system(game.id).rules.values())
    for sample in library.sample_lists():
        assert sample.name is not None
    library.findings()


@pytest.mark.parametrize("name", FILES)
def test_random_input_never_raises(name: str, data: Path):
    sound = load_document(bundled_data_folder() / name).value
    for seed in range(25):
        path = data / "spoilt.json"
        path.write_text(json.dumps(spoil(sound, random.Random(seed))))
        library = Library.open([data])
        for finding in check_file(path, library):
            assert describe_finding(finding, "en")
            assert describe_finding(finding, "de")
        use_all(library)
