"""For people who want to know only what is wrong: of legal lists not a word, and no totals."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.cli.reporters import Records
from listbuilder.cli.reporters.text import findings_of, headline
from listbuilder.cli.terminal import Terminal


def report_problems(records: Records, language: str, terminal: Terminal) -> Iterator[str]:
    """Write the report."""
    for record in records:
        lines = list(findings_of(record, language, terminal, everything=False))
        if lines:
            yield "\n".join([headline(record, language, terminal), *lines, "", ""])
