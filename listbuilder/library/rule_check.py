"""Rules that a faction names: known to each of its systems, and with a number where they need one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.library.document import Document
from listbuilder.library.equipment_check import Use
from listbuilder.library.loader import Loader
from listbuilder.library.patterns import Entry
from listbuilder.rules.nearest import closest


def check_rules(
    document: Document, raw: Mapping[str, Any], uses: Sequence[Use], loader: Loader
) -> Iterator[Diagnostic]:
    """Find unknown rules (once each, at the first place), missing numbers and needless ones."""
    whole = loader.glossary(raw)
    sights = {
        system: whole.only(entries)
        for system, entries in zip(raw["systems"], whole.systems, strict=True)
        if loader.merged_system(system) is not None
    }
    by_name: dict[str, list[Use]] = {}
    for use in uses:
        by_name.setdefault(use.rule.name, []).append(use)
    for name, places in by_name.items():
        lacking = tuple(system for system, glossary in sights.items() if glossary.find(name) is None)
        entry = whole.find(name)
        if lacking:
            close = closest(name, whole.known() - {name}) or ""
            path = places[0].path
            yield document.finding("REF001", path, rule=name, suggestion=close, systems=lacking, uses=len(places))
        elif entry is not None:
            yield from _numbers(document, entry, places)


def _numbers(document: Document, entry: Entry, places: Sequence[Use]) -> Iterator[Diagnostic]:
    takes = entry.get("takes", "nothing")
    for use in places:
        rating = use.rule.rating
        if takes == "nothing":
            if rating is not None:
                yield document.finding("REF009", use.path, rule=use.rule.name, rating=rating)
        elif rating is None or (takes == "number" and isinstance(rating, str) and not any(map(str.isdigit, rating))):
            yield document.finding("REF005", use.path, rule=use.rule.name)
