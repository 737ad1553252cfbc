"""Text in several languages, as data files give it.

Words of the catalogues as values that a finding can carry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from listbuilder.i18n import languages, translate

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Text:
    """A name or a sentence with its translations; English is the one that is always there."""

    en: str
    others: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.en

    def to(self, language: str) -> str:
        """Give the text in a language, in English where there is no translation."""
        for code, text in self.others:
            if code == language:
                return text
        return self.en

    def languages(self) -> frozenset[str]:
        """Tell which languages this text is written in."""
        return frozenset({FALLBACK, *(code for code, _ in self.others)})


EMPTY = Text("")


def join_texts(between: str, *texts: Text) -> Text:
    """Put texts one after the other, in every language that one of them has."""
    codes = dict.fromkeys(code for text in texts for code, _ in text.others)
    others = tuple((code, between.join(text.to(code) for text in texts)) for code in codes)
    return Text(between.join(text.en for text in texts), others)


def build_text(raw: str | Mapping[str, str]) -> Text:
    """Build a Text from a plain string or from `{en: …, de: …}`."""
    if isinstance(raw, str):
        return Text(raw)
    english = raw.get(FALLBACK) or next(iter(raw.values()), "")
    return Text(english, tuple((code, text) for code, text in raw.items() if code != FALLBACK))


@cache
def phrase(key: str, **values: str | int | tuple[str, ...]) -> Text:
    """Give a catalogue's words in every language there is, with values filled in."""
    return build_text({language: translate(language, key, **values) for language in languages()})
