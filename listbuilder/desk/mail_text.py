"""The words of a mail as its reader sees them: pages without their markup, and who wrote what was passed on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from listbuilder.desk.headings import known_words

_BREAKS = frozenset({"br", "p", "div", "li", "tr", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "table"})
_UNSEEN = frozenset({"head", "style", "script", "title"})
_LARGEST = 2_000_000
_BLANK_LINES = re.compile(r"\n{3,}")
_LINE = re.compile(r"^[>*\s]{0,20}([^\W\d_]{2,12})\*?\s?:\*?\s{0,3}(\S[^\n]{0,300})$", re.MULTILINE)
_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_MOST_WRITERS = 3
_SIGNED = re.compile(r"^-- $.*\Z", re.MULTILINE | re.DOTALL)
"""A signature begins with a line that all mail programs write alike."""
_QUOTES = re.compile(r"(?:^[^\n>]{0,300}:[ \t]*\n(?:[ \t]*\n)?)?(?:^>[^\n]*(?:\n|\Z))+", re.MULTILINE)
"""What is answered to, with the line that says whose it is."""


class _Reader(HTMLParser):
    """Gathers what is shown, with a new line where a browser begins one."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self._unseen = self._as_written = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002  # the parser gives them
        self._unseen += tag in _UNSEEN
        self._as_written += tag == "pre"
        self.said.append("\n" if tag in _BREAKS else "")

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN and self._unseen > 0
        self._as_written -= tag == "pre" and self._as_written > 0
        self.said.append("\n" if tag in _BREAKS and tag != "br" else "")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.said.append(data if self._as_written else " ".join(f".{data}.".split())[1:-1])


def text_of_page(page: str) -> str:
    """Give the text of a mail that is a page."""
    reader = _Reader()
    reader.feed(page[:_LARGEST])
    reader.close()
    lines = (line.strip() for line in "".join(reader.said).split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()


def without_signature(text: str) -> str:
    """Leave out what a mail program adds to every mail."""
    return _SIGNED.sub("", text.replace("\r\n", "\n"))


def without_quotes(text: str) -> str:
    """Leave out what a mail answers to."""
    return _QUOTES.sub("", text)


def writers_of(text: str) -> Iterator[tuple[str, str]]:
    """Give names and addresses of those whose mails are quoted, as mail programs write them: “From: Kim <kim@…>”."""
    said = (found[2] for found in _LINE.finditer(text) if found[1].casefold() in known_words()["sender"])
    for _, writer in zip(range(_MOST_WRITERS), said, strict=False):
        address = _ADDRESS.search(writer)
        name = writer[: address.start()] if address is not None else writer
        yield name.replace("mailto:", "").strip(' <["*'), address[0].casefold() if address is not None else ""
