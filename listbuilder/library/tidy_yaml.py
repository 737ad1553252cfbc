"""YAML as list files are written, read without libyaml, whose import takes as long as judging ten lists.

A text is tidy where each key stands at the beginning of a line, with one value behind it or a line below it for each
item or key; where lists and mappings among the values have brackets; and where texts are words, or stand in quotes with
nothing unusual in them. Such a value is JSON but for quotes around its words, so they are put there and the standard
library reads it. Everything else, faults among it, is for `yaml_text.py`, which says what is wrong: here a text has the
same value as there, or none, and `tests/properties/test_tidy_yaml.py` holds both against each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from json import JSONDecoder
from typing import Final

UNTIDY: Final = object()
"""What is given for a text that is not tidy."""

_EMPTY = re.compile(r"^ *(?:#.*)?\n", re.MULTILINE)
_WORD = r"\w[\w./+-]*"
_WORDS = re.compile(rf"({_WORD}(?: {_WORD})*)")
_KNOWN = re.compile(r'"(0|[1-9][0-9]{0,17}|[Tt]rue|TRUE|[Ff]alse|FALSE|[Nn]ull|NULL)"(?! *:)')
"""Words that stand for something else than a text; those that JSON spells otherwise it refuses."""
_KEY = re.compile(r'"([^"]*)":(.*)\n((?: .*\n)*)')
_ITEM = re.compile(r"- (.*)", re.DOTALL)
_PAIR = re.compile(r'"([^"]*)": (.*)', re.DOTALL)
_LONGEST = 1000
"""Letters in a line: libyaml looks no further for the end of a key."""
_MOST_BRACKETS = 50
"""In one value, so that none is nested as deeply as is refused."""


def read_tidy(text: str) -> object:
    """Give what stands in a tidy text, UNTIDY for any other."""
    if not text.replace("\n", "").isprintable() or max(map(len, text.split("\n"))) > _LONGEST:
        return UNTIDY
    if text.count("\\") != text.count(r"\n"):  # escapes; a line break is the usual one
        return UNTIDY
    try:
        return _once([*_pairs(_quoted(_EMPTY.sub("", f"{text}\n")))])
    except ValueError:
        return UNTIDY


def line_of_item(text: str, key: str, number: int) -> int | None:
    """Give the line of an item in the list below a key of a tidy text; None where it does not begin beside its dash."""
    lines = text.split("\n")
    begins = next(
        (place for place, line in enumerate(lines) if line.rstrip(" ") in (f"{key}:", f'"{key}":')), len(lines)
    )
    said = [(place, line) for place, line in enumerate(lines) if place > begins and not _EMPTY.match(f"{line}\n")]
    below = list(takewhile(lambda found: found[1].startswith(" "), said))
    dash = f"{' ' * min((_width(line) for _, line in below), default=0)}- "
    items = [(place, line) for place, line in below if line.startswith(dash)]
    if number >= len(items) or not items[number][1].removeprefix(dash).strip(" "):
        return None
    return items[number][0] + 1


def _quoted(text: str) -> str:
    """Put quotes around words that have none."""
    parts = text.split('"')
    outside, inside = parts[::2], parts[1::2]
    if len(outside) == len(inside) or any("\n" in part for part in inside) or any(map(_has_odd_colon, outside)):
        raise ValueError
    # every other part of what is split is a word; `sub` calls a function of Python for each
    parts[::2] = ["".join(_KNOWN.split('"'.join(_WORDS.split(part)))) for part in outside]
    return '"'.join(parts)


def _has_odd_colon(text: str) -> bool:
    """Tell whether there is a colon that does not end a key: it stands right behind it, and before a blank."""
    return text.count(":") != text.count(": ") + text.count(":\n") or " :" in text or "\n:" in text


def _pairs(text: str) -> Iterator[tuple[str, object]]:
    place = 0
    while not place or place < len(text):
        found = _needed(_KEY.match(text, place))
        key, beside, below = found.groups()
        yield key, _value(f"{beside}\n{below}") if beside.strip() else _below(below)
        place = found.end()


def _below(text: str) -> object:
    """Read what stands below a key: all as far to the right as its first line, and further where a value goes on."""
    width = _width(text)
    lines = f"\n{text[:-1]}"
    if not width or re.search(rf"\n {{0,{width - 1}}}[^ ]", lines):
        raise ValueError
    parts = re.split(rf"\n {{{width}}}(?! )", lines)[1:]
    if parts[0].startswith("- "):
        return [_value(_needed(_ITEM.fullmatch(part))[1]) for part in parts]
    pairs = [_needed(_PAIR.fullmatch(part)) for part in parts]
    return _once([(found[1], _value(found[2])) for found in pairs])


def _width(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _value(text: str) -> object:
    if text.count("[") + text.count("{") > _MOST_BRACKETS:
        raise ValueError
    return _READER.decode(text)


def _needed(found: re.Match[str] | None) -> re.Match[str]:
    if found is None:
        raise ValueError
    return found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build a mapping; a key that stands twice in it is a finding, which is not made here."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


_READER = JSONDecoder(object_pairs_hook=_once)
