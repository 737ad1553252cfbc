"""What a query found, shown in a row."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.query import Field, Found
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.row import Part, marked


def marked_parts(text: str, found: Found | None, role: str = "") -> tuple[Part, ...]:
    """Cut a text into parts, those that were looked for shown as found."""
    return (Part(text, role),) if found is None else marked(text, found.spans(text), role)


def elsewhere_parts(found: Found | None) -> Iterator[Part]:
    """Name the rules and weapons that the query was found in."""
    for hit in found.hits if found is not None else ():
        if hit.field is not Field.NAME:
            yield Part("  ", "dim")
            yield from marked(plain_line(hit.text), hit.spans, "dim")
