"""Verdicts as plain values, for reporters, scripts and other processes; see `schemas/report.schema.json`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from listbuilder.cli.findings import finding_record
from listbuilder.cli.lists import Judged
from listbuilder.diagnostics import Verdict
from listbuilder.listfiles import list_hash

VERDICTS = tuple(verdict.value for verdict in Verdict)


def list_record(judged: Judged, language: str) -> dict[str, Any]:
    """Make the record of one list."""
    roster, army = judged.roster, judged.army
    used = sorted({worked.unit.faction for worked in roster.entries}) if roster is not None else []
    books = {faction: roster.factions[faction] for faction in used} if roster is not None else {}
    return {
        "path": judged.path,
        "name": army.name if army is not None else None,
        "player": army.player if army is not None else None,
        "system": army.system if army is not None else None,
        "verdict": judged.verdict,
        "points": roster.cost if roster is not None else None,
        "limit": army.points if army is not None else None,
        "units": roster.activations if roster is not None else None,
        "models": roster.models if roster is not None else None,
        "hash": list_hash(army) if army is not None else None,
        "books": {faction: {"version": book.version, "sha256": book.sha256} for faction, book in books.items()},
        "factions": [book.name.to(language) for book in books.values()],
        "diagnostics": [finding_record(diagnostic, language) for diagnostic in judged.report],
    }


def summary(records: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Count the verdicts."""
    counts = Counter(record["verdict"] for record in records)
    return {verdict: counts[verdict] for verdict in VERDICTS}
