"""The page of the benchmarks: what each measures, in the words of its module; numbers belong to a machine."""

from __future__ import annotations

import ast
from pathlib import Path

from benchmarks.__main__ import NAMES
from docs.site.page import Page, code

_INTRODUCTION = """# Benchmarks

`make bench` measures speed and memory on the machine that it runs on, as ratios to something else of the same run (a
bare interpreter, `json.load` of the same bytes, bare ReportLab), so that it can be compared with another
machine. Nothing is timed in a test. One alone: `.venv/bin/python -m benchmarks engine`.

"""


def build_benchmarks(root: Path) -> Page:
    """Make the page of what is measured."""
    return Page("benchmarks.md", _INTRODUCTION + "\n".join(_section(root, name) for name in NAMES))


def _section(root: Path, name: str) -> str:
    told = ast.get_docstring(ast.parse((root / "benchmarks" / f"{name}.py").read_text(encoding="utf-8"))) or ""
    parts = [part for part in told.split("\n\n") if not part.startswith("    ")]
    return f"## {code(name)}\n\n" + "".join(f"{part}\n\n" for part in parts)
