"""For CI servers: one test case per list; illegal and unchecked ones are failures, unreadable ones errors."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from listbuilder.cli.records import summary
from listbuilder.cli.reporters import Records
from listbuilder.cli.terminal import Terminal


def report(records: Records, language: str, terminal: Terminal) -> str:  # noqa: ARG001  # every reporter takes the same
    """Write the report."""
    counts = summary(records)
    failures = counts["illegal"] + counts["unchecked"]
    tallies = f'tests="{len(records)}" failures="{failures}" errors="{counts["unreadable"]}"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuite name="listbuilder" {tallies}>']
    for record in records:
        lines.append(f"  <testcase classname={_attribute(record['system'])} name={_attribute(record['path'])}>")
        verdict = record["verdict"]
        errors = [finding for finding in record["diagnostics"] if finding["severity"] in ("error", "unchecked")]
        if verdict != "legal":
            tag = "error" if verdict == "unreadable" else "failure"
            codes = " ".join(finding["code"] for finding in errors)
            text = "\n".join(f"{finding['code']} {finding['message']}" for finding in errors)
            lines.append(f'    <{tag} type="{verdict}" message={_attribute(codes)}>{escape(_clean(text))}</{tag}>')
        lines.append("  </testcase>")
    return "\n".join([*lines, "</testsuite>"]) + "\n"


def _attribute(value: object) -> str:
    return quoteattr(_clean(str(value or "")))


def _clean(text: str) -> str:
    """Leave out what XML 1.0 cannot hold."""
    return "".join(letter for letter in text if letter in "\t\n" or " " <= letter <= "\ud7ff" or letter >= "\ue000")
