"""Findings and fixes that speak: printing one prints its sentence.

What can be done to a list next, and what would come of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder import diagnostics
from listbuilder.diagnostics import Diagnostic, Verdict
from listbuilder.diagnostics.messages import describe, describe_source, word_fix
from listbuilder.i18n import translate
from listbuilder.judging.edit import pin_books
from listbuilder.judging.results import Judged
from listbuilder.model import ArmyList
from listbuilder.rules import upgrade_actions
from listbuilder.rules.edits import Add, Edit, apply_fix
from listbuilder.rules.upgrade_actions import Refused
from listbuilder.validation.preview import Foresight, Ghost


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


@dataclass(frozen=True, slots=True)
class Choice:
    """A unit that can be added, or an upgrade that can be taken; `JudgedList.apply` takes it."""

    edit: Edit
    ghost: Ghost
    unit: str | None = None
    """The id of the unit in the list whose upgrade it is; None for a unit to add."""

    @property
    def points(self) -> int:
        """What it adds to the list's points."""
        return self.ghost.after - self.ghost.before

    @property
    def verdict(self) -> str:
        """What would then be said of the list: legal, illegal or unchecked."""
        return self.ghost.verdict.value

    @property
    def legal(self) -> bool:
        """Whether the list would then be legal."""
        return self.ghost.verdict is Verdict.LEGAL

    @property
    def against(self) -> tuple[Finding, ...]:
        """What would be wrong that is not now."""
        return tuple(Finding(found) for found in self.ghost.arisen)

    def text(self, language: str = "en") -> str:
        """Say what it is."""
        return translate(language, self.edit.label, subject=self.edit.subject)

    def __str__(self) -> str:
        return f"{self.text()} ({self.points:+})"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self)!r}: {self.verdict}>"

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the choices of a list after it."""
        return self.edit(army)


def choices(judged: Judged) -> Iterator[Choice]:
    """Give every unit that may be added from the books at hand, then every upgrade that has a meaning."""
    roster = judged.roster
    ahead = Foresight(roster, judged.report)
    for entry, edit in _edits(judged):
        ghost = ahead.of(lambda army, edit=edit: pin_books(edit(army), roster.factions))  # type: ignore[misc]
        if ghost is not None:
            yield Choice(edit, ghost, entry)


def _edits(judged: Judged) -> Iterator[tuple[str | None, Edit]]:
    roster = judged.roster
    for faction in roster.factions.values():
        for unit in faction.units.values():
            yield None, Add(unit.ref, subject=unit.name)
    for worked in roster.entries:
        for half in range(len(worked.halves)):
            for section in worked.unit.sections:
                for option in section.options:
                    deed = upgrade_actions.more(roster, upgrade_actions.OptionAt(worked.id, section, option, half))
                    if not isinstance(deed, Refused):
                        yield worked.id, deed
