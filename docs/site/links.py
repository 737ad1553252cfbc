"""Adjusts the links of a document: a link to a file of the repository becomes a link to its page in the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

_FORMS = re.compile(
    r"(?P<code>^(?P<fence>```+).*?^(?P=fence)\s*$|(?P<tick>`+)(?!`).*?(?P=tick))"
    r"|(?P<before>\]\(|\b(?:src|href)=\")(?P<target>[^)\"\s]+)",
    re.MULTILINE | re.DOTALL,
)
_ELSEWHERE = re.compile(r"[a-z]+:|#")


class BrokenLinkError(Exception):
    """A document has a broken link."""


def move_links(text: str, document: str, page: str, place: Callable[[str], str | None]) -> str:
    """Return a document with links for its page; `place` returns the path of a repository file in the site.

    Raises:
        BrokenLinkError: The target of a link does not exist.
    """

    def moved(found: re.Match[str]) -> str:
        target = found["target"]
        if found["code"] is not None or _ELSEWHERE.match(target):
            return found[0]
        path, mark, anchor = target.partition("#")
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(document), path))
        there = place(wanted)
        if there is None:
            raise BrokenLinkError(f"{document}: {target}")
        return f"{found['before']}{relative(there, page)}{mark}{anchor}"

    return _FORMS.sub(moved, text)


def relative(there: str, page: str) -> str:
    """Return the relative link from a page of the site to a path in it."""
    return posixpath.relpath(there, posixpath.dirname(page) or ".")
