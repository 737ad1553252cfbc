"""Translated texts from data files and catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from listbuilder.i18n import FALLBACK_LANGUAGE, languages, translate


@dataclass(frozen=True, slots=True)
class Text:
    """A name or sentence with its translations; English is always there."""

    en: str
    translations: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.en

    def to(self, language: str) -> str:
        """Return the text in a language, or in English if it is not translated."""
        for code, text in self.translations:
            if code == language:
                return text
        return self.en

    def languages(self) -> frozenset[str]:
        """Return the languages of this text."""
        return frozenset({FALLBACK_LANGUAGE, *(code for code, _ in self.translations)})


EMPTY_TEXT = Text("")


def join_texts(separator: str, *texts: Text) -> Text:
    """Join texts in every language that one of them has."""
    codes = dict.fromkeys(code for text in texts for code, _ in text.translations)
    others = tuple((code, separator.join(text.to(code) for text in texts)) for code in codes)
    return Text(separator.join(text.en for text in texts), others)


def build_text(raw: str | Mapping[str, str]) -> Text:
    """Build a text from a string or from `{en: …, de: …}`."""
    if isinstance(raw, str):
        return Text(raw)
    english = raw.get(FALLBACK_LANGUAGE) or next(iter(raw.values()), "")
    return Text(english, tuple((code, text) for code, text in raw.items() if code != FALLBACK_LANGUAGE))


@cache
def build_catalogue_text(key: str, **values: str | int | tuple[str, ...]) -> Text:
    """Return a catalogue entry in all languages, with values filled in."""
    return build_text({language: translate(language, key, **values) for language in languages()})
