"""Findings and fixes that speak: printing one prints its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder import diagnostics
from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import describe, describe_source, word_fix
from listbuilder.model import ArmyList
from listbuilder.rules.edits import apply_fix


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to mend a finding; it was tried before it was offered."""

    fix: diagnostics.Fix

    def text(self, language: str = "en") -> str:
        """Say what it does."""
        return word_fix(self.fix, language)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text()!r}>"

    @property
    def points(self) -> int:
        """What it adds to the list's points; below 0 it takes some away."""
        outcome = self.fix.outcome
        return 0 if outcome is None else outcome.after - outcome.before

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the choices of a list after it; `JudgedList.apply` judges them too."""
        return apply_fix(army, self.fix)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to say of a list."""

    diagnostic: Diagnostic
    line: int | None = None
    """The line of the file that it is about, where that is known."""

    @property
    def code(self) -> str:
        """Its code, such as ORG003; `listbuilder explain` tells more."""
        return self.diagnostic.code

    @property
    def name(self) -> str:
        """The kind of finding in a few words with dashes."""
        return self.diagnostic.name

    @property
    def severity(self) -> str:
        """How grave it is: error, unchecked, warning or note."""
        return self.diagnostic.severity.value

    @property
    def unit(self) -> str | None:
        """The id of the unit in the list that it is about; None where it is about the whole list."""
        return self.diagnostic.on

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """What would mend it, the smallest first; worked out when asked for."""
        return tuple(Fix(fix) for fix in self.diagnostic.fixes)

    def text(self, language: str = "en") -> str:
        """Say it in a sentence."""
        return describe(self.diagnostic, language)

    def source(self, language: str = "en") -> str | None:
        """Name what it rests on: a section of a rulebook, a book, an event, a decision."""
        return describe_source(self.diagnostic, language)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.code} {self.severity}: {self.text()!r}>"
