"""For programs: JSON as `schemas/report.schema.json` has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.cli.harmless import json_text
from listbuilder.cli.records import summary
from listbuilder.cli.reporters import Records
from listbuilder.cli.terminal import Terminal


def report(records: Records, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001  # every reporter takes the same
    """Write the report."""
    verdicts: Counter[str] = Counter()
    yield '{\n  "lists": ['
    for record in records:
        yield f"{',' if verdicts else ''}\n    {indented_json(record, 4)}"
        verdicts[record["verdict"]] += 1
    end = "\n  " if verdicts else ""
    yield f'{end}],\n  "summary": {indented_json(summary(verdicts), 2)}\n}}\n'


def indented_json(value: object, columns: int) -> str:
    """Write a value inside another; a line break in a text is escaped, so all there are can be moved in."""
    return json_text(value).replace("\n", "\n" + " " * columns)
