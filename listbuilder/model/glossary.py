"""Special rules and spells: what they are called, what they need, what they do."""

from __future__ import annotations

from listbuilder.model.ids import RuleId
from listbuilder.model.text import EMPTY, Text
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A special rule's glossary entry, in our own words and right for its edition."""

    id: RuleId
    name: Text
    text: Text = EMPTY
    bearer: str = "model"
    """What carries it: weapon, model or unit."""
    takes: str = "nothing"
    """What stands in its brackets: nothing, number or text."""
    stacks: str = "add"
    """What becomes of repeated ratings: they `add` up, as everywhere, or the `highest` or the `lowest` counts."""
    correction: Text | None = None
    """Why the text differs from the print, where the print is in error."""
    wordings: tuple[str, ...] = ()
    """Hashes of the official wordings that the text was written for."""

    def label(self, language: str) -> str:
        """Give the name with its bracket, as a glossary heads it."""
        return f"{self.name.to(language)}(X)" if self.takes != "nothing" else self.name.to(language)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A faction's spell: its name, the number in brackets, and what it does."""

    id: str
    name: Text
    cost: int
    text: Text = EMPTY
    wordings: tuple[str, ...] = ()
    """Hashes of what the book says about it."""
