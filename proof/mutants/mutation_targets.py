"""The packages that are mutated, and the tests that must detect the mutations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class MutationTarget:
    """Packages, their tests, and the percentage of mutations that the tests must detect."""

    name: str
    packages: tuple[str, ...]
    tests: tuple[str, ...]
    required: int = 90
    excluded: tuple[str, ...] = ()
    """Packages and modules that belong to a different target."""
    seconds: float = 20.0
    """Time limit for the tests of one mutation. The slowest tests beyond it do not run."""

    def files(self, repository: Path) -> Iterator[Path]:
        """Yield the modules of the target."""
        excluded = set(_modules(self.excluded, repository))
        return (path for path in _modules(self.packages, repository) if path not in excluded)

    def test_files(self, repository: Path) -> list[str]:
        """Return the paths of the test files, relative to the repository."""
        roots = [repository / tests for tests in self.tests]
        files = (path for root in roots for path in ([root] if root.is_file() else sorted(root.rglob("test_*.py"))))
        return [path.relative_to(repository).as_posix() for path in files]


def _modules(packages: Iterable[str], repository: Path) -> Iterator[Path]:
    for package in packages:
        path = repository / "listbuilder" / package
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


_VALUES = "tests/architecture/test_values.py"

_TUI_WITHOUT_SCREENS = (
    "tui/editor/session.py",
    "tui/editor/unit_rows.py",
    "tui/home/list_files.py",
    "tui/home/list_rows.py",
    "tui/labels.py",
    "tui/odds/odds_cache.py",
    "tui/odds/odds_rows.py",
    "tui/screens/folder_rows.py",
    "tui/user_settings.py",
    "tui/tournament/player_rows.py",
    "tui/web/server.py",
    "tui/widgets/row.py",
)
"""Modules of the builder that work without a screen."""

_TESTS_WITHOUT_SCREENS = (
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
"""The tests of these modules and a few of the screens that use them. All other tests of the builder are much slower."""

TARGETS = (
    MutationTarget(
        "rules and validation",
        ("rules", "validation", "diff", "query", "diagnostics"),
        ("tests/unit", "tests/cases", "tests/importers/test_book_diff.py", "tests/desk/test_several_lists.py", _VALUES),
        required=95,
    ),
    MutationTarget("judging", ("judging",), ("tests/judging", _VALUES), required=95),
    MutationTarget("importers", ("importers",), ("tests/importers", "tests/cli", _VALUES)),
    MutationTarget(
        "library and list files",
        ("library", "datafiles", "listfiles"),
        ("tests/library", "tests/listfiles", "tests/cli", _VALUES),
    ),
    MutationTarget(
        "sheet and exporters",
        ("sheet", "exporters", "textutil"),
        (
            "tests/exporters",
            "tests/importers/test_book_diff.py",
            "tests/unit/test_fuzzy_matching.py",
            "tests/unit/test_rule_search.py",
            "tests/cli/test_cli_helpers.py",
            "tests/cli/test_terminal_output.py",
            _VALUES,
        ),
    ),
    MutationTarget(
        "command line",
        ("cli",),
        ("tests/cli", "tests/desk/test_handouts.py", "tests/desk/test_desk_page_in_browser.py", _VALUES),
    ),
    MutationTarget("model", ("model",), ("tests/unit", "tests/library", "tests/listfiles", _VALUES)),
    MutationTarget(
        "disk",
        ("disk",),
        (
            "tests/disk",
            "tests/library/test_cache.py",
            "tests/listfiles/test_list_saving.py",
            "tests/cli/test_cli_output_files.py",
            _VALUES,
        ),
    ),
    MutationTarget("tournament", ("tournament",), ("tests/desk", _VALUES)),
    MutationTarget("odds", ("odds",), ("tests/odds", "tests/cli/test_odds_command.py", _VALUES)),
    MutationTarget(
        "builder without screens",
        _TUI_WITHOUT_SCREENS,
        (*(f"tests/tui/test_{name}.py" for name in _TESTS_WITHOUT_SCREENS), _VALUES),
    ),
    # A test with a screen takes about a second, so a mutation needs more time.
    MutationTarget("builder", ("tui",), ("tests/tui", _VALUES), excluded=_TUI_WITHOUT_SCREENS, seconds=45.0),
)
