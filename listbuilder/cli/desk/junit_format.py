"""The table of a desk for CI servers."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from listbuilder.cli.desk.rows import DeskRecord
from listbuilder.cli.reporters.junit import clean
from listbuilder.cli.terminal import Terminal
from listbuilder.desk.status import Status


def write(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """Write one test case for each player."""
    bad = [player for player in record["players"] if not Status(player["status"]).is_good]
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuite name="listbuilder desk" tests="{len(record["players"])}" failures="{len(bad)}" errors="0">\n'
    for player in record["players"]:
        yield f"  <testcase classname={quoteattr(clean(record['event']))} name={quoteattr(clean(player['name']))}>\n"
        if not Status(player["status"]).is_good:
            told = [one for one in player["diagnostics"] if one["severity"] != "note"]
            text = "\n".join(f"{one['code']} {one['message']}" for one in told)
            yield f'    <failure type="{player["status"]}">{escape(clean(text))}</failure>\n'
        yield "  </testcase>\n"
    yield "</testsuite>\n"
