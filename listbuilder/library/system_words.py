"""What a system says about itself in its own words: fields that it names, and whether anybody plays it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.library.document import Document
from listbuilder.library.loader import Loader
from listbuilder.library.positions import DataPath
from listbuilder.textutil.fuzzy import closest

CARD = ("models", "cost", "skills", "quality", "defense")
"""What a card may show besides the system's own fields."""


def check_own_words(
    document: Document, raw: Mapping[str, Any], merged: Mapping[str, Any], loader: Loader
) -> Iterator[Diagnostic]:
    """Find fields that the system names and does not have, and a system that no faction is for."""
    own = tuple(field["id"] for field in merged.get("fields", ()))
    for path, value, known in _named_fields(raw, own):
        if value not in known:
            yield document.finding("REF052", path, value=value, suggestion=closest(value, known) or "", known=known)
    source = loader.shelf.find("system", raw["id"])
    if source is not None and not source.bundled and not any(loader.shelf.serving(raw["id"])):
        yield document.finding("REF057", ("id",), system=raw["id"])


def _named_fields(raw: Mapping[str, Any], own: tuple[str, ...]) -> Iterator[tuple[DataPath, str, tuple[str, ...]]]:
    for index, value in enumerate(raw.get("card", ())):
        yield ("card", index), value, (*CARD, *own)
    for key in ("moves", "wounds"):
        value = (raw.get(key) or {}).get("field")
        if value is not None:
            yield (key, "field"), value, own
