"""JUnit report: one test case per list; illegal and unchecked are failures, unreadable is an error."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from listbuilder.cli.context import format_location
from listbuilder.cli.reporters import Records, count_verdicts
from listbuilder.cli.streams import Terminal
from listbuilder.judging.results import ListRecord

_FORBIDDEN = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that XML 1.0 forbids, control characters that it discourages, and bidirectional overrides."""


def report(records: Records, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001  # same signature for every reporter
    """Yield the report; the counts come first, so the test cases are collected."""
    verdicts: Counter[str] = Counter()
    cases: list[str] = []
    for record in records:
        verdicts[record["verdict"]] += 1
        cases.append("".join(f"{line}\n" for line in _test_case(record, language)))
    counts = count_verdicts(verdicts)
    failures = counts["illegal"] + counts["unchecked"]
    counts_text = f'tests="{verdicts.total()}" failures="{failures}" errors="{counts["unreadable"]}"'
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="listbuilder" {counts_text}>\n'
    yield from cases
    yield "</testsuite>\n"


def _test_case(record: ListRecord, language: str) -> Iterator[str]:
    yield f"  <testcase classname={xml_attribute(record['system'] or '')} name={xml_attribute(record['path'])}>"
    verdict = record["verdict"]
    errors = [finding for finding in record["diagnostics"] if finding["severity"] in ("error", "unchecked")]
    if verdict != "legal":
        tag = "error" if verdict == "unreadable" else "failure"
        codes = " ".join(finding["code"] for finding in errors)
        parts = ((error["code"], format_location(error, language), error["message"]) for error in errors)
        text = "\n".join(" ".join(filter(None, texts)) for texts in parts)
        yield f'    <{tag} type="{verdict}" message={xml_attribute(codes)}>{xml_text(text)}</{tag}>'
    yield "  </testcase>"


def xml_text(text: str) -> str:
    """Return a text escaped for the content of an element."""
    return _defuse(escape(_replace_forbidden(text)))


def xml_attribute(text: str) -> str:
    """Return a text as a quoted attribute value."""
    return _defuse(quoteattr(_replace_forbidden(text)))


def _replace_forbidden(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)


def _defuse(text: str) -> str:
    """Escape what a build server would run as a command."""
    return text.replace("::", ":&#58;").replace("##", "#&#35;")
