"""HTML that is safe against injection: every string that is not already `Html` is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from listbuilder.textutil.text_width import typeset

_VOID_ELEMENTS = frozenset({"meta", "input", "br", "hr"})


class Html(str):
    """Text that is HTML and is not escaped again."""

    __slots__ = ()


def element(tag: str, /, *children: str | Iterable[str], **attributes: str | bool) -> Html:
    """Return an element. In attribute names a trailing underscore is dropped and others become dashes."""
    opening = f"<{tag}{''.join(_format_attribute(key, value) for key, value in attributes.items())}>"
    if tag in _VOID_ELEMENTS:
        return Html(opening)
    return Html(f"{opening}{fragment(*children)}</{tag}>")


def fragment(*children: str | Iterable[str]) -> Html:
    """Return several children, one after the other."""
    return Html("".join(_flatten(child) for child in children))


def trusted_html(text: str) -> Html:
    """Mark our own HTML as safe. Never use it for text from a user's file."""
    return Html(text)


def with_line_breaks(text: str) -> Html:
    """Escape a text and keep its line breaks."""
    return Html("<br>".join(escape(typeset(line)) for line in text.split("\n")))


def _flatten(child: str | Iterable[str]) -> str:
    if isinstance(child, Html):
        return child
    return escape(typeset(child)) if isinstance(child, str) else "".join(_flatten(part) for part in child)


def _format_attribute(key: str, value: str | bool) -> str:
    name = key.rstrip("_").replace("_", "-")
    if isinstance(value, bool):
        return f" {name}" if value else ""
    return f' {name}="{escape(value)}"'
