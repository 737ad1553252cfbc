"""The quick reference of a game in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.model import Chapter, System
from listbuilder.sheet.model import Passage
from listbuilder.textutil.sanitize import plain_line, plain_note


def build_reference(system: System, language: str) -> tuple[Passage, ...]:
    """Put the whole page into words."""
    return build_passages(system.reference.values(), language)


def build_passages(chapters: Iterable[Chapter], language: str) -> tuple[Passage, ...]:
    """Put chapters into words."""
    return tuple(
        Passage(
            part.id, plain_line(part.title.to(language)), tuple(plain_note(one.to(language)) for one in part.points)
        )
        for part in chapters
    )
