"""Arabic letters as they are joined: each in the form that its neighbours give it.

Unicode has a character for every form, and says of each which letter it is a form of; fonts that ship with us have
pictures of them. What a script needs beyond forms and the joined lam-alef is not done here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

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
