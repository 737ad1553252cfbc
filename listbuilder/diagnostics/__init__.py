"""Findings, their fixes, and the report about one list or file with its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol, SupportsIndex, overload

from listbuilder.diagnostics.codes import CODES as CODES
from listbuilder.diagnostics.codes import EMPTY_LIST as EMPTY_LIST
from listbuilder.diagnostics.codes import Code as Code
from listbuilder.diagnostics.codes import Severity as Severity
from listbuilder.diagnostics.codes import Verdict as Verdict


class FixEdit(Protocol):
    """An edit of a list; those of `rules.edits` implement it."""

    @property
    def label(self) -> str:
        """The catalogue key that names the edit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixOutcome:
    """The result of a fix: points, changed entries, and the verdict afterwards."""

    points_before: int
    points_after: int
    changed: tuple[str, ...] = ()
    """Ids of the entries that are changed, removed or added."""
    removed: tuple[str, ...] = ()
    """Ids of the entries that are no longer in the list, not even as half of another."""
    halved: tuple[str, ...] = ()
    """Ids of the combined units that lost one half."""
    upgrades_removed: int = 0
    """How many upgrades the list loses."""
    errors_left: int = 0
    """How many errors remain in the list."""
    verdict: Verdict = Verdict.LEGAL
    """The verdict of the changed list."""

    @property
    def points_lost(self) -> int:
        """The points that the list loses."""
        return max(0, self.points_before - self.points_after)

    @property
    def is_destructive(self) -> bool:
        """Whether it removes something that the player chose."""
        return bool(self.removed) or self.points_lost > 0 or self.upgrades_removed > 0


@dataclass(frozen=True, slots=True)
class Fix:
    """One fix: a message (catalogue key and values), the edits that carry it out, and their outcome."""

    name: str
    params: Mapping[str, object] = field(default_factory=dict)
    edits: tuple[FixEdit, ...] = field(default=(), compare=False)
    outcome: FixOutcome | None = field(default=None, compare=False)


_END = object()


class FixSequence(Sequence[Fix]):
    """Ranked fixes that are computed one by one as they are read; a pickled sequence is complete.

    The source yields None between fixes, where `compute_first` can pause. Sequences that share a lock are computed
    by one thread at a time.
    """

    __slots__ = ("_fixes", "_lock", "_source")

    def __init__(self, source: Iterator[Fix | None], lock: AbstractContextManager[object] | None = None) -> None:
        self._fixes: list[Fix] = []
        self._source = source
        self._lock = lock or nullcontext()

    @overload
    def __getitem__(self, index: SupportsIndex) -> Fix: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Fix, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Fix | tuple[Fix, ...]:
        """Return a fix by its rank, or several."""
        if isinstance(index, slice):
            return tuple(self)[index]
        rank = index.__index__()
        self._compute(rank + 1 if rank >= 0 else None)
        return self._fixes[rank]

    def __len__(self) -> int:
        self._compute(None)
        return len(self._fixes)

    def __bool__(self) -> bool:
        self._compute(1)
        return bool(self._fixes)

    def __reduce__(self) -> tuple[type, tuple[tuple[Fix, ...]]]:
        return tuple, (tuple(self),)

    def _compute(self, count: int | None) -> None:
        with self._lock:
            while (count is None or len(self._fixes) < count) and self._advance():
                pass

    def _advance(self) -> bool:
        """Advance to the next fix or pause; return whether there was one."""
        item = next(self._source, _END)
        if isinstance(item, Fix):
            self._fixes.append(item)
        return item is not _END

    def compute_first(self) -> Iterator[None]:
        """Compute the first fix, yielding at every pause."""
        while not self._fixes:
            with self._lock:
                if not self._advance():
                    return
            yield


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file: its path, and line and column if known (starting at 1)."""

    path: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Its identity is (code, on, params); the message is translated when it is shown."""

    code: str
    on: str | None = None
    """The entry id or path in a data file that it is about; None for the whole list."""
    params: Mapping[str, object] = field(default_factory=dict)
    fixes: Sequence[Fix] = field(default=(), compare=False)
    """Fixes that were tried, the smallest first."""
    place: Place | None = field(default=None, compare=False)
    source: object = field(default=None, compare=False)
    """The document and section of the rule."""
    severity_override: Severity | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The kebab-case name of the code."""
        return CODES[self.code].name

    @property
    def fix(self) -> Fix | None:
        """The smallest fix; None if only the player can decide."""
        return self.fixes[0] if self.fixes else None

    @property
    def severity(self) -> Severity:
        """The severity of the code, unless a system or event overrides it."""
        return self.severity_override or Severity(CODES[self.code].severity)


@dataclass(frozen=True, slots=True)
class Report:
    """All findings about one list or file, worst first, otherwise in the order in which they were found."""

    diagnostics: tuple[Diagnostic, ...] = ()

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def __len__(self) -> int:
        return len(self.diagnostics)

    def compute_first_fixes(self) -> Iterator[None]:
        """Compute the first fix of every finding, yielding at every pause."""
        for finding in self.diagnostics:
            if isinstance(finding.fixes, FixSequence):
                yield from finding.fixes.compute_first()

    @property
    def verdict(self) -> Verdict:
        """Illegal if there is an error, otherwise unchecked if anything is unchecked, otherwise legal."""
        if not self.diagnostics:
            return Verdict.LEGAL
        severities = {diagnostic.severity for diagnostic in self.diagnostics}
        if Severity.ERROR in severities:
            return Verdict.ILLEGAL
        return Verdict.UNCHECKED if Severity.UNCHECKED in severities else Verdict.LEGAL

    @property
    def legal(self) -> bool:
        """Whether everything was checked and no error was found."""
        return self.verdict is Verdict.LEGAL

    def on(self, entry_id: str | None) -> tuple[Diagnostic, ...]:
        """Return the findings about one entry, or with None about the whole list."""
        return tuple(diagnostic for diagnostic in self.diagnostics if diagnostic.on == entry_id)

    def worst_severity_on(self, entry_id: str | None) -> Severity | None:
        """Return the worst severity among the findings about one entry; None if there are none."""
        severities = {diagnostic.severity for diagnostic in self.diagnostics if diagnostic.on == entry_id}
        return next((severity for severity in Severity if severity in severities), None)


_RANK = {severity: rank for rank, severity in enumerate(Severity)}
_EMPTY_REPORT = Report()


def build_report(diagnostics: Iterator[Diagnostic] | list[Diagnostic]) -> Report:
    """Return a report of the findings, worst first."""
    if not diagnostics:
        return _EMPTY_REPORT
    return Report(tuple(sorted(diagnostics, key=lambda diagnostic: _RANK[diagnostic.severity])))
