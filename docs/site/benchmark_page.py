"""The page of benchmarks: the docstring of each module. Results depend on the machine and are not shown."""

from __future__ import annotations

import ast
from pathlib import Path

from benchmarks.__main__ import NAMES
from docs.site.page import Page, code

_INTRODUCTION = """# Benchmarks

`make bench` measures speed and memory as ratios to a reference of the same run: a bare interpreter, `json.load` of the
same bytes, or bare ReportLab. Ratios can be compared between machines. Tests do not measure time. To run a single
benchmark: `.venv/bin/python -m benchmarks engine`.

"""


def build_benchmarks(root: Path) -> Page:
    """Return the page of all benchmarks."""
    return Page("benchmarks.md", _INTRODUCTION + "\n".join(_section(root, name) for name in NAMES))


def _section(root: Path, name: str) -> str:
    told = ast.get_docstring(ast.parse((root / "benchmarks" / f"{name}.py").read_text(encoding="utf-8"))) or ""
    parts = [part for part in told.split("\n\n") if not part.startswith("    ")]
    return f"## {code(name)}\n\n" + "".join(f"{part}\n\n" for part in parts)
