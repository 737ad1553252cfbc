"""Run all benchmarks or the named ones: `python -m benchmarks [--short] [name ...]`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from importlib import import_module

from benchmarks.measurement import SHORT_VARIABLE

NAMES = (
    "start_up",
    "engine",
    "preview_and_search",
    "library",
    "validate_files",
    "validate_scaling",
    "tournament_check",
    "odds",
    "tui_latency",
    "pdf",
    "baseline",
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run benchmarks one after the other."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure speed and memory as ratios.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"benchmarks to run: {', '.join(NAMES)}")
    parser.add_argument("--short", action="store_true", help="few repeats and small inputs, to check that they work")
    options = parser.parse_args(arguments)
    if unknown := sorted({*options.names} - {*NAMES}):
        parser.error(f"unknown benchmark: {', '.join(unknown)}")
    if options.short:
        os.environ[SHORT_VARIABLE] = "1"  # before the modules read it
    for name in options.names or NAMES:
        print(f"\n== {name}", flush=True)
        import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
