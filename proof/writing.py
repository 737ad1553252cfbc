"""docs/proof.md: a row for each thing that was tried; what was not tried this time keeps its row."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from listbuilder import __version__

_TITLE = """# Proof

Attempts to break listbuilder, and their results. `make proof` writes this page with the exact numbers. The same seed
creates the same lists and the same damaged files. A single kind of attempt (`python -m proof --only crashes`) replaces
only its own rows.

"""
_HEAD = "| what | tried | came of it | seed | date |"
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
class Line:
    """One row of the table."""

    what: str
    tried: str
    wrong: int
    remark: str


def write(lines: Iterable[Line], page: Path, seed: int) -> None:
    """Put rows in the place of the old ones; the others stay."""
    old = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    rows = {line.split("|")[1].strip(): line for line in old if line.startswith("| ") and line != _HEAD}
    today = datetime.now(tz=UTC).date()
    for line in lines:
        rows[line.what] = f"| {line.what} | {line.tried} | {line.wrong} {line.remark} | {seed} | {today} |"
    made = f"Last with listbuilder {__version__}, Python {platform.python_version()} on {platform.system()}."
    page.write_text(_TITLE + "\n".join([made, "", _HEAD, _RULE, *rows.values()]) + _WEEKLY, encoding="utf-8")
