"""The rooms of the house, with the tests that look after each, quickest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Room:
    """Some packages, the tests that must notice a change in them, and how many of 100 changes they must notice."""

    name: str
    packages: tuple[str, ...]
    tests: tuple[str, ...]
    wanted: int = 90
    without: tuple[str, ...] = ()
    """Packages and modules in them that are another room's."""
    seconds: float = 20.0
    """Seconds of tests in all that a change is worth; the slowest beyond it are left out, numbers only get worse."""

    def files(self, repository: Path) -> Iterator[Path]:
        """Give the room's modules."""
        others = set(_modules(self.without, repository))
        return (path for path in _modules(self.packages, repository) if path not in others)

    def test_files(self, repository: Path) -> list[str]:
        """Name the room's test files."""
        places = [repository / tests for tests in self.tests]
        found = (
            path for place in places for path in ([place] if place.is_file() else sorted(place.rglob("test_*.py")))
        )
        return [path.relative_to(repository).as_posix() for path in found]


def _modules(packages: Iterable[str], repository: Path) -> Iterator[Path]:
    for package in packages:
        place = repository / "listbuilder" / package
        yield from sorted(place.rglob("*.py")) if place.is_dir() else [place]


_FROZEN = "tests/architecture/test_frozen_classes.py"

_WITHOUT_SCREENS = (
    "tui/view",
    *(
        f"tui/{name}.py"
        for name in ("key_map", "memory", "paths", "places", "scales", "settings", "shelf", "workspace")
    ),
    "tui/web/server.py",
    "tui/widgets/row.py",
)
"""What of the builder can be asked without a screen."""
_QUICK = (
    "row_parts",
    "builder_labels",
    "problem_rows",
    "catalogue_rows",
    "home_rows",
    "tournament_rows",
    "folder_rows",
    "odds_rows",
    "summary_rows",
    "builder_settings",
    "army_rows",
    "unit_rows",
    "play_rows",
    "new_list_rows",
    "list_index",
    "upgrade_rows",
    "sample_army_rows",
    "builder_logic",
    "editor_session",
    "row_layout",
    "odds_gain_row",
    "unknown_units",
    "home_and_folder",
    "filters_and_keys",
    "tournament_screen",
)
"""Tests of that, and a few of screens that show it; all others of the builder take many times as long."""

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
        "command line",
        ("cli",),
        ("tests/cli", "tests/desk/test_handouts.py", "tests/desk/test_desk_page_in_browser.py", _FROZEN),
    ),
    Room("model", ("model",), ("tests/unit", "tests/library", "tests/listfiles", _FROZEN)),
    Room(
        "disk",
        ("disk",),
        ("tests/disk", "tests/listfiles/test_list_saving.py", "tests/cli/test_cli_output_files.py", _FROZEN),
    ),
    Room("desk", ("desk",), ("tests/desk", _FROZEN)),
    Room("odds", ("odds",), ("tests/odds", "tests/cli/test_odds_command.py", _FROZEN)),
    Room("builder without screens", _WITHOUT_SCREENS, (*(f"tests/tui/test_{name}.py" for name in _QUICK), _FROZEN)),
    # a test with a screen takes a second, and what most of them reach is looked at closely only by some
    Room("builder", ("tui",), ("tests/tui", _FROZEN), without=_WITHOUT_SCREENS, seconds=45.0),
)
