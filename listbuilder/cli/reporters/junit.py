"""For CI servers: one test case per list; illegal and unchecked ones are failures, unreadable ones errors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from listbuilder.cli.exit_codes import summary
from listbuilder.cli.render import spot_of
from listbuilder.cli.reporters import Records
from listbuilder.cli.streams import Terminal
from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.judging.verdict_records import ListRecord

_FORBIDDEN = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What XML 1.0 cannot hold, the control characters that it advises against, and what turns lines around."""


def report(records: Records, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001  # every reporter takes the same
    """Write the report."""
    verdicts: Counter[str] = Counter()
    cases: list[str] = []
    for record in records:
        verdicts[record["verdict"]] += 1
        cases.append("".join(f"{line}\n" for line in _case(record, language)))
    counts = summary(verdicts)
    failures = counts["illegal"] + counts["unchecked"]
    tallies = f'tests="{verdicts.total()}" failures="{failures}" errors="{counts["unreadable"]}"'
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="listbuilder" {tallies}>\n'
    yield from cases
    yield "</testsuite>\n"


def _case(record: ListRecord, language: str) -> Iterator[str]:
    yield f"  <testcase classname={xml_attribute(record['system'] or '')} name={xml_attribute(record['path'])}>"
    verdict = record["verdict"]
    errors = [finding for finding in record["diagnostics"] if finding["severity"] in ("error", "unchecked")]
    if verdict != "legal":
        tag = "error" if verdict == "unreadable" else "failure"
        codes = " ".join(finding["code"] for finding in errors)
        text = "\n".join(_line(finding, language) for finding in errors)
        yield f'    <{tag} type="{verdict}" message={xml_attribute(codes)}>{xml_text(text)}</{tag}>'
    yield "  </testcase>"


def _line(finding: FindingRecord, language: str) -> str:
    where = (finding["code"], spot_of(finding, language), finding["message"])
    return " ".join(part for part in where if part)


def xml_text(text: str) -> str:
    """Write a text between tags."""
    return _spelt(escape(_clean(text)))


def xml_attribute(text: str) -> str:
    """Write a text as the value of an attribute, in quotes."""
    return _spelt(quoteattr(_clean(text)))


def _clean(text: str) -> str:
    """Mark what XML cannot hold."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)


def _spelt(text: str) -> str:
    """Spell otherwise what a build server would take for a command to it."""
    return text.replace("::", ":&#58;").replace("##", "#&#35;")
