"""Report internal errors, crashes and timeouts as findings about the file that caused them."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TypeVar

import listbuilder
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.timeouts import LIMIT_SECONDS, OutOfTimeError, time_limit

T = TypeVar("T")

_ROOT = Path(listbuilder.__file__).parent


def is_internal(code: str) -> bool:
    """Return whether a finding is about listbuilder itself and not about the file."""
    return code.startswith("INT")


def run_guarded(work: Callable[[], T], path: str, *, limited: bool = True) -> T | Diagnostic:
    """Run work on one file within the time limit. Return a finding if it fails unexpectedly.

    UnreadableError is expected and raised. Set `limited` to False if parts of the work have their own limits.
    """
    try:
        with time_limit() if limited else nullcontext():
            return work()
    except UnreadableError:
        raise
    except OutOfTimeError:
        return Diagnostic("DAT025", None, {"most": round(LIMIT_SECONDS)}, place=Place(path) if path else None)
    except Exception as error:  # noqa: BLE001  # one bad file must not affect the others
        params = {"error": type(error).__name__, "where": _find_own_frame(error)}
        return Diagnostic("INT001", None, params, place=Place(path) if path else None)


def worker_died(path: str) -> Diagnostic:
    """Return the finding for a file whose process was killed or ran out of memory."""
    return Diagnostic("INT002", None, {}, place=Place(path))


def _find_own_frame(error: Exception) -> str:
    """Return module and line of the innermost frame in listbuilder."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _ROOT in Path(frame.filename).parents]
    if not own:
        return ""
    module = ".".join(Path(own[-1].filename).relative_to(_ROOT.parent).with_suffix("").parts)
    return f"{module}:{own[-1].lineno}"
