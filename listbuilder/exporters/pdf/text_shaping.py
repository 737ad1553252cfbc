"""The order in which letters stand on a line, where some of them are read from right to left.

As Unicode's algorithm (UAX 9) has it, without explicit marks, which are no part of a name by the time it is set; the
direction of a text is that of its first letter.

Arabic letters as they are joined: each in the form that its neighbours give it.

Unicode has a character for every form, and says of each which letter it is a form of; fonts that ship with us have
pictures of them. What a script needs beyond forms and the joined lam-alef is not done here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_CLOSING = {")": "(", "]": "[", "}": "{"}
_STRONG = ("L", "R", "AL")
_NUMBERS = ("EN", "AN")
_KNOWN = ("L", "R", "AL", "EN", "AN", "ES", "ET", "CS", "NSM", "B", "S", "WS", "ON", "BN")
_KINDS = {**dict(zip(_KNOWN, _KNOWN, strict=True)), "": "L"}
"""What a letter is to the algorithm; what else there is are explicit marks."""
_NEUTRAL = ("B", "S", "WS", "ON", "BN")


def visual(text: str) -> str:
    """Give a text in the order in which it stands on the line, from left to right."""
    kinds = [_KINDS.get(unicodedata.bidirectional(letter), "ON") for letter in text]
    if not any(kind in ("R", "AL", "AN") for kind in kinds):
        return text
    base = 0 if next((kind for kind in kinds if kind in _STRONG), "L") == "L" else 1
    levels = _levels(text, kinds, base)
    clusters = [(cluster, levels[place]) for cluster, place in _clusters(text)]
    for level in range(max(levels), 0, -1):
        clusters = _turned(clusters, level)
    return "".join(text.translate(_MIRRORED) if level % 2 else text for text, level in clusters)


def _clusters(text: str) -> list[tuple[str, int]]:
    """Cut a text into letters with the marks that sit on them, each with its place."""
    clusters: list[tuple[str, int]] = []
    for place, letter in enumerate(text):
        if clusters and unicodedata.combining(letter):
            clusters[-1] = clusters[-1][0] + letter, clusters[-1][1]
        else:
            clusters.append((letter, place))
    return clusters


def _turned(clusters: Sequence[tuple[str, int]], least: int) -> list[tuple[str, int]]:
    """Turn every run around whose level is at least so high."""
    turned: list[tuple[str, int]] = []
    run: list[tuple[str, int]] = []
    for cluster in clusters:
        if cluster[1] >= least:
            run.append(cluster)
        else:
            turned += (*reversed(run), cluster)
            run = []
    return [*turned, *reversed(run)]


def _levels(text: str, kinds: Sequence[str], base: int) -> list[int]:
    around = "R" if base else "L"
    resolved = _neutrals(_brackets(text, _numbers(list(kinds), around), around), around)
    heights = {"L": (0, 2), "R": (1, 1), "EN": (2, 2), "AN": (2, 2)}
    levels = [heights[kind][base] for kind in resolved]
    for place in range(len(kinds) - 1, -1, -1):
        if kinds[place] not in ("WS", "B", "S", "BN"):
            break
        levels[place] = base
    return levels


def _numbers(kinds: list[str], around: str) -> list[str]:
    """Resolve marks, numbers and what stands between them (W1 to W7)."""
    strong = before = around
    for place, kind in enumerate(kinds):
        found = before if kind == "NSM" else kind
        if found == "EN" and strong == "AL":
            found = "AN"
        strong = kind if kind in _STRONG else strong
        kinds[place] = before = found
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for place in range(1, len(kinds) - 1):
        one, kind, other = kinds[place - 1 : place + 2]
        if one == other and ((kind == "CS" and one in _NUMBERS) or (kind == "ES" and one == "EN")):
            kinds[place] = one
    return _latin_numbers(_terminated(kinds), around)


def _terminated(kinds: list[str]) -> list[str]:
    """Let signs beside a number belong to it; others are neutral."""
    for order in (range(1, len(kinds)), range(len(kinds) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for place in order:
            if kinds[place] == "ET" and kinds[place + step] == "EN":
                kinds[place] = "EN"
    return ["ON" if kind in ("ES", "ET", "CS") else kind for kind in kinds]


def _latin_numbers(kinds: list[str], around: str) -> list[str]:
    """Let numbers after letters from left to right go with them."""
    strong = around
    for place, kind in enumerate(kinds):
        strong = kind if kind in ("L", "R") else strong
        if kind == "EN" and strong == "L":
            kinds[place] = "L"
    return kinds


def _brackets(text: str, kinds: list[str], around: str) -> list[str]:
    """Let both brackets of a pair go the same way (N0)."""
    waiting: list[int] = []
    for place, letter in enumerate(text):
        if letter in _CLOSING.values():
            waiting.append(place)
        opened = [one for one in waiting if text[one] == _CLOSING.get(letter)]
        if opened:
            del waiting[waiting.index(opened[-1]) :]
            kinds[opened[-1]] = kinds[place] = _paired(kinds, opened[-1], place, around)
    return kinds


def _paired(kinds: Sequence[str], start: int, end: int, around: str) -> str:
    """Give the direction of a pair: that of the text where anything inside has it, else that of what is before."""
    inside = {_direction(kind) for kind in kinds[start + 1 : end]} & {"L", "R"}
    if not inside or around in inside:
        return around if inside else "ON"
    return next((found for kind in kinds[start::-1] if (found := _direction(kind)) in ("L", "R")), around)


def _neutrals(kinds: list[str], around: str) -> list[str]:
    """Let what has no direction go with its neighbours where these agree, else with the text (N1, N2)."""
    place = 0
    while place < len(kinds):
        end = place
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        if end > place:
            before = _direction(kinds[place - 1]) if place else around
            after = _direction(kinds[end]) if end < len(kinds) else around
            kinds[place:end] = [before if before == after else around] * (end - place)
        place = max(end, place + 1)
    return kinds


def _direction(kind: str) -> str:
    return "R" if kind in _NUMBERS else kind


_FORMS = (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(0xFE80, 0xFEFD))
"""Where the forms of single letters stand, and at the end the joined lam-alef."""
_CAUSING = "\u0640\u200d"
"""The stretched line and the joiner, which join on both sides and have one form."""
_ISOLATED, _FINAL, _INITIAL, _MEDIAL = "<isolated>", "<final>", "<initial>", "<medial>"


def join(text: str) -> str:
    """Put each letter into its form; text of other scripts stays as it is."""
    if not any("\u0620" <= letter <= "\u06ff" for letter in text):
        return text
    return "".join(_formed(_tied(text)))


def _tied(text: str) -> list[str]:
    """Cut a text into letters with their marks; lam and alef are one."""
    clusters: list[str] = []
    for letter in text:
        if (clusters and unicodedata.combining(letter)) or (clusters and clusters[-1] + letter in _table()):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _formed(clusters: list[str]) -> Iterator[str]:
    before = False
    for place, cluster in enumerate(clusters):
        base = _base(cluster)
        forms = _table().get(base, {})
        after = place + 1 < len(clusters) and _joins_before(_base(clusters[place + 1]))
        onwards = _joins_after(base)
        kind = {(False, False): _ISOLATED, (True, False): _FINAL, (False, True): _INITIAL, (True, True): _MEDIAL}
        yield forms.get(kind[before, after and onwards], base) + cluster[len(base) :]
        before = onwards


def _base(cluster: str) -> str:
    """Give the letter, or the two that are one, without the marks on it."""
    return cluster[:2] if cluster[:2] in _table() else cluster[:1]


def _joins_before(base: str) -> bool:
    return base in _CAUSING or _FINAL in _table().get(base, {})


def _joins_after(base: str) -> bool:
    return base in _CAUSING or _INITIAL in _table().get(base, {})


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    """Gather the forms of every letter from what Unicode says of the forms."""
    table: dict[str, dict[str, str]] = {}
    for code in _FORMS:
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if kind in (_ISOLATED, _FINAL, _INITIAL, _MEDIAL):
            table.setdefault("".join(chr(int(letter, 16)) for letter in letters), {})[kind] = chr(code)
    return table
