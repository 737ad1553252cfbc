"""Messages in the reader's language: catalogues beside this file, and one lookup function.

A language is a folder of JSON objects of `key: sentence`, one file for each part of the program; a folder of the user's
own may add languages and sentences. Sentences hold `{name}` for a value, `{n:hero|heroes}` for a word that follows a
number, `{points:,}` for a number with thousands separated as the language does and `{deadline:moment}` for a point in
time. A language that lacks a key falls back to English; a key that no catalogue has is shown as it is, so that nothing
ever fails to show.

Points in time as a person writes them: 1 October 2026, 18:00 (UTC+2).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Protocol, TypeGuard, runtime_checkable

FALLBACK = "en"
MOST_NAMED = 5
"""So many of several things are named in a sentence; of more, the rest is counted."""


@runtime_checkable
class Spoken(Protocol):
    """A value that speaks the reader's language: a text of the data, an entry, a sum, a word of the catalogue."""

    def to(self, language: str) -> str:
        """Say it in a language."""


_SPEAKING: dict[type, bool] = {}
_FOLDERS = [Path(__file__).parent]
_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


def add_folder(folder: Path) -> None:
    """Look for languages in another folder too; its sentences come before ours."""
    if folder not in _FOLDERS and _inside(folder):
        _FOLDERS.append(folder)
        languages.cache_clear()
        catalogue.cache_clear()
        format_moment.cache_clear()


def _inside(folder: Path) -> list[Path]:
    """Give the folders in a folder; none where it is not there, or nobody may look into it."""
    try:
        return [path for path in folder.iterdir() if path.is_dir()]
    except OSError:
        return []


@cache
def languages() -> tuple[str, ...]:
    """List the languages there are catalogues for, English first."""
    places = [path for folder in _FOLDERS for path in _inside(folder)]
    found = {path.name for path in places if any(path.glob("*.json"))}
    return (FALLBACK, *sorted(found - {FALLBACK}))


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Load a language's catalogue; an unknown language is an empty one."""
    sentences: dict[str, str] = {}
    if language in languages():
        for folder in _FOLDERS:
            sentences.update(_load_all(folder / language))
    return sentences


def shipped_sentences() -> Mapping[str, str]:
    """Load all sentences that the program ever asks for, in English; those of the user's own are left out."""
    return _load_all(_FOLDERS[0] / FALLBACK)


def sentence_fields(sentence: str) -> tuple[str, ...]:
    """Give the names of the values that a sentence holds, each once."""
    return tuple(dict.fromkeys(name for name, _ in _FIELD.findall(sentence)))


def _load_all(folder: Path) -> dict[str, str]:
    sentences: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        sentences.update(_load(path))
    return sentences


def _load(path: Path) -> dict[str, str]:
    """Load one file; what is not a sentence in it, or no JSON at all, is passed over."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: sentence for key, sentence in found.items() if isinstance(sentence, str)}


def environment_language() -> str:
    """Return the language that the environment asks for, English if there is no catalogue for it."""
    wanted = wanted_in_environment()
    return wanted if wanted in languages() else FALLBACK


def wanted_in_environment() -> str:
    """Return the two letters of the language that the environment asks for, or an empty string."""
    variables = ("LISTBUILDER_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    return next((value[:2] for name in variables if (value := os.environ.get(name, ""))), "")


def translate(language: str, key: str, /, **values: object) -> str:
    """Give the sentence for a key in a language, with its values filled in."""
    sentence = catalogue(language).get(key)
    if sentence is None:
        sentence = catalogue(FALLBACK).get(key, key)
    if "{" not in sentence:
        return sentence
    return _FIELD.sub(lambda match: _fill(match, values, language), sentence)


def has(language: str, key: str) -> bool:
    """Tell whether a language (or English) has a sentence for a key."""
    return key in catalogue(language) or key in catalogue(FALLBACK)


def format_number(language: str, number: int) -> str:
    """Write a number with its thousands separated: 1,845 in English, 1.845 in German."""
    return f"{number:,}".replace(",", translate(language, "number.thousands"))


@lru_cache(maxsize=256)  # a deadline is said to everybody who was late
def format_moment(language: str, text: str) -> str:
    """Write a time of a file as a person does: 1 October 2026, 18:00 (UTC+2)."""
    return say_moment(text, partial(translate, language))


def format_ordinal(language: str, number: int) -> str:
    """Write a number as a place in a row: 3rd in English, 3. in German."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return translate(language, f"ordinal.{last}" if last in (1, 2, 3) else "ordinal", n=number)


def show_value(language: str, value: object) -> str:
    """Write a value as a sentence holds it: texts in the language, several things with commas between, many counted."""
    if type(value) is str:  # most are
        return value
    if isinstance(value, tuple):
        few = len(value) <= MOST_NAMED + 1  # to count a single one is no shorter than to name it
        things = ", ".join(show_value(language, item) for item in (value if few else value[:MOST_NAMED]))
        more = 0 if few else len(value) - MOST_NAMED
        return translate(language, "named.more", things=things, n=more) if more > 0 else things
    return value.to(language) if _speaks(value) else str(value)


def _speaks(value: object) -> TypeGuard[Spoken]:
    """Tell whether a value speaks a language; to ask the protocol takes a hundred times as long as to remember."""
    kind = type(value)
    if kind not in _SPEAKING:
        _SPEAKING[kind] = isinstance(value, Spoken)
    return _SPEAKING[kind]


def _fill(match: re.Match[str], values: Mapping[str, object], language: str) -> str:
    name, shape = match[1], match[2]
    if name not in values:
        return match[0]
    value = values[name]
    if shape is None:
        return show_value(language, value)
    if shape == ",":
        return format_number(language, value) if isinstance(value, int) else str(value)
    if shape == "moment":
        return format_moment(language, str(value))
    one, _, many = shape.partition("|")
    return one if value == 1 else many


def say_moment(text: str, say: Callable[..., str]) -> str:
    """Say a time that a file states; one that is none is said as it stands.

    Where it is from is always added: who plays may live in another zone than who collects the lists.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    month = say("moment.months").split()[moment.month - 1]
    values = {"day": moment.day, "month": month, "year": moment.year, "time": moment.strftime("%H:%M")}
    said = say("moment", **values)
    offset = moment.utcoffset()
    return said if offset is None else f"{said} ({_zone(offset)})"


def _zone(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}" if minutes else "UTC"
