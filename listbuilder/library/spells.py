"""Spells in our own words: the facts of a spell put into the sentence that its effect has, in every language.

What a spell lends to whoever it is cast at, in the words of effects; the odds count it where it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from listbuilder.library.text_markers import english, fill, values_in
from listbuilder.model.notation import NotationError, parse_rule

Effect: TypeAlias = Mapping[str, Any]
Names: TypeAlias = Callable[[str], "str | Mapping[str, str]"]
"""Gives the name of a rule in all its languages."""
_SIGNED = frozenset({"modifier", "advance", "rush"})
_OPTIONAL = frozenset({"rules", "dice", "when"})


def spell_text(effect: Effect, texts: Mapping[str, Any], names: Names = str) -> str | dict[str, str] | None:
    """Say what a spell does; None where no sentence is written for its effect."""
    sentence = _sentence(effect, texts)
    if sentence is None:
        return None
    plain = {key: _value(key, value, names) for key, value in effect.items()}
    phrases = texts.get("phrases", {})
    slots = {slot: _slot(slot, effect, plain, phrases) for slot in values_in(english(sentence))}
    said = fill(sentence, slots)
    return _capital(said) if isinstance(said, str) else {code: _capital(words) for code, words in said.items()}


def missing_facts(effect: Effect, texts: Mapping[str, Any]) -> list[str]:
    """Name the facts that a spell's sentence asks for and that it does not state."""
    sentence = _sentence(effect, texts)
    asked = values_in(english(sentence)) if sentence is not None else set()
    needed = (asked - {"target"}) | ({"side", "range"} if "target" in asked else set())
    return sorted(needed - _OPTIONAL - set(effect))


def spell_rules(effect: Effect) -> Iterator[str]:
    """Name the rules that a spell gives, without their ratings."""
    for text in (*effect.get("rules", ()), *((effect["rule"],) if "rule" in effect else ())):
        try:
            yield parse_rule(text).name
        except NotationError:
            continue


def _sentence(effect: Effect, texts: Mapping[str, Any]) -> str | Mapping[str, str] | None:
    forms = texts.get("effects", {}).get(effect["does"])
    if forms is None:
        return None
    found: str | Mapping[str, str] = forms.get("several", forms["one"]) if _several(effect) else forms["one"]
    return found


def _several(effect: Effect) -> bool:
    return bool(effect.get("most", 1) > 1)


def _slot(name: str, effect: Effect, plain: Mapping[str, object], phrases: Mapping[str, Any]) -> object:
    """Give what stands in a slot: the phrase for this very value, the phrase for any, or the value as it is."""
    if name == "target":
        plural = "s" if _several(effect) else ""
        key = f"target-{effect.get('side')}-{effect.get('who', 'unit')}{plural}"
        return fill(phrases.get(key, ""), plain)
    if name not in effect:
        return ""
    phrase = phrases.get(f"{name}-{effect[name]}") or phrases.get(name)
    return plain[name] if phrase is None else fill(phrase, plain)


def _value(key: str, value: object, names: Names) -> object:
    if key == "rule":
        return _named(str(value), names)
    if key == "rules" and isinstance(value, list):
        return _joined([_named(str(rule), names) for rule in value])
    return f"{value:+d}" if key in _SIGNED and isinstance(value, int) else value


def _named(text: str, names: Names) -> str | Mapping[str, str]:
    """Give a rule with its rating, its name in all languages."""
    try:
        rule = parse_rule(text)
    except NotationError:
        return text
    rating = text[len(rule.name) :]
    found = names(rule.name)
    if isinstance(found, str):
        return found + rating
    return {code: name + rating for code, name in found.items()}


def _joined(rules: list[str | Mapping[str, str]]) -> dict[str, str]:
    codes = {"en", *(code for rule in rules if not isinstance(rule, str) for code in rule)}
    each = [dict.fromkeys(codes, rule) if isinstance(rule, str) else rule for rule in rules]
    return {code: ", ".join(rule.get(code) or rule["en"] for rule in each) for code in sorted(codes)}


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


_WHEN = {"melee": "melee", "shooting": "shoot", "charging": "charge"}
_ROLLS: Mapping[str, Mapping[str, str]] = {"hit": {}, "defense": {"side": "target"}, "morale": {}}
"""The rolls that an attack or a melee throws; a spell that changes others has no part in them."""


def spell_gift(effect: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Give what a spell lends, as effects; None where it deals hits or nobody has said what it does."""
    does = effect.get("does")
    if does is None or does == "hits":
        return None
    when = {"when": [_WHEN[effect["when"]]]} if effect.get("when") in _WHEN else {}
    if does in ("gain", "gain-against"):
        return [{"grants": effect["rule"], "to": "another", **when}]
    if does in ("rolls", "rolls-against") and effect["roll"] in _ROLLS:
        return [{effect["roll"]: effect["modifier"], **_ROLLS[effect["roll"]], "to": "another", **when}]
    return []
