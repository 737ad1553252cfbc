"""What became of a thing between two versions, for books and lists alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: its kind (the last part of a catalogue key), and what is to be said about it."""

    kind: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Became(Generic[_T]):
    """What became of one thing; it is new where it has no old form, gone where it has no new one."""

    old: _T | None
    new: _T | None
    changes: tuple[Change, ...] = ()

    @property
    def status(self) -> str:
        """Whether it was added, removed or changed."""
        if self.old is None:
            return "added"
        return "removed" if self.new is None else "changed"

    @property
    def latest(self) -> _T:
        """The thing as it is now, or as it was last."""
        latest = self.old if self.new is None else self.new
        assert latest is not None
        return latest
