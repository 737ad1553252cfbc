"""The known word that a misspelt one is closest to."""

from __future__ import annotations

from collections.abc import Iterable


def suggest(word: str, known: Iterable[str]) -> str | None:
    """Give the known word that is closest, if one is close."""
    import difflib  # noqa: PLC0415 - only where something is wrong

    folded = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold()[:200], folded, n=1, cutoff=0.7)
    return folded[close[0]] if close else None
