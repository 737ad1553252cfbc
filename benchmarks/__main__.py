"""Run every benchmark, one after the other: `python -m benchmarks`, or only those that are named."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = ("start_up", "engine", "looking", "library", "from_file", "growth", "desk", "odds", "tui_latency", "pdf")


def main(wanted: list[str]) -> None:
    """Run the benchmarks that are wanted."""
    for name in wanted or NAMES:
        print(f"\n== {name}")
        import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
