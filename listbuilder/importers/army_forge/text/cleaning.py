"""Share text made plain again: what chats, mails and word processors do to quotation marks, blanks and lines.

Lines stay lines, so that findings can name them.
"""

from __future__ import annotations

import re
from functools import lru_cache

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_BLANKS = re.compile(r"[^\S\n]+")
_INCHES = re.compile("[\u201c\u201d\u201e\u2033]|''|\u2019\u2019")
_APOSTROPHES = re.compile("[\u2018\u2019\u2032]")
_FRONT = re.compile(r"^[ >]*(?:(?:[\u2022\u00b7\u25aa\u25cf\u25e6\u2023*\u2013-]|\d{1,2}\.) +)?", re.MULTILINE)
_EMPHASIS = re.compile(r"\*\*|__|`+")
_COUNT = re.compile(r"(?<![\w.])(\d{1,3}) ?[x\u00d7] ?(?!p\b)(?=[^\W\d_])", re.IGNORECASE)
_COMMA = re.compile(r",(?=[^\s\d])")
_ATTACKS = re.compile(r"(?<=[(, ])a(?=\d{1,3} ?[,)])")


@lru_cache(maxsize=2)  # it is asked for when a text is recognised and when it is read
def clean_text(text: str) -> str:
    """Give a share text as the other program wrote it, as far as that can be told."""
    if "&" in text:
        from html import unescape  # noqa: PLC0415  # its table is long, and few texts come from a page

        text = unescape(text)
    text = _INVISIBLE.sub("", text)
    text = _BLANKS.sub(" ", text)
    text = _FRONT.sub("", _EMPHASIS.sub("", text))
    text = _APOSTROPHES.sub("'", _INCHES.sub('"', text))
    return _ATTACKS.sub("A", _COMMA.sub(", ", _COUNT.sub(r"\1x ", text)))
