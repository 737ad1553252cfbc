"""Right-to-left text: the Unicode bidi algorithm (UAX 9) and the contextual forms of Arabic letters.

Explicit bidi marks are not handled, since names do not contain them. A text has the direction of its first letter.
Arabic shaping uses Unicode presentation forms, which the bundled fonts have, including lam-alef ligatures.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby, zip_longest

_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_CLOSING = {")": "(", "]": "[", "}": "{"}
_STRONG_CLASSES = ("L", "R", "AL")
_NUMBER_CLASSES = ("EN", "AN")
_BIDI_CLASSES = ("L", "R", "AL", "EN", "AN", "ES", "ET", "CS", "NSM", "B", "S", "WS", "ON", "BN")
_CLASS_OF = {**dict(zip(_BIDI_CLASSES, _BIDI_CLASSES, strict=True)), "": "L"}
"""The bidi class of a character; explicit marks are treated as neutral."""
_NEUTRAL_CLASSES = ("B", "S", "WS", "ON", "BN")


def reorder_bidi(text: str) -> str:
    """Return a text in visual order, from left to right (UAX 9)."""
    kinds = [_CLASS_OF.get(unicodedata.bidirectional(letter), "ON") for letter in text]
    if not any(kind in ("R", "AL", "AN") for kind in kinds):
        return text
    base = 0 if next((kind for kind in kinds if kind in _STRONG_CLASSES), "L") == "L" else 1
    levels = _resolve_levels(text, kinds, base)
    clusters = [(cluster, levels[index]) for cluster, index in _clusters(text)]
    for level in range(max(levels), 0, -1):
        clusters = _reverse_runs(clusters, level)
    return "".join(cluster.translate(_MIRRORED) if level % 2 else cluster for cluster, level in clusters)


def _clusters(text: str) -> list[tuple[str, int]]:
    """Split a text into letters with their combining marks, each with its index."""
    clusters: list[tuple[str, int]] = []
    for index, letter in enumerate(text):
        if clusters and unicodedata.combining(letter):
            clusters[-1] = clusters[-1][0] + letter, clusters[-1][1]
        else:
            clusters.append((letter, index))
    return clusters


def _reverse_runs(clusters: Sequence[tuple[str, int]], min_level: int) -> list[tuple[str, int]]:
    """Reverse every run whose level is at least `min_level` (L2)."""
    runs = groupby(clusters, key=lambda cluster: cluster[1] >= min_level)
    return [cluster for is_high, run in runs for cluster in (reversed(list(run)) if is_high else run)]


def _resolve_levels(text: str, kinds: Sequence[str], base: int) -> list[int]:
    base_direction = "R" if base else "L"
    resolved = _resolve_numbers(list(kinds), base_direction)
    resolved = _resolve_neutrals(_resolve_brackets(text, resolved, base_direction), base_direction)
    levels_of = {"L": (0, 2), "R": (1, 1), "EN": (2, 2), "AN": (2, 2)}
    levels = [levels_of[kind][base] for kind in resolved]
    for index in range(len(kinds) - 1, -1, -1):
        if kinds[index] not in ("WS", "B", "S", "BN"):
            break
        levels[index] = base
    return levels


def _resolve_numbers(kinds: list[str], base_direction: str) -> list[str]:
    """Resolve marks, numbers and separators (W1 to W7)."""
    strong = before = base_direction
    for index, kind in enumerate(kinds):
        resolved = before if kind == "NSM" else kind
        if resolved == "EN" and strong == "AL":
            resolved = "AN"
        strong = kind if kind in _STRONG_CLASSES else strong
        kinds[index] = before = resolved
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for index in range(1, len(kinds) - 1):
        previous, kind, following = kinds[index - 1 : index + 2]
        if previous == following and (
            (kind == "CS" and previous in _NUMBER_CLASSES) or (kind == "ES" and previous == "EN")
        ):
            kinds[index] = previous
    return _resolve_latin_numbers(_resolve_terminators(kinds), base_direction)


def _resolve_terminators(kinds: list[str]) -> list[str]:
    """Let terminators next to a number join it; others become neutral (W5, W6)."""
    for order in (range(1, len(kinds)), range(len(kinds) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for index in order:
            if kinds[index] == "ET" and kinds[index + step] == "EN":
                kinds[index] = "EN"
    return ["ON" if kind in ("ES", "ET", "CS") else kind for kind in kinds]


def _resolve_latin_numbers(kinds: list[str], base_direction: str) -> list[str]:
    """Let numbers after a left-to-right letter follow it (W7)."""
    strong = base_direction
    for index, kind in enumerate(kinds):
        strong = kind if kind in ("L", "R") else strong
        if kind == "EN" and strong == "L":
            kinds[index] = "L"
    return kinds


def _resolve_brackets(text: str, kinds: list[str], base_direction: str) -> list[str]:
    """Set the direction of both brackets of a pair (N0)."""
    open_brackets: list[int] = []
    for index, letter in enumerate(text):
        if letter in _CLOSING.values():
            open_brackets.append(index)
        opened = [start for start in open_brackets if text[start] == _CLOSING.get(letter)]
        if opened:
            del open_brackets[open_brackets.index(opened[-1]) :]
            kinds[opened[-1]] = kinds[index] = _pair_direction(kinds, opened[-1], index, base_direction)
    return kinds


def _pair_direction(kinds: Sequence[str], start: int, end: int, base_direction: str) -> str:
    """Return the direction of a pair: that of the text if its content has it, else that of what precedes."""
    inside = {_direction(kind) for kind in kinds[start + 1 : end]} & {"L", "R"}
    if not inside or base_direction in inside:
        return base_direction if inside else "ON"
    return next(
        (direction for kind in kinds[start::-1] if (direction := _direction(kind)) in ("L", "R")), base_direction
    )


def _resolve_neutrals(kinds: list[str], base_direction: str) -> list[str]:
    """Set neutrals to the direction of their neighbours if these agree, else of the text (N1, N2)."""
    index = 0
    while index < len(kinds):
        end = index
        while end < len(kinds) and kinds[end] in _NEUTRAL_CLASSES:
            end += 1
        if end > index:
            before = _direction(kinds[index - 1]) if index else base_direction
            after = _direction(kinds[end]) if end < len(kinds) else base_direction
            kinds[index:end] = [before if before == after else base_direction] * (end - index)
        index = max(end, index + 1)
    return kinds


def _direction(kind: str) -> str:
    return "R" if kind in _NUMBER_CLASSES else kind


_FORM_CODES = (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(0xFE80, 0xFEFD))
"""The presentation forms of single letters and of lam-alef."""
_JOIN_CAUSING = "\u0640\u200d"
"""Tatweel and zero-width joiner join on both sides and have one form."""
_FORM_NAMES = {
    (False, False): "<isolated>",
    (True, False): "<final>",
    (False, True): "<initial>",
    (True, True): "<medial>",
}
"""The form of a letter that joins the previous one, the next one, both or none."""


def shape_arabic(text: str) -> str:
    """Replace Arabic letters by the form that their neighbours require; other scripts stay unchanged."""
    if not any("\u0620" <= letter <= "\u06ff" for letter in text):
        return text
    clusters = _letter_clusters(text)
    bases = [cluster[:2] if cluster[:2] in _forms_by_letter() else cluster[:1] for cluster in clusters]
    shaped, joined = "", False
    for cluster, base, following in zip_longest(clusters, bases, bases[1:]):
        joins = _has_form(base, "<initial>")
        after = joins and following is not None and _has_form(following, "<final>")
        shaped += _forms_by_letter().get(base, {}).get(_FORM_NAMES[joined, after], base) + cluster[len(base) :]
        joined = joins
    return shaped


def _letter_clusters(text: str) -> list[str]:
    """Split a text into letters with their combining marks; lam and alef stay together."""
    clusters: list[str] = []
    for letter in text:
        if clusters and (unicodedata.combining(letter) or clusters[-1] + letter in _forms_by_letter()):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _has_form(base: str, name: str) -> bool:
    return base in _JOIN_CAUSING or name in _forms_by_letter().get(base, {})


@cache
def _forms_by_letter() -> Mapping[str, Mapping[str, str]]:
    """Return the forms of every letter, from the Unicode decompositions."""
    table: dict[str, dict[str, str]] = {}
    for code in _FORM_CODES:
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if kind in _FORM_NAMES.values():
            table.setdefault("".join(chr(int(letter, 16)) for letter in letters), {})[kind] = chr(code)
    return table
