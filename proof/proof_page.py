"""Writes docs/proof.md, one row per kind of attempt. Kinds that were not run keep their rows."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from listbuilder import __version__

_INTRODUCTION = """# Proof

Attempts to break listbuilder, and their results. `make proof` writes this page with the exact numbers. The same seed
creates the same lists and the same damaged files. A single kind of attempt (`python -m proof --only crashes`) replaces
only its own rows.

"""
_HEADER = "| attempt | number | result | seed | date |"
_RULE = "|---|--:|---|--:|---|"
_WEEKLY = """

## Every week

A fork can run this on a schedule:

```yaml
on: {schedule: [{cron: "0 4 * * 1"}]}
jobs:
  proof:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: make proof COUNT=10000
      - run: make mutants
```

`make proof` installs atheris if there is a wheel for the machine. With it, the fuzzers are guided by coverage; without
it, files are damaged at random. `make mutants` makes small changes to the code, runs the tests on each, and prints how
many were detected. Changes without effect are listed in `proof/mutants/equivalent.txt`.
"""


@dataclass(frozen=True)
class ProofRow:
    """One row of the table."""

    label: str
    tried: str
    failures: int
    remark: str


def write_page(rows: Iterable[ProofRow], page: Path, seed: int) -> None:
    """Replace the rows of these attempts in the page and keep all others."""
    old = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    cells = {line.split("|")[1].strip(): line for line in old if line.startswith("| ") and line != _HEADER}
    today = datetime.now(tz=UTC).date()
    for row in rows:
        cells[row.label] = f"| {row.label} | {row.tried} | {row.failures} {row.remark} | {seed} | {today} |"
    version = f"Last run with listbuilder {__version__}, Python {platform.python_version()} on {platform.system()}."
    page.write_text(
        _INTRODUCTION + "\n".join([version, "", _HEADER, _RULE, *cells.values()]) + _WEEKLY, encoding="utf-8"
    )
