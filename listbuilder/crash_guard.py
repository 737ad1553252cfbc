"""What nobody expected: an error of ours, or a process that died, told as a finding about the file it was over."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TypeVar

import listbuilder
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.timeouts import SECONDS, OutOfTimeError, time_limit

_T = TypeVar("_T")

_ROOT = Path(listbuilder.__file__).parent
_FAMILY = "INT"


def is_internal(code: str) -> bool:
    """Tell whether a finding is about listbuilder itself and not about the file."""
    return code.startswith(_FAMILY)


def guarded(work: Callable[[], _T], path: str, *, limited: bool = True) -> _T | Diagnostic:
    """Do what is to be done with one file, in bounded time; a finding where that fails as nobody expected.

    UnreadableError is expected. One bad file must not cost the others anything. What bounds its parts itself is not
    `limited` as a whole.
    """
    try:
        with time_limit() if limited else nullcontext():
            return work()
    except UnreadableError:
        raise
    except OutOfTimeError:
        return _out_of_time(path)
    except Exception as error:  # noqa: BLE001  # see above
        return _internal_error(error, path)


def _internal_error(error: Exception, path: str) -> Diagnostic:
    """Say where in listbuilder something went wrong over a file."""
    params = {"error": type(error).__name__, "where": _where(error)}
    return Diagnostic("INT001", None, params, place=Place(path) if path else None)


def died(path: str) -> Diagnostic:
    """Say that the process that was at a file ended: killed, or out of memory."""
    return Diagnostic("INT002", None, {}, place=Place(path))


def _out_of_time(path: str) -> Diagnostic:
    """Say that a file took longer than any may."""
    return Diagnostic("DAT025", None, {"most": round(SECONDS)}, place=Place(path) if path else None)


def _where(error: Exception) -> str:
    """Give module and line of the innermost place that is our own."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _ROOT in Path(frame.filename).parents]
    if not own:
        return ""
    module = ".".join(Path(own[-1].filename).relative_to(_ROOT.parent).with_suffix("").parts)
    return f"{module}:{own[-1].lineno}"
