"""The words of a mail as its reader sees them: pages without their markup, and who wrote what was passed on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from listbuilder.desk.headings import known_words

_BREAKS = frozenset({"br", "p", "div", "li", "tr", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "table"})
_UNSEEN = frozenset({"head", "style", "script", "title"})
_LARGEST = 2_000_000
_MARK = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<ends>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,20})[^<>]*>|<[!?/][^<>]*>", re.DOTALL
)
_KEPT = "\N{NO-BREAK SPACE}"
"""The blank that browsers keep; a list of ours needs its indents."""
_BLANKS = re.compile(r"[ \t\r\n]+")
_BLANK_LINES = re.compile(r"\n{3,}")
_LINE = re.compile(r"^[>*\s]{0,20}([^\W\d_]{2,12})\*?\s?:\*?\s{0,3}(\S[^\n]{0,300})$", re.MULTILINE)
_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_MOST_WRITERS = 3
_SIGNED = re.compile(r"^-- $.*\Z", re.MULTILINE | re.DOTALL)
"""A signature begins with a line that all mail programs write alike."""
_OURS = re.compile(r"^format: ?\d.*(?:\n(?:[\w-]+:|[ #-]).*|\n)*", re.MULTILINE)
"""A list file of ours, up to the first line that is none of its lines."""
_QUOTES = re.compile(r"(?:^(?!>)[^\n]{0,300}:[ \t]*\n(?:[ \t]*\n)?)?(?:^>[^\n]*(?:\n|\Z))+", re.MULTILINE)
"""What is answered to, with the line that says whose it is."""


def text_of_page(page: str) -> str:
    """Give the text of a mail that is a page, with a new line where a browser begins one.

    Not by the standard library's reader: of comments that never end it takes minutes.
    """
    said: list[str] = []
    unseen = as_written = place = 0
    for mark in _MARK.finditer(page[:_LARGEST]):
        said.append(_shown(page[place : mark.start()], as_written=as_written > 0) if not unseen else "")
        place, name, ends = mark.end(), (mark["name"] or "").lower(), bool(mark["ends"])
        said.append("\n" if name in _BREAKS and not (ends and name == "br") else "")
        unseen = max(0, unseen + (name in _UNSEEN) * (-1 if ends else 1))
        as_written = max(0, as_written + (name == "pre") * (-1 if ends else 1))
    said.append(_shown(page[place:_LARGEST], as_written=as_written > 0) if not unseen else "")
    lines = (line.strip(" ").replace(_KEPT, " ").rstrip() for line in "".join(said).split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip("\n")


def _shown(text: str, *, as_written: bool) -> str:
    plain = unescape(text)
    return plain.replace(" ", _KEPT) if as_written else _BLANKS.sub(" ", plain)


def without_signature(text: str) -> str:
    """Leave out what a mail program adds to every mail."""
    return _SIGNED.sub("", text.replace("\r\n", "\n"))


def without_quotes(text: str) -> str:
    """Leave out what a mail answers to."""
    return _QUOTES.sub("", text)


def list_within(text: str) -> str:
    """Give a file that was pasted between other words: JSON, or a list of ours; empty where there is none."""
    ours = _OURS.search(text)
    return ours[0] if ours is not None else text[max(text.find("{"), 0) : text.rfind("}") + 1]


def writers_of(text: str) -> Iterator[tuple[str, str]]:
    """Give names and addresses of those whose mails are quoted, as mail programs write them: “From: Kim <kim@…>”."""
    said = (found[2] for found in _LINE.finditer(text) if found[1].casefold() in known_words()["sender"])
    for _, writer in zip(range(_MOST_WRITERS), said, strict=False):
        address = _ADDRESS.search(writer)
        name = writer[: address.start()] if address is not None else writer
        yield name.replace("mailto:", "").strip(' <["*'), address[0].casefold() if address is not None else ""
