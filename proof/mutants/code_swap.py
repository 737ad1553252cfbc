"""Replaces the code of functions in modules that are already loaded."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType


def swap_function(path: str, source: str, name: str, candidates: Iterable[FunctionType] = ()) -> bool:
    """Replace the code of a function everywhere. Return False if only a new process can show the change.

    A module that is not loaded yet needs no swap. Pass `candidates` (see `all_functions`) to avoid a new search.
    """
    if not any(getattr(module, "__file__", None) == path for module in list(sys.modules.values())):
        return True
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(compile(source, path, "exec"))}
    outer = name.partition(".<locals>.")[0]
    functions = [
        function
        for function in candidates or all_functions()
        if function.__code__.co_filename == path and f"{function.__code__.co_qualname}.".startswith(f"{outer}.")
    ]
    try:
        for function in functions:
            old = function.__code__
            function.__code__ = codes[old.co_qualname, old.co_firstlineno]
    except (KeyError, ValueError):  # lines have moved, or the new code needs a different closure
        return False
    return bool(functions)


def all_functions() -> list[FunctionType]:
    """Return every function in memory."""
    return [item for item in gc.get_objects() if isinstance(item, FunctionType)]


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)
