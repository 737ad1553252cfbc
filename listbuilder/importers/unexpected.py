"""What nobody expected: an error of ours while one list was read or judged, told as a finding about that list."""

from __future__ import annotations

from pathlib import Path

import listbuilder
from listbuilder.deadline import SECONDS
from listbuilder.diagnostics import Diagnostic, Place

_ROOT = Path(listbuilder.__file__).parent


def internal_error(error: Exception, path: str) -> Diagnostic:
    """Say where in listbuilder something went wrong over a file."""
    params = {"error": type(error).__name__, "where": _where(error)}
    return Diagnostic("INT001", None, params, place=Place(path) if path else None)


def out_of_time(path: str) -> Diagnostic:
    """Say that a list took longer than any may."""
    return Diagnostic("DAT025", None, {"most": round(SECONDS)}, place=Place(path) if path else None)


def _where(error: Exception) -> str:
    """Give module and line of the innermost place that is our own."""
    import traceback  # noqa: PLC0415  # hardly ever needed, and start-up is measured

    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _ROOT in Path(frame.filename).parents]
    if not own:
        return ""
    module = ".".join(Path(own[-1].filename).relative_to(_ROOT.parent).with_suffix("").parts)
    return f"{module}:{own[-1].lineno}"
