"""The quick reference of a game: how it is played, in short sentences."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.model.ids import RuleId
from listbuilder.model.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A part of the quick reference: what it is about, and its sentences in the order of play."""

    id: str
    title: Text
    points: tuple[Text, ...] = ()
    mentions: tuple[RuleId, ...] = ()
    """The rules that its sentences lean on."""
