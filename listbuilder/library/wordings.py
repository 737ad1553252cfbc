"""Which wording a text belongs to: a short hash of the sentence in the book. The sentence itself stays outside."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256

SLOT = "{rule}"
_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
"""A hash has letters alone, so that no reader of YAML takes it for a number."""
_LENGTH = 12
_LONGEST = 10_000
_ALIKE = {
    "'": "\u2018\u2019\u201a\u201b\u02bc\u00b4`\u2032",
    '"': "\u201c\u201d\u201e\u201f\u2033",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2212",
}
_SAME = str.maketrans({odd: plain for plain, letters in _ALIKE.items() for odd in letters})
_TWICE = re.compile("''")


def wording_hash(sentence: str, inner: str = "") -> str:
    """Hash a sentence by its words and numbers; `inner` is a name in it that a pattern leaves open."""
    words = _plain(sentence)
    if inner:
        words = words.replace(_plain(inner), SLOT)
    return sha256(words.encode(errors="replace")).hexdigest()[:_LENGTH].translate(_LETTERS)


def _plain(text: str) -> str:
    """Take away what makes no other wording: case, blanks, and the shapes of quotes and dashes."""
    same = unicodedata.normalize("NFC", text[:_LONGEST]).translate(_SAME)
    return " ".join(_TWICE.sub('"', same).lower().split())
