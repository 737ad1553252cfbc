"""The quick reference of a system: rules and the system's own numbers stand in it by marker, never typed twice.

`{tough}` is a rule's name as in every text; `{move.rush}`, `{game.rounds}` and `{state.shaken}` are what the system's
file says elsewhere, so that a system built on another has its own numbers in sentences that it did not write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.library.lazy import LazyMapping
from listbuilder.library.markers import Raw, in_language, map_words, mentions, name_rules
from listbuilder.model import Chapter, RuleId, build_text

_VALUE = re.compile(r"\{([a-z]+\.[a-z][a-z0-9-]*)\}")


def build_reference(raw: Mapping[str, Any]) -> Mapping[str, Chapter]:
    """Build the chapters of a merged system, each when it is first read."""
    rules, values = raw.get("rules", {}), page_values(raw)

    def named(rule: str) -> Raw | None:
        return rules[rule]["name"] if rule in rules else None

    def build(key: str, chapter: Mapping[str, Any]) -> Chapter:
        points = [name_rules(_filled(point, values), named) for point in chapter["points"]]
        leaning = dict.fromkeys(rule for point in chapter["points"] for rule in mentions(point) if rule in rules)
        return Chapter(
            id=key,
            title=build_text(chapter["title"]),
            points=tuple(map(build_text, points)),
            mentions=tuple(map(RuleId, leaning)),
        )

    return LazyMapping(raw.get("reference", {}), build)


def page_values(raw: Mapping[str, Any]) -> Mapping[str, Raw]:
    """Give what a page can say of its system by marker: moves, counts of the game, names of states."""
    mark = raw.get("measure", {}).get("mark", '"')
    moves, tracking = raw.get("moves") or {}, raw.get("tracking") or {}
    distances = {name: f"{moves[name]}{mark}" for name in ("advance", "rush", "charge") if name in moves}
    numbers = {"rounds": tracking.get("rounds"), "tokens": tracking.get("spell_tokens")}
    return {
        **{f"move.{name}": distance for name, distance in distances.items()},
        **{f"game.{name}": str(number) for name, number in numbers.items() if number},
        **{f"state.{state['id']}": state["name"] for state in tracking.get("states", ())},
    }


def wanted_values(text: Raw) -> Iterator[str]:
    """Give the values that a text names by marker."""
    for words in text.values() if isinstance(text, Mapping) else (text,):
        yield from _VALUE.findall(words)


def _filled(text: Raw, values: Mapping[str, Raw]) -> Raw:
    def fill(words: str, language: str) -> str:
        return _VALUE.sub(lambda match: in_language(values.get(match[1], match[0]), language), words)

    return map_words(text, fill)
