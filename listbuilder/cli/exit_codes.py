"""Exit codes, the same for every command.

What a run comes to: how often there was each verdict, and the exit code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum

from listbuilder.crash_guard import is_internal
from listbuilder.diagnostics import Verdict
from listbuilder.judging.verdict_records import ListRecord


class Exit(IntEnum):
    """What a script learns from us without reading."""

    LEGAL = 0
    ILLEGAL = 1
    """Something is illegal, or could not be checked in full."""
    UNUSABLE = 2
    """Usage or unreadable input."""
    INTERNAL = 3
    INTERRUPTED = 130


VERDICTS = tuple(verdict.value for verdict in Verdict)


def summary(verdicts: Counter[str]) -> dict[str, int]:
    """Give how often there was each verdict, those among them that there never was."""
    return {verdict: verdicts[verdict] for verdict in VERDICTS}


class RunOutcome:
    """What a run comes to; it looks at the records as they pass by and keeps none."""

    def __init__(self) -> None:
        self._verdicts: set[str] = set()
        self._internal = False
        self._warned = False

    def noted(self, records: Iterable[ListRecord]) -> Iterator[ListRecord]:
        """Give the records on, and note what they say."""
        for record in records:
            self._verdicts.add(record["verdict"])
            for finding in record["diagnostics"]:
                self._internal = self._internal or is_internal(finding["code"])
                self._warned = self._warned or finding["severity"] == "warning"
            yield record

    def exit(self, *, strict: bool) -> Exit:
        """Give the exit code for all of them."""
        if self._internal:
            return Exit.INTERNAL
        if "unreadable" in self._verdicts:
            return Exit.UNUSABLE
        return Exit.ILLEGAL if self._verdicts != {"legal"} or (strict and self._warned) else Exit.LEGAL
