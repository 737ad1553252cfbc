"""Languages that a file promises in its name and does not keep everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.library.document import Document
from listbuilder.library.positions import DataPath

_TEXTS = frozenset({"name", "short", "title", "text", "correction", "label", "note"})
_SEVERAL = "points"
"""A list of texts under one key."""


def missing_translations(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Find texts that lack a language in which the file has its own name."""
    name = raw.get("name")
    wanted = [language for language in name if language != "en"] if isinstance(name, dict) else []
    for path, text in _texts(raw, ()) if wanted else ():
        for language in wanted:
            if isinstance(text, str) or language not in text:
                yield document.finding("REF006", path, language=language)


def _texts(value: object, path: DataPath) -> Iterator[tuple[DataPath, str | Mapping[str, str]]]:
    """Give every text of a file that is meant to be read by people."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _TEXTS and isinstance(inner, (str, dict)) and not (key == "short" and not path):
                # a measure's name is a word of the program
                if path != ("measure",):
                    yield (*path, key), inner
            elif key == _SEVERAL and isinstance(inner, list):
                yield from (((*path, key, index), text) for index, text in enumerate(inner))
            else:
                yield from _texts(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*path, index))
