"""Translations: catalogues in this folder and in the user's data folders, and functions to format sentences.

A language is a folder of JSON files with `key: sentence`. Sentences contain `{name}` for a value, `{n:hero|heroes}` for
a plural, `{points:,}` for a number and `{deadline:moment}` for a time. Missing keys fall back to English, unknown keys
are shown as they are.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol, TypeGuard, runtime_checkable

FALLBACK_LANGUAGE = "en"
MAX_NAMED_ITEMS = 5
"""How many items of a sequence a sentence names; the rest is counted."""


@runtime_checkable
class Translatable(Protocol):
    """A value with a text in each language."""

    def to(self, language: str) -> str:
        """Return the text in a language."""


_TRANSLATABLE_TYPES: dict[type, bool] = {}
_FOLDERS = [Path(__file__).parent]
_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


def add_catalogue_folder(folder: Path) -> None:
    """Add a folder with translations, which override the bundled ones."""
    if folder not in _FOLDERS and _list_folders(folder):
        _FOLDERS.append(folder)
        languages.cache_clear()
        load_catalogue.cache_clear()
        format_moment.cache_clear()


def _list_folders(folder: Path) -> list[Path]:
    """Return the folders in a folder; empty if it is missing or unreadable."""
    try:
        return [path for path in folder.iterdir() if path.is_dir()]
    except OSError:
        return []


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have catalogues, English first."""
    folders = [path for folder in _FOLDERS for path in _list_folders(folder)]
    names = {path.name for path in folders if any(path.glob("*.json"))}
    return (FALLBACK_LANGUAGE, *sorted(names - {FALLBACK_LANGUAGE}))


@cache
def load_catalogue(language: str) -> Mapping[str, str]:
    """Return the catalogue of a language; empty if it is unknown."""
    sentences: dict[str, str] = {}
    if language in languages():
        for folder in _FOLDERS:
            sentences.update(_load_folder(folder / language))
    return sentences


def load_bundled_sentences() -> Mapping[str, str]:
    """Return all English sentences of the program, without those of the user."""
    return _load_folder(_FOLDERS[0] / FALLBACK_LANGUAGE)


def find_fields(sentence: str) -> tuple[str, ...]:
    """Return the names of the values in a sentence, each once."""
    return tuple(dict.fromkeys(name for name, _ in _FIELD.findall(sentence)))


def _load_folder(folder: Path) -> dict[str, str]:
    """Return the sentences of all files; skip other values, and files that are not valid JSON."""
    sentences: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        with suppress(OSError, ValueError, RecursionError):
            content = json.loads(path.read_bytes())
            if isinstance(content, dict):
                sentences |= {key: sentence for key, sentence in content.items() if isinstance(sentence, str)}
    return sentences


def detect_language() -> str:
    """Return the language that the environment asks for, English if there is no catalogue for it."""
    language = environment_choice()
    return language if language in languages() else FALLBACK_LANGUAGE


def environment_choice() -> str:
    """Return the two letters of the language that the environment asks for, or an empty string."""
    variables = ("LISTBUILDER_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    return next((value[:2] for name in variables if (value := os.environ.get(name, ""))), "")


def translate(language: str, key: str, /, **values: object) -> str:
    """Return the sentence for a key in a language, with its values filled in."""
    sentence = load_catalogue(language).get(key)
    if sentence is None:
        sentence = load_catalogue(FALLBACK_LANGUAGE).get(key, key)
    if "{" not in sentence:
        return sentence
    return _FIELD.sub(lambda match: _fill_field(match, values, language), sentence)


def has_sentence(language: str, key: str) -> bool:
    """Return whether a language or English has a sentence for a key."""
    return key in load_catalogue(language) or key in load_catalogue(FALLBACK_LANGUAGE)


def format_number(language: str, number: int) -> str:
    """Return a number with thousands separators: 1,845 in English, 1.845 in German."""
    return f"{number:,}".replace(",", translate(language, "number.thousands"))


@lru_cache(maxsize=256)  # one deadline appears in many findings
def format_moment(language: str, text: str) -> str:
    """Return an ISO time as text: 1 October 2026, 18:00 (UTC+2).

    The time zone is always shown, because players and organisers may live in different ones. Invalid times are returned
    as they are.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    month = translate(language, "moment.months").split()[moment.month - 1]
    values = {"day": moment.day, "month": month, "year": moment.year, "time": moment.strftime("%H:%M")}
    formatted = translate(language, "moment", **values)
    offset = moment.utcoffset()
    if offset is None:
        return formatted
    minutes = round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    zone = f"{'-' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}" if minutes else ""
    return f"{formatted} (UTC{zone})"


def format_ordinal(language: str, number: int) -> str:
    """Return an ordinal number: 3rd in English, 3. in German."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return translate(language, f"ordinal.{last}" if last in (1, 2, 3) else "ordinal", n=number)


def format_value(language: str, value: object) -> str:
    """Return a value as text for a sentence; sequences are joined with commas and shortened."""
    if type(value) is str:  # the usual case
        return value
    if isinstance(value, tuple):
        if len(value) <= MAX_NAMED_ITEMS + 1:  # "1 more" is not shorter than its name
            return ", ".join(format_value(language, item) for item in value)
        things = ", ".join(format_value(language, item) for item in value[:MAX_NAMED_ITEMS])
        return translate(language, "named.more", things=things, n=len(value) - MAX_NAMED_ITEMS)
    return value.to(language) if _is_translatable(value) else str(value)


def _is_translatable(value: object) -> TypeGuard[Translatable]:
    """Return whether a value is translatable; cached, because protocol checks are slow."""
    kind = type(value)
    if kind not in _TRANSLATABLE_TYPES:
        _TRANSLATABLE_TYPES[kind] = isinstance(value, Translatable)
    return _TRANSLATABLE_TYPES[kind]


def _fill_field(match: re.Match[str], values: Mapping[str, object], language: str) -> str:
    name, format_spec = match[1], match[2]
    if name not in values:
        return match[0]
    value = values[name]
    if format_spec is None:
        return format_value(language, value)
    if format_spec == ",":
        return format_number(language, value) if isinstance(value, int) else str(value)
    if format_spec == "moment":
        return format_moment(language, str(value))
    singular, _, plural = format_spec.partition("|")
    return singular if value == 1 else plural
