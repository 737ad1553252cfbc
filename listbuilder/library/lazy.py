"""A mapping whose values are built when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

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
