"""What all benchmarks share: the shortest or the middle of many runs, and a line that shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter


def best(run: Callable[[], object], repeats: int = 1000) -> float:
    """Give the shortest of many runs, in seconds: what the work takes when nothing disturbs it."""
    shortest = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        run()
        shortest = min(shortest, perf_counter() - start)
    return shortest


def medians(runs: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Give the median of what each run says it took, all of them in turn."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            found[name].append(run())
    return {name: median(each) for name, each in found.items()}


def goal(ratio: float, most: float) -> str:
    """Say what was aimed at, and whether it was reached."""
    return f"(goal at most {most}: {'reached' if ratio <= most else 'missed'})"


def line(label: str, seconds: float, ratio: float | None = None, than: str = "") -> None:
    """Print a measurement, and how many times something else of the same run it is."""
    print(f"{label:48}{seconds * 1e3:10.3f} ms" + ("" if ratio is None else f"{ratio:8.2f} x {than}"))
