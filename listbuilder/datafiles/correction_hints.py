"""Correction hints for common mistakes in data files."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

from listbuilder.datafiles.positions import DataPath
from listbuilder.datafiles.reader import Document
from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Text, slugify
from listbuilder.model.notation import NotationError, parse_equipment_count, split_at_commas
from listbuilder.model.text import build_catalogue_text

_COUNT = re.compile(r"^(\d{1,3})\s*[x×*]\s*(?=\S)")
_BRACKET = re.compile(r"^(?P<name>[^()]*[^()\s])(?P<gap>\s*)\((?P<inside>.*)\)$")
_ATTACKS = re.compile(r"^A(?:ttacks?)?[\s:=]*(\d{1,3})$|^(\d{1,3})\s*A(?:ttacks?)?$", re.IGNORECASE)
_RANGE = re.compile(r"^(\d{1,3})\s*(?:in|inch|inches|zoll|''|’’|“|„|\")\.?$", re.IGNORECASE)
_RULE_WITH_NUMBER = re.compile(r"^(?P<name>.*?[^\s\d:=+(])(?:[\s:=]*|\s*\()(?P<number>\+?\d{1,3})\)?$")
_BARE_WEAPON = re.compile(r"^(?P<name>.*\S)[\s,:]+(?P<attacks>A\d{1,3}|\d{1,3}A)$")
_MAX_TEXT_LENGTH = 300
"""Characters; a longer text is reported as too long."""
_ROUND_BRACKETS = str.maketrans("[]{}", "()()")

_NUMERALS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_AMOUNT = re.compile(
    rf"^(?:(?P<most>up[ _-]?to|max\.?|at most)|exactly|only|just)?\s*(?P<number>\d{{1,2}}|{'|'.join(_NUMERALS)})x?$",
    re.IGNORECASE,
)
_SPAN = re.compile(r"^\s*(\d{1,6})\s*(?:-|–|\.\.\.?|to|bis)\s*\d{1,6}\s*$", re.IGNORECASE)
_PLAIN_NUMBER = re.compile(r"^\+?(\d{1,6})\s*(?:\+|pts?\.?|points?|punkte|models?|modelle|\"|mm|#.*)?$", re.IGNORECASE)
_THOUSANDS = re.compile(r"^\d{1,3}(?:[.,'’ ]\d{3})+$")
_FOR_EACH = re.compile(r"^(\d{1,6})\D*?(?:/|per|each|je|pro)\b", re.IGNORECASE)
_NUMBER_WORDS = {"free": "0", **{word: str(number) for number, word in enumerate(_NUMERALS, 1)}}
_WITHOUT_CURLY_QUOTES = str.maketrans("", "", "“”„«»")
_NOTATION_KEYS = {
    "targets": ("replace", "upgrade", "attachment"),
    "weapons": ("weapons", "weapon"),
    "items": ("items", "item"),
    "gain": ("gain",),
}
_FLAGS = {"yes": "true", "ja": "true", "on": "true", "no": "false", "nein": "false", "off": "false"}


class CorrectionHint(NamedTuple):
    """Why a text is wrong, and what to write instead."""

    reason: tuple[Text, ...]
    instead: str


def build_hint(reason: str, instead: str) -> CorrectionHint:
    """Build a hint with one reason."""
    return CorrectionHint((build_catalogue_text(f"hint.{reason}"),), instead)


def notation_hint(text: str, kind: str, numbered: Collection[str] = ()) -> CorrectionHint | None:
    """Return the hint for a weapon, item, gain or rule; `numbered` are the rules that take a number."""
    if len(text) > _MAX_TEXT_LENGTH:
        return None
    reasons: list[str] = []
    corrected = _correct(text, kind, numbered, reasons)
    try:
        parse_equipment_count(corrected)
    except NotationError:
        return None
    if corrected == text:
        return None
    return CorrectionHint(tuple(map(build_catalogue_text, dict.fromkeys(reasons))), quote_text(corrected))


def _correct(text: str, kind: str, numbered: Collection[str], reasons: list[str]) -> str:
    def note_correction(corrected: str, key: str) -> str:
        """Note the reason of a correction and return it."""
        reasons.append(f"hint.{key}")
        return corrected

    text = _correct_signs(text, kind, note_correction)
    if text.count("(") == text.count(")") + 1:
        text = note_correction(f"{text})", "close")
    if count := _COUNT.match(text):
        prefix = f"{count[1]}x "
        rest = _correct(text[count.end() :], kind, numbered, reasons)
        return (prefix if count[0] == prefix else note_correction(prefix, "count")) + rest
    body = _BRACKET.match(text)
    if body is None:
        if kind in ("weapons", "gain") and (bare := _BARE_WEAPON.match(text)):
            return note_correction(f"{bare['name']} (A{bare['attacks'].strip('A')})", "brackets")
        return _correct_number(text, numbered, note_correction) if kind in ("rules", "gain") else text
    if kind in ("rules", "gain") and body["inside"].isdecimal():
        return note_correction(f"{body['name']}({body['inside']})", "no-space") if body["gap"] else text
    parts = [_correct_part(part, numbered, note_correction) for part in _split(body["inside"])]
    if kind == "weapons" and len(parts) == 1 and parts[0].isdecimal():
        parts = [note_correction(f"A{parts[0]}", "attacks")]
    elif kind == "weapons" and not any(map(_ATTACKS.match, parts)):
        parts.insert(1 if parts and parts[0].endswith('"') else 0, note_correction("A1", "no-attacks"))
    armed = any(re.fullmatch(r"A\d+", part) for part in parts)
    gap = note_correction(" ", "space") if not body["gap"] and (armed or kind in ("weapons", "items")) else body["gap"]
    return f"{body['name']}{gap}({', '.join(parts)})"


def _correct_signs(text: str, kind: str, note_correction: Callable[[str, str], str]) -> str:
    """Replace curly quotes, semicolons and other brackets."""
    signs = [("straight", text.translate(_WITHOUT_CURLY_QUOTES).strip())]
    signs.append(("comma", signs[-1][1].replace(";", ",")))
    if kind != "rules":
        signs.append(("round", signs[-1][1].translate(_ROUND_BRACKETS)))
    for key, changed in signs:
        text = text if changed == text else note_correction(changed, key)
    return text


def _split(inside: str) -> Sequence[str]:
    try:
        return list(split_at_commas(inside))
    except NotationError:
        return [inside]


def _correct_part(part: str, numbered: Collection[str], note_correction: Callable[[str, str], str]) -> str:
    """Correct one part of a bracket: attacks, a range, or a rule with its number."""
    if (attacks := _ATTACKS.match(part)) and part != (corrected := f"A{attacks[1] or attacks[2]}"):
        return note_correction(corrected, "attacks")
    if (reach := _RANGE.match(part)) and part != (corrected := f'{reach[1]}"'):
        return note_correction(corrected, "range")
    return _correct_number(part, numbered, note_correction)


def _correct_number(text: str, numbered: Collection[str], note_correction: Callable[[str, str], str]) -> str:
    """Put the number of a rule into brackets: `AP2`, `AP 2`, `AP: 2`."""
    match = _RULE_WITH_NUMBER.match(text)
    if match is None or slugify(match["name"]) not in numbered:
        return text
    corrected = f"{match['name']}({match['number'].lstrip('+')})"
    return note_correction(corrected, "number") if corrected != text else text


def placement_hint(text: str, kind: str) -> CorrectionHint | None:
    """Return the hint for notation in the wrong place, such as a weapon among the rules."""
    body = _BRACKET.match(text)
    if kind == "rules" and body is not None and any(map(_ATTACKS.match, _split(body["inside"]))):
        return build_hint("weapon", f"weapons: [{quote_text(text)}]")
    if kind == "items" and body is None and not re.search(r"[()\"]", text):
        return build_hint("item", f"{{item: {quote_text(text)}}}")
    if kind == "targets" and body is not None:
        return build_hint("target", quote_text(body["name"]))
    return None


def amount_hint(value: object, key: str) -> CorrectionHint | None:
    """Return the hint for a number or word in place of `{exactly: 1}`."""
    if value == "all":  # valid for models, but options need "any"
        return build_hint(key, "any")
    match = _AMOUNT.match(str(value)) if isinstance(value, str | int) and not isinstance(value, bool) else None
    if match is None:
        return None
    word = match["number"].lower()
    number = int(word) if word.isdecimal() else _NUMERALS.index(word) + 1
    return build_hint(key, f"{{{'up_to' if match['most'] else 'exactly'}: {number}}}")


def limit_hint(value: object) -> CorrectionHint | None:
    """Return the hint for a bare number in place of a limit."""
    bare = isinstance(value, int) and not isinstance(value, bool)
    return build_hint("limit", f"{{most: {value}}}") if bare else None


def type_hint(value: object, types: Collection[str], key: str) -> CorrectionHint | None:
    """Return the hint for a value of the wrong type."""
    return next(_iterate_type_hints(value, types, key), None)


def _iterate_type_hints(value: object, types: Collection[str], key: str) -> Iterator[CorrectionHint]:
    number = _PLAIN_NUMBER.match(value) if isinstance(value, str) else None
    if "integer" in types and number:
        yield build_hint("plain-number", number[1])
    if "integer" in types and _THOUSANDS.match(str(value)):
        yield build_hint("plain-number", re.sub(r"\D", "", str(value)))
    if key == "cost" and (price := _FOR_EACH.match(str(value))):
        yield build_hint("cost", price[1])
    span = _SPAN.match(value) if isinstance(value, str) and key == "size" else None
    if span:
        yield build_hint("size", span[1])
    if "integer" in types and isinstance(value, str) and value.casefold() in _NUMBER_WORDS:
        yield build_hint("plain-number", _NUMBER_WORDS[value.casefold()])
    if "boolean" in types and isinstance(value, str) and value.casefold() in _FLAGS:
        yield build_hint("flag", _FLAGS[value.casefold()])
    if "array" in types and isinstance(value, str):
        yield build_hint("list", f"[{', '.join(map(quote_text, _split(value)))}]")
    whole = isinstance(value, int) and not isinstance(value, bool)
    if key == "base" and whole:
        yield build_hint("base", f"{value}mm")
    if "string" in types and whole and not key.isdecimal():
        yield build_hint("text", f'"{value}"')


def has_odd_count(name: str) -> bool:
    """Return whether a name starts with a count in an unsupported form, such as `2 x Claw`."""
    return _COUNT.match(name) is not None


def id_hint(value: str) -> CorrectionHint | None:
    """Return the hint for an id with capitals, spaces or accents."""
    expected = slugify(value)
    return build_hint("id", expected) if expected and expected != value else None


def unquoted_comma_hint(value: str, after: object) -> CorrectionHint | None:
    """Return the hint for a text that YAML split at a comma, because quotes were nested: `"Bow (24", A1)"`."""
    if not (value.count("(") > value.count(")") and isinstance(after, str) and after.endswith('"')):
        return None
    whole = f'{value}", {after[:-1]}'
    return build_hint("quotes", quote_text(whole))


def notation_kind(path: DataPath) -> str:
    """Return the kind of notation at a path; empty if there is none."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    if key == "rules":
        return "rules" if len(path) > 1 else ""
    return next((kind for kind, keys in _NOTATION_KEYS.items() if key in keys), "")


def quote_text(text: str) -> str:
    """Return a text as YAML, quoted if it is needed in a flow list."""
    if '"' in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"' if re.search(r"[,:#\[\]{}]|^\W", text) else text


_SYSTEM_KEYS = ("systems", "system", "based_on")
_AMOUNT_KEYS = ("affects", "select")


def hint_finding(
    document: Document, path: DataPath, value: object, hint: CorrectionHint, *, key: bool = False
) -> Diagnostic:
    """Build the finding for a hint."""
    return document.finding("DAT035", path, key=key, value=str(value), reason=hint.reason, instead=hint.instead)


def notation_at(document: Document, path: DataPath) -> str:
    """Return the notation at a path, also that of `{item: …}` and `{weapon: …}`."""
    value = document.value_at(path)
    return str(value.get("weapon") or value.get("item")) if isinstance(value, dict) else str(value)


def schema_hints(document: Document, path: DataPath, error: Any) -> list[Diagnostic] | None:
    """Return the hint findings for a schema error.

    None if there is no hint, empty if the finding before covers this error too.
    """
    value = error.instance
    if "propertyNames" in error.absolute_schema_path:
        hint = id_hint(value) if error.validator == "pattern" and _wants_id(error) else None
        return None if hint is None else [hint_finding(document, (*path, value), value, hint, key=True)]
    if path and isinstance(path[-1], int) and path[-1]:
        previous = document.value_at((*path[:-1], path[-1] - 1))
        if isinstance(previous, str) and unquoted_comma_hint(previous, value) is not None:
            return []  # the second half of a text that was split at a comma
    hint = _find_hint(document, path, error)
    return None if hint is None else [hint_finding(document, path, value, hint)]


def _find_hint(document: Document, path: DataPath, error: Any) -> CorrectionHint | None:
    value, keyword = error.instance, error.validator
    key = path[-1] if path else ""
    if key in _AMOUNT_KEYS and keyword in ("enum", "type"):
        return amount_hint(value, str(key))
    if keyword == "type":
        types = error.validator_value
        hint = type_hint(value, [types] if isinstance(types, str) else types, str(key))
        return limit_hint(value) if path[-2:-1] == ("limits",) else hint
    if keyword != "pattern":
        return None
    if _wants_id(error):
        return build_hint("system", "ID") if path[0] in _SYSTEM_KEYS else id_hint(value)
    kind = notation_kind(path)
    if not kind:
        return None
    after = document.value_at((*path[:-1], path[-1] + 1)) if isinstance(path[-1], int) else value
    return unquoted_comma_hint(value, after) or placement_hint(value, kind) or notation_hint(value, kind)


def _wants_id(error: Any) -> bool:
    """Return whether the schema expects an id, whose pattern allows no capitals and no spaces."""
    return str(error.validator_value).startswith("^[a-z0-9](?:")
