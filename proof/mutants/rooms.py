"""The rooms of the house, with the tests that look after each, quickest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Room:
    """Some packages, the tests that must notice a change in them, and how many of 100 changes they must notice."""

    name: str
    packages: tuple[str, ...]
    tests: tuple[str, ...]
    wanted: int = 90

    def files(self, repository: Path) -> Iterator[Path]:
        """Give the room's modules."""
        for package in self.packages:
            place = repository / "listbuilder" / package
            yield from sorted(place.rglob("*.py")) if place.is_dir() else [place]

    def test_files(self, repository: Path) -> list[str]:
        """Name the room's test files."""
        places = [repository / tests for tests in self.tests]
        found = (
            path for place in places for path in ([place] if place.is_file() else sorted(place.rglob("test_*.py")))
        )
        return [path.relative_to(repository).as_posix() for path in found]


_FROZEN = "tests/architecture/test_frozen_classes.py"

ROOMS = (
    Room(
        "rules and validation",
        ("rules", "validation"),
        ("tests/unit", "tests/cases", "tests/importers/test_book_diff.py", "tests/desk/test_several_lists.py", _FROZEN),
        95,
    ),
    Room("judging", ("judging",), ("tests/judging", _FROZEN), 95),
    Room("importers", ("importers",), ("tests/importers", "tests/cli", _FROZEN)),
    Room(
        "library and list files", ("library", "listfiles"), ("tests/library", "tests/listfiles", "tests/cli", _FROZEN)
    ),
    Room(
        "sheet and exporters", ("sheet", "exporters"), ("tests/exporters", "tests/importers/test_book_diff.py", _FROZEN)
    ),
    Room(
        "command line", ("cli",), ("tests/cli", "tests/desk/test_handouts.py", "tests/desk/test_desk_page.py", _FROZEN)
    ),
    Room("model", ("model",), ("tests/unit", "tests/library", "tests/listfiles", _FROZEN)),
    Room(
        "disk", ("disk",), ("tests/disk", "tests/listfiles/test_list_saving.py", "tests/cli/test_outputs.py", _FROZEN)
    ),
    Room("desk", ("desk",), ("tests/desk", _FROZEN)),
    Room("odds", ("odds",), ("tests/odds", "tests/cli/test_odds_command.py", _FROZEN)),
    Room("builder", ("tui",), ("tests/tui",)),
)
