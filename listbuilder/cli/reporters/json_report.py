"""For programs: JSON as `schemas/report.schema.json` has it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from listbuilder.cli.exit_codes import summary
from listbuilder.cli.reporters import Records
from listbuilder.cli.streams import Terminal
from listbuilder.textutil.escaping import unmistakable

_in_one_line = json.JSONEncoder(ensure_ascii=False).encode


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
    """Write a value inside another, as `json.dumps` does with an indent.

    That one makes functions that know each other for every value, which stay until somebody looks for rubbish: memory
    would grow with the number of lists.
    """
    return unmistakable(_written(value, "\n" + " " * columns))


def _written(value: object, margin: str) -> str:
    inner = f"{margin}  "
    if isinstance(value, dict) and value:
        rows = [f"{_in_one_line(key)}: {_written(item, inner)}" for key, item in value.items()]
        return f"{{{inner}{f',{inner}'.join(rows)}{margin}}}"
    if isinstance(value, list | tuple) and value:
        return f"[{inner}{f',{inner}'.join([_written(item, inner) for item in value])}{margin}]"
    return _in_one_line(value)
