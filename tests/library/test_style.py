"""One voice: the forms that docs/guide/style.md decided against are in none of the texts that ship."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.library.index import data_files
from listbuilder.library.locations import bundled_data
from listbuilder.library.reader import load_document

OTHER_FORMS = {
    "en": re.compile(
        r"\bto hit\b|\bfully\b|\b(one|two|three|four|five|six) (more )?hits?\b|\bone hit more\b|on the charge|regenerated"
        r"|Each activation|Whole unit only|, once\.|more than \d",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"beim Treffen|Trefferwurf\b|vollständig|völlig|\b(einen|zwei|drei|vier) Treffer\b|beim Sturmangriff|regenerieren"
        r"|, einmal\.|Aufwertung|verbunden|Armeeorganisation",
        re.IGNORECASE,
    ),
}
FILES = [path for path in data_files(bundled_data()) if path.parent.name != "lists"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_texts_speak_with_one_voice(path: Path):
    found = [
        words
        for language, words in texts(load_document(path).value)
        if language in OTHER_FORMS and OTHER_FORMS[language].search(words)
    ]
    assert found == []


def texts(value: object) -> Iterator[tuple[str, str]]:
    """Give what a file says by language."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str):
                yield str(key), inner
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
