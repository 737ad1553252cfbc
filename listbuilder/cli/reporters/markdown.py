"""For mails and forums: a table of verdicts, and the findings as lists."""

from __future__ import annotations

import re

from listbuilder.cli.records import summary
from listbuilder.cli.reporters import Records
from listbuilder.cli.terminal import Terminal
from listbuilder.i18n import translate

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&-])")


def report(records: Records, language: str, terminal: Terminal) -> str:  # noqa: ARG001  # every reporter takes the same
    """Write the report."""
    heads = [
        translate(language, f"report.column.{name}") for name in ("list", "player", "faction", "points", "verdict")
    ]
    lines = ["| " + " | ".join(heads) + " |", "|---|---|---|--:|---|"]
    for record in records:
        points = "" if record["points"] is None else f"{record['points']}"
        if record["limit"] is not None:
            points += f" / {record['limit']}"
        verdict = translate(language, f"verdict.{record['verdict']}")
        cells = [record["name"] or record["path"], record["player"] or "", ", ".join(record["factions"])]
        lines.append("| " + " | ".join([*(escape(cell) for cell in cells), points, verdict]) + " |")
    for record in records:
        findings = [finding for finding in record["diagnostics"] if finding["severity"] != "note"]
        if findings:
            lines += ["", f"## {escape(record['name'] or record['path'])}", ""]
        for finding in findings:
            fix = f" {escape(finding['fix'])}" if finding["fix"] else ""
            lines.append(f"- **{finding['code']}** {escape(finding['message'])}{fix}")
    totals = translate(language, "report.totals", lists=len(records), **summary(records))
    return "\n".join([*lines, "", totals]) + "\n"


def escape(text: str) -> str:
    """Make a text mean itself in Markdown and HTML."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
