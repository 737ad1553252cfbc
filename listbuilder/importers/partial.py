"""Partial factions: made of an imported list because no book was at hand, and kept in the list that needs them.

The list carries them under `factions`, each in the form of a faction file, so that it opens again anywhere. They never
hide a faction that the library has, and every reading says that the list is judged by data of its own (IMP007).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from listbuilder.diagnostics import Diagnostic, Severity, build_report
from listbuilder.importers.base import Imported
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction
from listbuilder.library.check import check_document
from listbuilder.library.compile import compile_faction
from listbuilder.library.document import Document
from listbuilder.listfiles.mapping import FACTIONS
from listbuilder.model import ArmyList, Book, Faction

MOST_FACTIONS = 10

Raw = Mapping[str, object]


def digest_of(raw: object) -> str:
    """Give a hash of plain data."""
    return hashlib.sha256(json.dumps(raw, sort_keys=True, default=str).encode("utf-8", "replace")).hexdigest()


def make_faction(raw: Raw, library: Library) -> Faction:
    """Build a partial faction from the form of a faction file, and put it into the library."""
    compiled = compile_faction(raw, library.loader.glossary(raw), {})
    faction = replace(build_faction(compiled, digest_of(raw)), partial=True)
    library.add_faction(faction)
    return faction


def with_factions(army: ArmyList, raws: Sequence[Raw], factions: Sequence[Faction]) -> ArmyList:
    """Give a list that carries its partial factions, and is pinned to them."""
    if not raws:
        return army
    pins = {faction.id: Book(faction.version, faction.sha256) for faction in factions}
    return replace(army, books={**army.books, **pins}, extra={**army.extra, FACTIONS: [dict(raw) for raw in raws]})


def told(faction: Faction, other: str = "") -> Diagnostic:
    """Say that a list is judged by data of its own; `other` is the edition at hand, which did not fit."""
    return Diagnostic("IMP007", None, {"faction": faction.name, "units": len(faction.units), "other": other})


def adopt_factions(imported: Imported, library: Library, name: str) -> Imported:
    """Take the partial factions that a list of our own carries into the library, as far as they are sound."""
    carried = imported.army.extra.get(FACTIONS)
    if not isinstance(carried, list):
        return imported
    findings: list[Diagnostic] = [*imported.report]
    factions: list[Faction] = []
    for raw in carried[:MOST_FACTIONS]:
        problems = check_document(Document(name, "", raw), "faction", library.loader)
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        findings += errors[:5]
        if not errors and isinstance(raw, Mapping) and not _taken(raw, library):
            factions.append(make_faction(raw, library))
            findings.append(told(factions[-1]))
    return replace(imported, report=build_report(findings), factions=tuple(factions))


def _taken(raw: Mapping[str, Any], library: Library) -> bool:
    """Tell whether the library has a real faction of that id for one of its games."""
    return any(header.id == raw["id"] for system in raw["systems"] for header in library.factions(system))
