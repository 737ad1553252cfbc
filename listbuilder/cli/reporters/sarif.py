"""SARIF 2.1.0 report for code scanning."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from listbuilder import __version__
from listbuilder.cli.context import entry_of, place_of
from listbuilder.cli.reporters import FileRecords
from listbuilder.cli.reporters.json_report import format_indented_json
from listbuilder.cli.streams import Terminal
from listbuilder.diagnostics import CODES
from listbuilder.diagnostics.messages import FindingRecord

_HEAD = """{
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "results": ["""


def report(records: FileRecords, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001  # same signature for every reporter
    """Yield the report; the results come first, because the list of rules depends on them."""
    used: set[str] = set()
    yield _HEAD
    for record in records:
        for finding in record["diagnostics"]:
            yield f"{',' if used else ''}\n        {format_indented_json(_result(finding, record['path']), 8)}"
            used.add(finding["code"])
    rules = [{"id": code, "name": CODES[code].name} for code in sorted(used)]
    tool = {"driver": {"name": "listbuilder", "version": __version__, "rules": rules}}
    end = "\n      " if used else ""
    yield f'{end}],\n      "tool": {format_indented_json(tool, 6)}\n    }}\n  ]\n}}\n'


def _result(finding: FindingRecord, path: str) -> dict[str, object]:
    place = place_of(finding, path)
    location: dict[str, object] = {"artifactLocation": {"uri": _uri(place["path"])}}
    if place["line"] is not None:
        location["region"] = {"startLine": place["line"], "startColumn": place["column"] or 1}
    where: dict[str, object] = {"physicalLocation": location}
    if entry := entry_of(finding):
        where["logicalLocations"] = [{"name": entry, "kind": "element"}]
    result: dict[str, object] = {
        "ruleId": finding["code"],
        "level": finding["severity"],
        "message": {"text": " ".join(part for part in (finding["message"], finding["fix"]) if part)},
        "locations": [where],
    }
    # an unchecked finding is of the kind "open", which has no level
    return {**result, "kind": "open", "level": "none"} if finding["severity"] == "unchecked" else result


def _uri(path: str) -> str:
    """Return a path as a URI, encoded by bytes because a file name need not be UTF-8."""
    try:
        return quote(path.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        return quote(path.encode("utf-8", "surrogatepass"))
