"""A change made to a module that is loaded already: its functions get the code that the changed source gives them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType


def swap(path: str, source: str, function: str, among: Iterable[FunctionType] = ()) -> bool:
    """Change a function wherever it is; False where that cannot be done and only a fresh start shows the change.

    A module that nobody has loaded yet needs nothing: it will be read from the changed file. Who has looked for all
    functions before (`all_functions`) gives them, so that nobody needs to again.
    """
    if not any(getattr(module, "__file__", None) == path for module in list(sys.modules.values())):
        return True
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(compile(source, path, "exec"))}
    outer = function.partition(".<locals>.")[0]
    found = [
        made
        for made in among or all_functions()
        if made.__code__.co_filename == path and f"{made.__code__.co_qualname}.".startswith(f"{outer}.")
    ]
    try:
        for made in found:
            old = made.__code__
            made.__code__ = codes[old.co_qualname, old.co_firstlineno]
    except (KeyError, ValueError):  # lines have moved, or the changed code needs other names from around it
        return False
    return bool(found)


def all_functions() -> list[FunctionType]:
    """Give every function there is, wherever it is held."""
    return [made for made in gc.get_objects() if isinstance(made, FunctionType)]


def _codes(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _codes(part)
