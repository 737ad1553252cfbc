"""How much is wrong: findings added up by code and place, so that two states of a list can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from listbuilder.diagnostics import Diagnostic, Severity

Key: TypeAlias = tuple[str, str | None]


def weight(diagnostic: Diagnostic) -> int:
    """Tell how bad a finding is: by how many it is over or under, where it says so."""
    for name in ("over", "under"):
        amount = diagnostic.params.get(name)
        if isinstance(amount, int):
            return amount
    return 1


def key_of(diagnostic: Diagnostic) -> Key:
    """Give what makes two findings of two states of a list the same: their code, and what they are on."""
    return diagnostic.code, diagnostic.on


def weigh(diagnostics: Iterable[Diagnostic], key: Callable[[Diagnostic], Key] = key_of) -> Counter[Key]:
    """Add up findings."""
    found: Counter[Key] = Counter()
    for diagnostic in diagnostics:
        found[key(diagnostic)] += weight(diagnostic)
    return found


def new_faults(
    before: Iterable[Diagnostic], after: Iterable[Diagnostic], key: Callable[[Diagnostic], Key] = key_of
) -> Iterator[Diagnostic]:
    """Give the errors that came or grew worse, then what became unchecked; what stays as it is does not count.

    Of a book whose edition is missing, the one at hand decides.
    """
    before, after = tuple(before), tuple(after)
    for kinds in ((Severity.ERROR,), (Severity.ERROR, Severity.UNCHECKED)):
        allowed = weigh((one for one in before if one.severity in kinds), key)
        for diagnostic in after:
            if diagnostic.severity in kinds:
                allowed[key(diagnostic)] -= weight(diagnostic)
                if allowed[key(diagnostic)] < 0:
                    yield diagnostic
