"""What the quick reference of a system leans on: its rules and its own numbers, and whether they are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.library.build_reference import page_values, wanted_values
from listbuilder.library.document import Document
from listbuilder.library.markers import mentions
from listbuilder.textutil.fuzzy import closest


def check_reference(document: Document, raw: Mapping[str, Any], merged: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Find chapters without title or sentences, and sentences that name a rule or a value which there is not."""
    rules, values = merged.get("rules", {}), page_values(merged)
    for key, chapter in raw.get("reference", {}).items():
        whole = merged.get("reference", {}).get(key, {})
        for part in ("title", "points"):
            if chapter is not None and part not in whole:
                yield document.finding("DAT007", ("reference", key, part), missing=part)
        for index, point in enumerate((chapter or {}).get("points", ())):
            path = ("reference", key, "points", index)
            for rule in mentions(point):
                if rule not in rules:
                    yield document.finding("REF031", path, value=rule, suggestion=closest(rule, rules) or "")
            for value in dict.fromkeys(wanted_values(point)):
                if value not in values:
                    close = closest(value, values) or ""
                    yield document.finding("REF036", path, value=value, suggestion=close, known=tuple(values))
