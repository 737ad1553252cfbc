"""Functions that all benchmarks share: timing, short runs and output."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import TypeVar

SHORT_VARIABLE = "LISTBUILDER_SHORT_BENCHMARKS"
_SHORT_DIVISOR = 20

_Value = TypeVar("_Value")


def is_short() -> bool:
    """Return whether this is a short run: it shows that the benchmarks work, its numbers are imprecise."""
    return bool(os.environ.get(SHORT_VARIABLE))


def full_or_short(full: _Value, short: _Value) -> _Value:
    """Return the value for this kind of run. Child processes inherit the choice."""
    return short if is_short() else full


def best_time(run: Callable[[], object], repeats: int = 1000) -> float:
    """Return the shortest of many runs in seconds: the time without interference."""
    shortest = float("inf")
    for _ in range(full_or_short(repeats, max(1, repeats // _SHORT_DIVISOR))):
        start = perf_counter()
        run()
        shortest = min(shortest, perf_counter() - start)
    return shortest


def median_times(runs: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Return the median of the times that each run returns. The runs alternate."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            times[name].append(run())
    return {name: median(values) for name, values in times.items()}


def difference(larger: float, smaller: float) -> float:
    """Return a difference of two times; in short runs noise can make it negative, so it is at least a microsecond."""
    return max(larger - smaller, 1e-6)


def format_budget(value: float, maximum: float) -> str:
    """Return a budget and whether a value is within it. A short run is too imprecise to say."""
    if is_short():
        return f"(budget {maximum})"
    return f"(budget {maximum}: {'met' if value <= maximum else 'exceeded'})"


def print_time(label: str, seconds: float, ratio: float | None = None, reference: str = "") -> None:
    """Print a time and its ratio to a reference of the same run."""
    print(f"{label:52}{seconds * 1e3:10.3f} ms" + ("" if ratio is None else f"{ratio:8.2f} x {reference}"))
