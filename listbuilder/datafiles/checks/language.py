"""Check translations: the user's own language files, and missing languages in other data files."""

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
from listbuilder.i18n import find_fields, load_bundled_sentences
from listbuilder.library.locations import LANGUAGE_FOLDER
from listbuilder.model.text import build_catalogue_text
from listbuilder.textutil.fuzzy import find_closest
from listbuilder.validation.message_arguments import Message


def is_language_file(path: Path) -> bool:
    """Return whether a file is part of a translation, such as `i18n/fr/words.json`."""
    return path.parent.parent.name == LANGUAGE_FOLDER and path.suffix.lower() == ".json"


def find_language_files(folder: Path) -> list[Path]:
    """Return the files of all translations in a data folder."""
    return sorted((folder / LANGUAGE_FOLDER).glob("*/*.json"))


def check_language(path: Path) -> Iterator[Diagnostic]:
    """Yield findings about a broken file, unknown sentences and unknown placeholders."""
    try:
        document = load_document(path)
    except UnreadableError as error:
        reason = {"reason": build_catalogue_text("language.not-json")}
        yield from (replace(finding, code="DAT036", params=reason) for finding in error.diagnostics[:1])
        return
    yield from document.problems
    if isinstance(document.value, dict):
        yield from _check_sentences(document, document.value)
    else:
        yield document.finding("DAT036", (), reason=build_catalogue_text("language.not-mapping"))


def _check_sentences(document: Document, sentences: dict[str, object]) -> Iterator[Diagnostic]:
    bundled = load_bundled_sentences()
    for key, sentence in sentences.items():
        if not isinstance(sentence, str):
            yield document.finding("DAT036", (key,), key=True, reason=Message("language.not-text", {"key": key}))
        elif key not in bundled:
            yield document.finding("DAT037", (key,), key=True, value=key, suggestion=find_closest(key, bundled) or "")
        else:
            known = find_fields(bundled[key])
            unknown = tuple(f"{{{name}}}" for name in find_fields(sentence) if name not in known)
            if unknown:
                names = tuple(f"{{{name}}}" for name in known)
                yield document.finding("DAT038", (key,), value=key, wrong=unknown, known=names or "–")


_TEXT_KEYS = frozenset({"name", "short", "title", "text", "correction", "label", "note"})
_TEXT_LIST_KEY = "points"
"""The key of a list of texts."""


def find_missing_translations(document: Document, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield findings about texts that lack a language of the file's own name."""
    name = raw.get("name")
    languages = [language for language in name if language != "en"] if isinstance(name, dict) else []
    for path, text in _iterate_texts(raw, ()) if languages else ():
        for language in languages:
            if isinstance(text, str) or language not in text:
                yield document.finding("REF006", path, language=language)


def _iterate_texts(value: object, path: DataPath) -> Iterator[tuple[DataPath, str | Mapping[str, str]]]:
    """Yield every text of a file that is shown to users."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _TEXT_KEYS and isinstance(inner, (str, dict)) and not (key == "short" and not path):
                if path != ("measure",):  # the name of a measure is a keyword, not a text
                    yield (*path, key), inner
            elif key == _TEXT_LIST_KEY and isinstance(inner, list):
                yield from (((*path, key, index), text) for index, text in enumerate(inner))
            else:
                yield from _iterate_texts(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _iterate_texts(inner, (*path, index))
