"""The results of mutation testing as a table, on the terminal and in docs/mutants.md."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_INTRODUCTION = """# Mutation testing

`make mutants` makes small changes (mutations) to a copy of the code and runs the tests on each: a reversed comparison,
`and` for `or`, `min` for `max`, a changed number, a removed statement. It writes this page. Areas that were not tested
in a run keep their rows.

Mutations without effect are listed with a reason in `proof/mutants/equivalent.txt` and are left out. Annotations,
assertions (including `strict` of `zip`) and the size of an `lru_cache` are left out as well. A mutation that is listed
below as undetected may have a test by now. The numbers change only with a new sample.

A row describes the code of its date. Undetected mutations of renamed code are listed under the new names, and those of
removed code are left out.

"""
_HEADER = "| area | possible mutations | seed | tested | detected | percent | required | date |"
_RULE = "|---|---|---|---|---|---|---|---|"


@dataclass(frozen=True)
class ResultRow:
    """The number of tested mutations of one target, and those that no test detected."""

    target: str
    required: int
    possible: int
    seed: int
    tested: int
    survivors: tuple[str, ...]

    @property
    def detected(self) -> int:
        """The number of detected mutations."""
        return self.tested - len(self.survivors)

    @property
    def percent(self) -> int:
        """The percentage of detected mutations, rounded down."""
        return 100 * self.detected // max(1, self.tested)

    @property
    def is_sufficient(self) -> bool:
        """Whether the required percentage is reached."""
        return self.percent >= self.required

    def format(self) -> str:
        """Return the row as Markdown."""
        today = datetime.now(UTC).date().isoformat()
        cells = (self.target, self.possible, self.seed, self.tested, self.detected, self.percent, self.required, today)
        return "| " + " | ".join(str(cell) for cell in cells) + " |"


def format_table(rows: Iterable[ResultRow]) -> str:
    """Return the table for the terminal."""
    return "\n".join([_HEADER, _RULE, *(row.format() for row in rows)])


def write_page(rows: Iterable[ResultRow], page: Path) -> None:
    """Replace the rows of the tested targets in the page and keep all others."""
    old = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    cells = {line.split("|")[1].strip(): line for line in old if line.startswith("| ") and line != _HEADER}
    survivors = {line for line in old if line.startswith("- ")}
    for row in rows:
        cells[row.target] = row.format()
        survivors = {line for line in survivors if not line.startswith(f"- {row.target}: ")}
        survivors |= {f"- {row.target}: `{identity}`" for identity in row.survivors}
    lines = [_HEADER, _RULE, *cells.values()]
    if survivors:
        lines += ["", "## Undetected", "", *sorted(survivors)]
    page.write_text(_INTRODUCTION + "\n".join(lines) + "\n", encoding="utf-8")
