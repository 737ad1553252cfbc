"""What all benchmarks share: the shortest of many runs, and a line that shows it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter


def best(run: Callable[[], object], repeats: int = 1000) -> float:
    """Give the shortest of many runs, in seconds: what the work takes when nothing disturbs it."""
    shortest = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        run()
        shortest = min(shortest, perf_counter() - start)
    return shortest


def line(label: str, seconds: float, ratio: float | None = None, than: str = "") -> None:
    """Print a measurement, and how many times something else of the same run it is."""
    print(f"{label:48}{seconds * 1e3:10.3f} ms" + ("" if ratio is None else f"{ratio:8.2f} x {than}"))
