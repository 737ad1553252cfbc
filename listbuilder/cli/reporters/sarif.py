"""For code scanning: SARIF 2.1.0."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from listbuilder import __version__
from listbuilder.cli.findings import place_of
from listbuilder.cli.record_types import FindingRecord
from listbuilder.cli.reporters import Records
from listbuilder.cli.terminal import Terminal
from listbuilder.diagnostics import CODES


def report(records: Records, language: str, terminal: Terminal) -> str:  # noqa: ARG001  # every reporter takes the same
    """Write the report."""
    used = sorted({finding["code"] for record in records for finding in record["diagnostics"]})
    driver = {
        "name": "listbuilder",
        "version": __version__,
        "rules": [{"id": code, "name": CODES[code].name} for code in used],
    }
    results = [_result(finding, record["path"]) for record in records for finding in record["diagnostics"]]
    run = {"tool": {"driver": driver}, "results": results}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _result(finding: FindingRecord, path: str) -> dict[str, Any]:
    place = place_of(finding, path)
    location: dict[str, Any] = {"artifactLocation": {"uri": quote(place["path"])}}
    if place["line"] is not None:
        location["region"] = {"startLine": place["line"], "startColumn": place["column"] or 1}
    # what could not be decided is "open" there, and has no level
    judged = {"kind": "open", "level": "none"} if finding["severity"] == "unchecked" else {"level": finding["severity"]}
    return {
        "ruleId": finding["code"],
        **judged,
        "message": {"text": " ".join(part for part in (finding["message"], finding["fix"]) if part)},
        "locations": [{"physicalLocation": location}],
    }
