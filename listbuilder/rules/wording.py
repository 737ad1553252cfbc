"""Findings in words: the sentence, the fix, and where the rule stands, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from listbuilder.diagnostics import Diagnostic, Fix
from listbuilder.i18n import has, show_value, translate


class FixRecord(TypedDict):
    """One way to mend a finding in plain values, and what it comes to."""

    text: str
    points: int
    """What the list costs afterwards."""
    lost: int
    entries: list[str]
    """The ids of the entries that it touches."""
    verdict: str


def describe(diagnostic: Diagnostic, language: str) -> str:
    """Say what was found, in a sentence."""
    return translate(language, sentence_key(diagnostic, language), **diagnostic.params)


def describe_fix(diagnostic: Diagnostic, language: str) -> str | None:
    """Say what would mend it, in a sentence; None where only the player can know."""
    return None if diagnostic.fix is None else word_fix(diagnostic.fix, language)


def word_fix(fix: Fix, language: str) -> str:
    """Say what one fix does, in a sentence."""
    return translate(language, fix.name, **fix.params)


def fix_records(fixes: Iterable[Fix], language: str) -> list[FixRecord]:
    """Give what fixes do and come to as plain values, for programs; one that was not tried is none."""
    return [
        {
            "text": word_fix(fix, language),
            "points": outcome.after,
            "lost": outcome.lost,
            "entries": list(outcome.touched),
            "verdict": outcome.verdict.value,
        }
        for fix in fixes
        if (outcome := fix.outcome) is not None
    ]


def describe_source(diagnostic: Diagnostic, language: str) -> str | None:
    """Name what a finding rests on: a section, a book, an event, a decision; None where it rests on none."""
    return None if diagnostic.source is None else show_value(language, diagnostic.source)


def describe_title(code: str, language: str) -> str:
    """Name a kind of finding in a few words."""
    return translate(language, f"{code}.title")


def sentence_key(diagnostic: Diagnostic, language: str) -> str:
    """Choose the sentence: a value that is empty, zero or False has a variant `CODE.no-<name>` where one is written."""
    for name, value in diagnostic.params.items():
        if not value and has(language, f"{diagnostic.code}.no-{name}"):
            return f"{diagnostic.code}.no-{name}"
    return diagnostic.code
