"""The form under which names of equipment are compared."""

from __future__ import annotations

_IRREGULAR = {"staves": "staff", "teeth": "tooth", "feet": "foot", "hooves": "hoof", "men": "man"}
_KEYS: dict[str, str] = {}


def target_key(name: str) -> str:
    """Give the form under which a name is compared: lower case, every word without its plural ending.

    "Hand Weapons" and "hand weapon" are one target, and so are "Knives" and "Knife" (both "knif"): the result only
    serves comparison and is never shown.
    """
    key = _KEYS.get(name)
    if key is None:
        key = _KEYS[name] = " ".join(_stem(word) for word in name.lower().split())
    return key


def _stem(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    if word.endswith("ies") and word != "ies":
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    word = word.removesuffix("e")
    return word[:-1] + "f" if word.endswith("v") else word
