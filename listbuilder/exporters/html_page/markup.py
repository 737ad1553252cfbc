"""HTML that cannot be broken into: whatever is not Html already is escaped on its way in."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from listbuilder.textutil.text_width import typeset

_EMPTY = frozenset({"meta", "input", "br", "hr"})


class Html(str):
    """Text that is HTML and stays as it is."""

    __slots__ = ()


def element(tag: str, /, *children: str | Iterable[str], **attributes: str | bool) -> Html:
    """Write an element; an underscore ends a name that Python keeps for itself, and stands for a dash inside one."""
    opening = f"<{tag}{''.join(_attribute(key, value) for key, value in attributes.items())}>"
    if tag in _EMPTY:
        return Html(opening)
    return Html(f"{opening}{fragment(*children)}</{tag}>")


def fragment(*children: str | Iterable[str]) -> Html:
    """Write several things one after the other."""
    return Html("".join(_flat(child) for child in children))


def raw(text: str) -> Html:
    """Take HTML of our own as it is; never for anything that came from a file of the user's."""
    return Html(text)


def lines(text: str) -> Html:
    """Write a text with its line breaks kept."""
    return Html("<br>".join(escape(typeset(line)) for line in text.split("\n")))


def _flat(child: str | Iterable[str]) -> str:
    if isinstance(child, Html):
        return child
    return escape(typeset(child)) if isinstance(child, str) else "".join(_flat(part) for part in child)


def _attribute(key: str, value: str | bool) -> str:
    name = key.rstrip("_").replace("_", "-")
    if isinstance(value, bool):
        return f" {name}" if value else ""
    return f' {name}="{escape(value)}"'
