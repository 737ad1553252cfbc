"""Mappings and sequences whose values are built when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

K = TypeVar("K", bound=str)
V = TypeVar("V")


class LazyMapping(Mapping[K, V], Generic[K, V]):
    """Raw values by key, each built once."""

    __slots__ = ("_build", "_built", "_raw")

    def __init__(self, raw: Mapping[K, Any], build: Callable[[K, Any], V]) -> None:
        self._raw = raw
        self._build = build
        self._built: dict[K, V] = {}

    def __getitem__(self, key: K) -> V:
        built = self._built.get(key)
        if built is None:
            # setdefault: two threads may build, but all see the same value afterwards
            built = self._built.setdefault(key, self._build(key, self._raw[key]))
        return built

    def get(self, key: object, default: Any = None) -> Any:
        """Give a value, or another where there is none."""
        built = self._built.get(key)  # type: ignore[call-overload]  # a key that is there is a `K`
        if built is None:
            return self[key] if key in self._raw else default  # type: ignore[index]  # the same
        return built

    def __iter__(self) -> Iterator[K]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def __contains__(self, key: object) -> bool:
        return key in self._raw


class LazySequence(Sequence[V], Generic[V]):
    """Raw values in order, all built when somebody looks at one of them."""

    __slots__ = ("_build", "_built", "_raw")

    def __init__(self, raw: Sequence[Any], build: Callable[[Any], V]) -> None:
        self._raw = raw
        self._build = build
        self._built: tuple[V, ...] | None = None

    def _all(self) -> tuple[V, ...]:
        raw = self._raw  # looked at first: where another thread has thrown it away, what it built is there
        if self._built is None:
            self._built = tuple(map(self._build, raw))
            self._raw = ()
        return self._built

    @overload
    def __getitem__(self, index: int) -> V: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[V]: ...

    def __getitem__(self, index: int | slice) -> V | Sequence[V]:
        return self._all()[index]

    def __iter__(self) -> Iterator[V]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, LazySequence) else other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())
