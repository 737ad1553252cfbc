"""What is to be seen of a player's lists, and what was, as plain values: they travel between processes and are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypedDict

if TYPE_CHECKING:
    from listbuilder.diagnostics.messages import FindingRecord
    from listbuilder.judging.verdict_records import ListRecord


class Errand(NamedTuple):
    """The lists of one player that count, and in which words to speak of them."""

    root: str
    data: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    """Place in the inbox, and when it came."""
    language: str
    sheets: bool = False
    """Whether each list is wanted as a sheet too."""
    fixes: bool = True
    """Whether somebody reads how and where to mend what was found: looking for that takes as long as finding it."""


class Seen(TypedDict):
    """What became of one errand."""

    lists: list[ListRecord]
    found: list[FindingRecord]
    """About the lists together."""
    sheets: list[str]
    """Of the lists that could be worked out, in their order."""
