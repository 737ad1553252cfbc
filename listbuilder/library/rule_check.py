"""Rules that a faction names: known to each of its systems, and with a whole number where they need one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.library.document import Document
from listbuilder.library.equipment_check import Use
from listbuilder.library.glossary import Glossary
from listbuilder.library.loader import Loader
from listbuilder.library.patterns import Entry
from listbuilder.library.schema_slips import slip_finding, written_text
from listbuilder.library.slips import Slip, in_quotes, notation_kind, notation_slip
from listbuilder.model.text import phrase
from listbuilder.textutil.fuzzy import closest


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
            yield _unknown(document, places, whole, lacking)
        elif entry is not None:
            yield from _numbers(document, entry, places)


def _unknown(document: Document, places: Sequence[Use], glossary: Glossary, systems: tuple[str, ...]) -> Diagnostic:
    """Say of an unknown rule what was most likely meant: a slip, another language, a misspelling, a plain item."""
    path, rule = places[0].path, places[0].rule
    text, kind = written_text(document, path), notation_kind(path)
    slip = notation_slip(text, kind, glossary.numbered())
    if slip is not None:
        return slip_finding(document, path, text, slip)
    english = glossary.translated().get(rule.name.casefold())
    if english is not None:
        bracket = "" if rule.rating is None else f"({rule.rating})"
        return document.finding("REF050", path, rule=rule.name, name=f"{english}{bracket}")
    close = closest(rule.name, glossary.known() - {rule.name}) or ""
    if kind == "gain" and text == rule.name and not close:
        return document.finding(
            "REF049", path, value=rule.name, systems=systems, instead=f"{{item: {in_quotes(text)}}}"
        )
    return document.finding("REF001", path, rule=rule.name, suggestion=close, systems=systems, uses=len(places))


def _numbers(document: Document, entry: Entry, places: Sequence[Use]) -> Iterator[Diagnostic]:
    takes = entry.get("takes", "nothing")
    for use in places:
        rating = use.rule.rating
        if takes == "nothing":
            if rating is not None:
                yield document.finding("REF009", use.path, rule=use.rule.name, rating=rating)
        elif takes == "number" and isinstance(rating, str) and rating.strip("+ ").isdecimal():
            slip = Slip((phrase("slip.plus"),), f"{use.rule.name}({rating.strip('+ ')})")
            yield slip_finding(document, use.path, use.rule.label, slip)
        elif rating is None or (takes == "number" and isinstance(rating, str)):
            yield document.finding("REF005", use.path, rule=use.rule.name)
