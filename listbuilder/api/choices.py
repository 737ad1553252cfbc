"""What can be done to a list next, and what would come of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.api.findings import Finding
from listbuilder.diagnostics import Verdict
from listbuilder.i18n import translate
from listbuilder.judging import Judged
from listbuilder.judging.edit import pin_books
from listbuilder.model import ArmyList
from listbuilder.rules import upgrade_actions
from listbuilder.rules.edits import Add, Edit
from listbuilder.rules.upgrade_actions import Refused
from listbuilder.validation.preview import Foresight, Ghost


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
