"""All checks, by the codes they can give. Adding one is adding a decorated generator to a family's module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from listbuilder.diagnostics import CODES, Diagnostic
from listbuilder.validation.inspection import Inspection
from listbuilder.values import dataclass

Check: TypeAlias = Callable[[Inspection], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Registered:
    """A check with the codes it can give; its docstring states the rule."""

    codes: tuple[str, ...]
    run: Check


CHECKS: list[Registered] = []


def check(*codes: str) -> Callable[[Check], Check]:
    """Register a check for the codes that it can give."""
    unknown = [code for code in codes if code not in CODES]
    if unknown:
        raise LookupError(unknown)

    def register(run: Check) -> Check:
        CHECKS.append(Registered(codes, run))
        return run

    return register
