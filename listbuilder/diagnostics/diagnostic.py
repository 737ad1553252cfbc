"""One finding, and all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from listbuilder.diagnostics.codes import CODES
from listbuilder.diagnostics.fix import Fix, Fixes
from listbuilder.diagnostics.severity import Severity, Verdict


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file: a path, and the line and column where they are known (counted from 1)."""

    path: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Its identity is (code, on, params); the sentence is looked up when it is shown."""

    code: str
    on: str | None = None
    """What it is about: an entry's id, a path inside a data file, or None for the whole list."""
    params: Mapping[str, object] = field(default_factory=dict)
    fixes: Sequence[Fix] = field(default=(), compare=False)
    """What would mend it, the smallest first; each was tried."""
    place: Place | None = field(default=None, compare=False)
    source: object = field(default=None, compare=False)
    """The rule's source: document and section."""
    severity_override: Severity | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The kebab-case name of the offence."""
        return CODES[self.code].name

    @property
    def fix(self) -> Fix | None:
        """The smallest repair, None where only the player can know."""
        return self.fixes[0] if self.fixes else None

    @property
    def severity(self) -> Severity:
        """How bad it is: as the code says, unless a system or an event sees it otherwise."""
        return self.severity_override or Severity(CODES[self.code].severity)


@dataclass(frozen=True, slots=True)
class Report:
    """All findings about one list or file, worst first, each in the order it was found."""

    diagnostics: tuple[Diagnostic, ...] = ()

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def __len__(self) -> int:
        return len(self.diagnostics)

    def first_fixes(self) -> Iterator[None]:
        """Work out the first fix of every finding, pausing wherever that is possible."""
        for finding in self.diagnostics:
            if isinstance(finding.fixes, Fixes):
                yield from finding.fixes.first_steps()

    @property
    def verdict(self) -> Verdict:
        """The one definition: illegal by any error, else unchecked by anything unchecked, else legal."""
        if not self.diagnostics:
            return Verdict.LEGAL
        found = {diagnostic.severity for diagnostic in self.diagnostics}
        if Severity.ERROR in found:
            return Verdict.ILLEGAL
        return Verdict.UNCHECKED if Severity.UNCHECKED in found else Verdict.LEGAL

    @property
    def legal(self) -> bool:
        """Whether everything was checked and nothing is wrong."""
        return self.verdict is Verdict.LEGAL

    def on(self, wanted: str | None) -> tuple[Diagnostic, ...]:
        """Give the findings about one entry (None: about the whole list)."""
        return tuple(diagnostic for diagnostic in self.diagnostics if diagnostic.on == wanted)

    def worst_on(self, wanted: str | None) -> Severity | None:
        """Give the worst severity among the findings about one entry."""
        found = {diagnostic.severity for diagnostic in self.diagnostics if diagnostic.on == wanted}
        return next((severity for severity in Severity if severity in found), None)


_RANK = {severity: rank for rank, severity in enumerate(Severity)}
_NOTHING = Report()


def build_report(diagnostics: Iterator[Diagnostic] | list[Diagnostic]) -> Report:
    """Collect findings into a report, worst first."""
    if not diagnostics:
        return _NOTHING
    return Report(tuple(sorted(diagnostics, key=lambda diagnostic: _RANK[diagnostic.severity])))
