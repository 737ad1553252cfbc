"""JSON: the choices, which import again, and the roster worked out from them (`schemas/export.schema.json`)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from listbuilder.diagnostics.messages import fix_records
from listbuilder.exporters.base import Exportable
from listbuilder.exporters.roster_data import Plain, roster_data
from listbuilder.listfiles.serialization import list_mapping
from listbuilder.sheet import PrintOptions

FORMAT = 1


class JsonExporter:
    """Writes lists as JSON."""

    id = "json"
    suffix = ".json"
    hides = True

    def export(self, documents: Sequence[Exportable], options: PrintOptions) -> bytes:
        """Write the lists; half a surrogate pair, which UTF-8 cannot hold, becomes the escape that JSON has for it."""
        lists = [export_data(document, options) for document in documents]
        text = json.dumps(
            {"format": FORMAT, "kind": "listbuilder-export", "lists": lists}, ensure_ascii=False, indent=2
        )
        return (text + "\n").encode("utf-8", "backslashreplace")


EXPORTER = JsonExporter()


def export_data(document: Exportable, options: PrintOptions) -> Plain:
    """Give one list as plain data; a public one without its choices."""
    header = document.sheet.header
    marks: Plain = {
        "verdict": header.judged.value,
        "hash": header.hash,
        "commitment": header.commitment,
        "share": header.share,
        "findings": _findings(document),
    }
    roster = roster_data(document.roster, public=options.public)
    if options.public:
        return {**marks, "roster": roster}
    return {**marks, "choices": list_mapping(document.roster.army), "roster": roster}


def _findings(document: Exportable) -> list[Plain]:
    sheet, report = document.sheet, document.report
    # a public sheet has no findings: what is wrong with an upgrade would tell of the upgrade
    pairs = zip(sheet.findings, report, strict=True) if sheet.findings else ()
    return [
        {
            "code": finding.code,
            "name": finding.name,
            "severity": finding.severity,
            "on": finding.key or None,
            "message": finding.message,
            "fix": finding.fix or None,
            "fixes": fix_records(found.fixes, sheet.language),
        }
        for finding, found in pairs
    ]
