"""The table of rooms, on the terminal and in docs/mutants.md."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_TITLE = """# Changes that the tests notice

`make mutants` makes small changes to a copy of the code and runs the tests on each: a reversed comparison, `and` for
`or`, `min` for `max`, a changed number, a removed statement. It writes this page; a package that was not tried keeps
its row.

Changes without effect are listed with the reason in `proof/mutants/equivalent.txt` and are not drawn. Annotations,
assertions (`strict` of `zip` included) and the size of an `lru_cache` are not drawn either. A change that is listed
below as not noticed may have a test by now; the numbers change only with a new draw.

"""
_HEAD = "| room | changes possible | drawn with seed | tried | noticed | of 100 | wanted | date |"
_RULE = "|---|---|---|---|---|---|---|---|"
_SURVIVED = "## Not noticed"


@dataclass(frozen=True)
class Row:
    """What was tried in one room, and what no test noticed."""

    room: str
    wanted: int
    possible: int
    seed: int
    tried: int
    survivors: tuple[str, ...]

    @property
    def noticed(self) -> int:
        """How many changes a test noticed."""
        return self.tried - len(self.survivors)

    @property
    def share(self) -> int:
        """Of 100 changes so many are noticed; never rounded up."""
        return 100 * self.noticed // max(1, self.tried)

    @property
    def good(self) -> bool:
        """Whether that is enough."""
        return self.share >= self.wanted

    def cells(self) -> str:
        """Give the row of the table."""
        values = (self.room, self.possible, self.seed, self.tried, self.noticed, self.share, self.wanted, _today())
        return "| " + " | ".join(str(value) for value in values) + " |"


def table(rows: Iterable[Row]) -> str:
    """Give the table for the terminal."""
    return "\n".join([_HEAD, _RULE, *(row.cells() for row in rows)])


def write(rows: Iterable[Row], page: Path) -> None:
    """Put the rows in the place of the rooms' old ones; the other rooms keep theirs."""
    old = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    cells = {line.split("|")[1].strip(): line for line in old if line.startswith("| ") and line != _HEAD}
    survived = {line for line in old if line.startswith("- ")}
    for row in rows:
        cells[row.room] = row.cells()
        survived = {line for line in survived if not line.startswith(f"- {row.room}: ")}
        survived |= {f"- {row.room}: `{place}`" for place in row.survivors}
    parts = [_HEAD, _RULE, *cells.values()]
    if survived:
        parts += ["", _SURVIVED, "", *sorted(survived)]
    page.write_text(_TITLE + "\n".join(parts) + "\n", encoding="utf-8")


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
