"""Ids that were there before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.library.document import Document
from listbuilder.library.positions import DataPath


def duplicates(document: Document, items: Iterable[tuple[DataPath, str]]) -> Iterator[Diagnostic]:
    """Find ids that are taken already, and say where."""
    seen: dict[str, DataPath] = {}
    for path, name in items:
        if name in seen:
            yield document.finding("REF004", path, value=name, line=document.place(seen[name]).line)
        seen.setdefault(name, path)
