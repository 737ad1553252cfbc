"""Findings, fixes and possible choices; printing one prints its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder import diagnostics
from listbuilder.diagnostics import Diagnostic, Verdict
from listbuilder.diagnostics.messages import describe_finding, describe_source, format_fix
from listbuilder.i18n import translate
from listbuilder.judging.edit import pin_used_books
from listbuilder.judging.results import Judged
from listbuilder.model import ArmyList, Roster
from listbuilder.rules import upgrade_actions
from listbuilder.rules.edits import AddEntry, Edit, apply_fix
from listbuilder.rules.upgrade_actions import Refusal
from listbuilder.validation.preview import EditPreview, EditPreviewer


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to fix a finding; it was tried before it is offered."""

    fix: diagnostics.Fix

    def text(self, language: str = "en") -> str:
        """Return what the fix does, in a sentence."""
        return format_fix(self.fix, language)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text()!r}>"

    @property
    def points(self) -> int:
        """The change to the points of the list; negative if it saves points."""
        outcome = self.fix.outcome
        return 0 if outcome is None else outcome.points_after - outcome.points_before

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the changed choices of a list. `JudgedList.apply` judges them too."""
        return apply_fix(army, self.fix)


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem of a list."""

    diagnostic: Diagnostic
    line: int | None = None
    """The line in the file, if it is known."""

    @property
    def code(self) -> str:
        """The code, such as ORG003; `listbuilder explain` describes it."""
        return self.diagnostic.code

    @property
    def name(self) -> str:
        """The kind of finding as a slug."""
        return self.diagnostic.name

    @property
    def severity(self) -> str:
        """Error, unchecked, warning or note."""
        return self.diagnostic.severity.value

    @property
    def unit(self) -> str | None:
        """The id of the unit in the list, or None if the finding is about the whole list."""
        return self.diagnostic.on

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """The fixes, smallest first. They are computed on access."""
        return tuple(Fix(fix) for fix in self.diagnostic.fixes)

    def text(self, language: str = "en") -> str:
        """Return the finding as a sentence."""
        return describe_finding(self.diagnostic, language)

    def source(self, language: str = "en") -> str | None:
        """Return what the finding is based on: a rulebook section, a book, an event or a ruling."""
        return describe_source(self.diagnostic, language)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.code} {self.severity}: {self.text()!r}>"


@dataclass(frozen=True, slots=True)
class Choice:
    """A unit that can be added or an upgrade that can be taken; `JudgedList.apply` applies it."""

    edit: Edit
    ghost: EditPreview
    unit: str | None = None
    """The id of the unit that gets the upgrade, or None for a unit to add."""

    @property
    def points(self) -> int:
        """The change to the points of the list."""
        return self.ghost.points_after - self.ghost.points_before

    @property
    def verdict(self) -> str:
        """The verdict after the choice: legal, illegal or unchecked."""
        return self.ghost.verdict.value

    @property
    def legal(self) -> bool:
        """Whether the list would be legal."""
        return self.ghost.verdict is Verdict.LEGAL

    @property
    def against(self) -> tuple[Finding, ...]:
        """Findings that the choice would cause."""
        return tuple(Finding(finding) for finding in self.ghost.new_findings)

    def text(self, language: str = "en") -> str:
        """Return what the choice does, in a sentence."""
        return translate(language, self.edit.label, subject=self.edit.subject)

    def __str__(self) -> str:
        return f"{self.text()} ({self.points:+})"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self)!r}: {self.verdict}>"

    def __call__(self, army: ArmyList) -> ArmyList:
        """Return the changed choices of a list."""
        return self.edit(army)


def find_choices(judged: Judged) -> Iterator[Choice]:
    """Yield every unit that can be added from the loaded books, then every upgrade that can be taken."""
    roster = judged.roster
    previewer = EditPreviewer(roster, judged.report)
    for entry_id, edit in _edits(roster):
        preview = previewer.preview(lambda army, edit=edit: pin_used_books(edit(army), roster.factions))  # type: ignore[misc]
        if preview is not None:
            yield Choice(edit, preview, entry_id)


def _edits(roster: Roster) -> Iterator[tuple[str | None, Edit]]:
    for faction in roster.factions.values():
        for unit in faction.units.values():
            yield None, AddEntry(unit.ref, subject=unit.name)
    for entry in roster.entries:
        for half in range(len(entry.halves)):
            for section in entry.unit.sections:
                for option in section.options:
                    edit = upgrade_actions.add_one(roster, upgrade_actions.UpgradeSlot(entry.id, section, option, half))
                    if not isinstance(edit, Refusal):
                        yield entry.id, edit
