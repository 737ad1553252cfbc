"""JSON report; see `schemas/report.schema.json`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from listbuilder.cli.reporters import Records, count_verdicts
from listbuilder.cli.streams import Terminal
from listbuilder.textutil.escaping import escape_json_commands

_compact_json = json.JSONEncoder(ensure_ascii=False).encode


def report(records: Records, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001  # same signature for every reporter
    """Yield the report record by record."""
    verdicts: Counter[str] = Counter()
    yield '{\n  "lists": ['
    for record in records:
        yield f"{',' if verdicts else ''}\n    {format_indented_json(record, 4)}"
        verdicts[record["verdict"]] += 1
    end = "\n  " if verdicts else ""
    yield f'{end}],\n  "summary": {format_indented_json(count_verdicts(verdicts), 2)}\n}}\n'


def format_indented_json(value: object, columns: int) -> str:
    """Return a value as JSON, indented like `json.dumps` does it.

    `json.dumps` leaves reference cycles for every value, so memory would grow with the number of lists.
    """
    return escape_json_commands(_format_json(value, "\n" + " " * columns))


def _format_json(value: object, margin: str) -> str:
    inner = f"{margin}  "
    if isinstance(value, dict) and value:
        rows = [f"{_compact_json(key)}: {_format_json(item, inner)}" for key, item in value.items()]
        return f"{{{inner}{f',{inner}'.join(rows)}{margin}}}"
    if isinstance(value, list | tuple) and value:
        return f"[{inner}{f',{inner}'.join([_format_json(item, inner) for item in value])}{margin}]"
    return _compact_json(value)
