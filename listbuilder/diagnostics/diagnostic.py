"""One finding, and all of them.

What would mend a finding: fixes that were tried, ranked, and worked out only when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol, SupportsIndex, overload

from listbuilder.diagnostics.codes import CODES, Severity, Verdict


class Remedy(Protocol):
    """Something that can be done to a list; the edits of `rules.edits` are."""

    @property
    def label(self) -> str:
        """The catalogue key that names the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a fix comes to: the list's points before and after, the entries it changes, and what is then left."""

    before: int
    after: int
    touched: tuple[str, ...] = ()
    """The ids of the entries that change, go or come."""
    removed: tuple[str, ...] = ()
    """The ids of the entries that are no longer in the list, neither alone nor as half of another."""
    halved: tuple[str, ...] = ()
    """The ids of the entries that lost one of their two halves."""
    picks: int = 0
    """How many picks fewer the list has."""
    errors: int = 0
    """How many errors are left in the list."""
    verdict: Verdict = Verdict.LEGAL
    """What is then to be said of the list."""

    @property
    def lost(self) -> int:
        """The points that the list loses."""
        return max(0, self.before - self.after)

    @property
    def destructive(self) -> bool:
        """Whether something goes that the player had chosen."""
        return bool(self.removed) or self.lost > 0 or self.picks > 0


@dataclass(frozen=True, slots=True)
class Fix:
    """One repair: a sentence (catalogue key and its values), the edits that carry it out, and what they come to."""

    name: str
    params: Mapping[str, object] = field(default_factory=dict)
    edits: tuple[Remedy, ...] = field(default=(), compare=False)
    outcome: Outcome | None = field(default=None, compare=False)


_END = object()


class Fixes(Sequence[Fix]):
    """Ranked fixes that are worked out one by one, as far as somebody reads; what travels is worked out.

    Between two of them much may be tried; None is where somebody who has other things to do may pause. One thread at a
    time works out any that share a lock.
    """

    __slots__ = ("_found", "_left", "_lock")

    def __init__(self, source: Iterator[Fix | None], lock: AbstractContextManager[object] | None = None) -> None:
        self._found: list[Fix] = []
        self._left = source
        self._lock = lock or nullcontext()

    @overload
    def __getitem__(self, place: SupportsIndex) -> Fix: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Fix, ...]: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Fix | tuple[Fix, ...]:
        """Give a fix by its rank, or several."""
        if isinstance(place, slice):
            return tuple(self)[place]
        wanted = place.__index__()
        self._work_out(wanted + 1 if wanted >= 0 else None)
        return self._found[wanted]

    def __len__(self) -> int:
        self._work_out(None)
        return len(self._found)

    def __bool__(self) -> bool:
        self._work_out(1)
        return bool(self._found)

    def __reduce__(self) -> tuple[type, tuple[tuple[Fix, ...]]]:
        return tuple, (tuple(self),)

    def _work_out(self, wanted: int | None) -> None:
        with self._lock:
            while (wanted is None or len(self._found) < wanted) and self._go_on():
                pass

    def _go_on(self) -> bool:
        """Work until the next fix or pause; tell whether there was one."""
        found = next(self._left, _END)
        if isinstance(found, Fix):
            self._found.append(found)
        return found is not _END

    def first_steps(self) -> Iterator[None]:
        """Work out the first of them, pausing wherever that is possible."""
        while not self._found:
            with self._lock:
                if not self._go_on():
                    return
            yield


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
