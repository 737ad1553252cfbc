"""A language of the user's own: whether its files can be read, and whether each sentence is one that is ever shown.

Languages that a file promises in its name and does not keep everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.datafiles.reader import load_document
from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.i18n import sentence_fields, shipped_sentences
from listbuilder.library.locations import LANGUAGES
from listbuilder.model.text import phrase
from listbuilder.textutil.fuzzy import closest
from listbuilder.validation.message_arguments import Word


def is_language_file(path: Path) -> bool:
    """Tell whether a file belongs to a language: `i18n/fr/words.json`."""
    return path.parent.parent.name == LANGUAGES and path.suffix.lower() == ".json"


def language_files(folder: Path) -> list[Path]:
    """Give the files of all languages in a data folder."""
    return sorted((folder / LANGUAGES).glob("*/*.json"))


def check_language(path: Path) -> Iterator[Diagnostic]:
    """Find what would be passed over: a broken file, sentences that nobody asks for, values that there are not."""
    try:
        document = load_document(path)
    except UnreadableError as error:
        reason = {"reason": phrase("language.not-json")}
        yield from (replace(one, code="DAT036", params=reason) for one in error.diagnostics[:1])
        return
    yield from document.problems
    if isinstance(document.value, dict):
        yield from _sentences(document, document.value)
    else:
        yield document.finding("DAT036", (), reason=phrase("language.not-mapping"))


def _sentences(document: Document, found: dict[str, object]) -> Iterator[Diagnostic]:
    ours = shipped_sentences()
    for key, sentence in found.items():
        if not isinstance(sentence, str):
            yield document.finding("DAT036", (key,), key=True, reason=Word("language.not-text", {"key": key}))
        elif key not in ours:
            yield document.finding("DAT037", (key,), key=True, value=key, suggestion=closest(key, ours) or "")
        else:
            known = sentence_fields(ours[key])
            wrong = tuple(f"{{{name}}}" for name in sentence_fields(sentence) if name not in known)
            if wrong:
                names = tuple(f"{{{name}}}" for name in known)
                yield document.finding("DAT038", (key,), value=key, wrong=wrong, known=names or "–")


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
