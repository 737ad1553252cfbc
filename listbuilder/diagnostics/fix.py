"""What would mend a finding: fixes that were tried, ranked, and worked out only when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol, SupportsIndex, overload

from listbuilder.diagnostics.severity import Verdict


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
