"""For programs: JSON as `schemas/report.schema.json` has it."""

from __future__ import annotations

import json

from listbuilder.cli.records import summary
from listbuilder.cli.reporters import Records
from listbuilder.cli.terminal import Terminal


def report(records: Records, language: str, terminal: Terminal) -> str:  # noqa: ARG001  # every reporter takes the same
    """Write the report."""
    return json.dumps({"lists": list(records), "summary": summary(records)}, ensure_ascii=False, indent=2) + "\n"
