"""Markdown report for mails and forums: a table of verdicts, then the findings as lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.cli.context import format_location
from listbuilder.cli.reporters import Records, count_verdicts
from listbuilder.cli.streams import Terminal
from listbuilder.exporters.markdown import escape_markdown
from listbuilder.i18n import translate
from listbuilder.judging.results import ListRecord
from listbuilder.textutil.escaping import escape_hidden

_HEADS = ("list", "player", "faction", "points", "verdict")


def report(records: Records, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001  # same signature for every reporter
    """Yield the table, the findings and the totals."""
    verdicts: Counter[str] = Counter()
    findings: list[str] = []
    heads = [translate(language, f"report.column.{name}") for name in _HEADS]
    yield "| " + " | ".join(heads) + " |\n|---|---|---|--:|---|\n"
    for record in records:
        verdicts[record["verdict"]] += 1
        points = "" if record["points"] is None else f"{record['points']}"
        if record["limit"] is not None:
            points += f" / {record['limit']}"
        verdict = translate(language, f"verdict.{record['verdict']}")
        texts = (record["name"] or record["path"], record["player"] or "", ", ".join(record["factions"]))
        yield "| " + " | ".join([*map(escape_text, texts), points, verdict]) + " |\n"
        findings.append("".join(f"{line}\n" for line in _finding_lines(record, language)))
    yield from findings
    yield f"\n{translate(language, 'report.totals', lists=verdicts.total(), **count_verdicts(verdicts))}\n"


def _finding_lines(record: ListRecord, language: str) -> Iterator[str]:
    findings = [finding for finding in record["diagnostics"] if finding["severity"] != "note"]
    if findings:
        yield from ("", f"## {escape_text(record['name'] or record['path'])}", "")
    for finding in findings:
        fix = " " + escape_text(translate(language, "cli.fix", fix=finding["fix"])) if finding["fix"] else ""
        spot = escape_text(format_location(finding, language))
        yield f"- **{finding['code']}** {spot} {escape_text(finding['message'])}{fix}".replace("  ", " ")


def escape_text(text: str) -> str:
    """Return a text from a file on one line, with Markdown escaped."""
    return escape_markdown(" ".join(escape_hidden(text).split()))
