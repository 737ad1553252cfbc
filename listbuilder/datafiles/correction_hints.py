"""Slips of the pen: what people write who know the rulebook and not yet the file, and what to write instead.

What a validator complains of and a person would know how to mend: slips of the pen among its findings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath
from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Text, slug
from listbuilder.model.notation import NotationError, parse_stack, split_parts
from listbuilder.model.text import phrase

_COUNT = re.compile(r"^(\d{1,3})\s*[x×*]\s*(?=\S)")
_BRACKET = re.compile(r"^(?P<name>[^()]*[^()\s])(?P<gap>\s*)\((?P<inside>.*)\)$")
_ATTACKS = re.compile(r"^A(?:ttacks?)?[\s:=]*(\d{1,3})$|^(\d{1,3})\s*A(?:ttacks?)?$", re.IGNORECASE)
_RANGE = re.compile(r"^(\d{1,3})\s*(?:in|inch|inches|zoll|''|’’|“|„|\")\.?$", re.IGNORECASE)
_NUMBERED = re.compile(r"^(?P<name>.*?[^\s\d:=+(])(?:[\s:=]*|\s*\()(?P<number>\+?\d{1,3})\)?$")
_BARE_WEAPON = re.compile(r"^(?P<name>.*\S)[\s,:]+(?P<attacks>A\d{1,3}|\d{1,3}A)$")
_LONGEST = 300
"""Letters; a longer text is told to be too long, and not repeated twice."""
_SQUARE = str.maketrans("[]{}", "()()")

_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_AMOUNT = re.compile(
    rf"^(?:(?P<most>up[ _-]?to|max\.?|at most)|exactly|only|just)?\s*(?P<number>\d{{1,2}}|{'|'.join(_WORDS)})x?$",
    re.IGNORECASE,
)
_SPAN = re.compile(r"^\s*(\d{1,6})\s*(?:-|–|\.\.\.?|to|bis)\s*\d{1,6}\s*$", re.IGNORECASE)
_PLAIN_NUMBER = re.compile(r"^\+?(\d{1,6})\s*(?:\+|pts?\.?|points?|punkte|models?|modelle|\"|mm|#.*)?$", re.IGNORECASE)
_THOUSANDS = re.compile(r"^\d{1,3}(?:[.,'’ ]\d{3})+$")
_FOR_EACH = re.compile(r"^(\d{1,6})\D*?(?:/|per|each|je|pro)\b", re.IGNORECASE)
_NUMBER_WORDS = {"free": "0", **{word: str(number) for number, word in enumerate(_WORDS, 1)}}
_CURLY = str.maketrans("", "", "“”„«»")
_FLAGS = {"yes": "true", "ja": "true", "on": "true", "no": "false", "nein": "false", "off": "false"}


class Slip(NamedTuple):
    """What is wrong with a text, in words, and what it should be."""

    reason: tuple[Text, ...]
    instead: str


def notation_slip(text: str, kind: str, numbered: Collection[str] = ()) -> Slip | None:
    """Find what a weapon, an item, a gain or a rule should have been; `numbered` are rules that take a number."""
    if len(text) > _LONGEST:
        return None
    reasons: list[str] = []
    mended = _mended(text, kind, numbered, reasons)
    try:
        parse_stack(mended)
    except NotationError:
        return None
    return Slip(tuple(map(phrase, dict.fromkeys(reasons))), in_quotes(mended)) if mended != text else None


def _mended(text: str, kind: str, numbered: Collection[str], reasons: list[str]) -> str:
    def put(found: str, key: str) -> str:
        reasons.append(f"slip.{key}")
        return found

    text = _with_our_signs(text, kind, put)
    if text.count("(") == text.count(")") + 1:
        text = put(f"{text})", "close")
    if counted := _COUNT.match(text):
        wanted = f"{counted[1]}x "
        rest = _mended(text[counted.end() :], kind, numbered, reasons)
        return (wanted if counted[0] == wanted else put(wanted, "count")) + rest
    body = _BRACKET.match(text)
    if body is None:
        return _without_bracket(text, kind, numbered, put)
    if kind in ("rules", "gain") and body["inside"].isdecimal():
        return put(f"{body['name']}({body['inside']})", "no-space") if body["gap"] else text
    parts = [_part(part, numbered, put) for part in _split(body["inside"])]
    if kind == "weapons" and len(parts) == 1 and parts[0].isdecimal():
        parts = [put(f"A{parts[0]}", "attacks")]
    elif kind == "weapons" and not any(map(_ATTACKS.match, parts)):
        parts.insert(1 if parts and parts[0].endswith('"') else 0, put("A1", "no-attacks"))
    armed = any(re.fullmatch(r"A\d+", part) for part in parts)
    gap = put(" ", "space") if not body["gap"] and (armed or kind in ("weapons", "items")) else body["gap"]
    return f"{body['name']}{gap}({', '.join(parts)})"


def _with_our_signs(text: str, kind: str, put: Callable[[str, str], str]) -> str:
    """Exchange curly quotes, semicolons and other brackets for what is written here."""
    signs = [("straight", text.translate(_CURLY).strip())]
    signs.append(("comma", signs[-1][1].replace(";", ",")))
    if kind != "rules":
        signs.append(("round", signs[-1][1].translate(_SQUARE)))
    for key, changed in signs:
        text = text if changed == text else put(changed, key)
    return text


def _split(inside: str) -> Sequence[str]:
    try:
        return list(split_parts(inside))
    except NotationError:
        return [inside]


def _part(part: str, numbered: Collection[str], put: Callable[[str, str], str]) -> str:
    """Mend one part of a bracket: attacks, a range, or a rule with its number."""
    if (attacks := _ATTACKS.match(part)) and part != (wanted := f"A{attacks[1] or attacks[2]}"):
        return put(wanted, "attacks")
    if (reach := _RANGE.match(part)) and part != (wanted := f'{reach[1]}"'):
        return put(wanted, "range")
    return _number(part, numbered, put)


def _without_bracket(text: str, kind: str, numbered: Collection[str], put: Callable[[str, str], str]) -> str:
    if kind in ("weapons", "gain") and (bare := _BARE_WEAPON.match(text)):
        return put(f"{bare['name']} (A{bare['attacks'].strip('A')})", "brackets")
    return _number(text, numbered, put) if kind in ("rules", "gain") else text


def _number(text: str, numbered: Collection[str], put: Callable[[str, str], str]) -> str:
    """Put the number of a rule that takes one into brackets: `AP2`, `AP 2`, `AP: 2`."""
    found = _NUMBERED.match(text)
    if found is None or slug(found["name"]) not in numbered:
        return text
    wanted = f"{found['name']}({found['number'].lstrip('+')})"
    return put(wanted, "number") if wanted != text else text


def place_slip(text: str, kind: str) -> Slip | None:
    """Find what belongs elsewhere or is written otherwise there: a weapon among rules, a bare item, a whole target."""
    body = _BRACKET.match(text)
    if kind == "rules" and body is not None and any(map(_ATTACKS.match, _split(body["inside"]))):
        return Slip((phrase("slip.weapon"),), f"weapons: [{in_quotes(text)}]")
    if kind == "items" and body is None and not re.search(r"[()\"]", text):
        return Slip((phrase("slip.item"),), f"{{item: {in_quotes(text)}}}")
    if kind == "targets" and body is not None:
        return Slip((phrase("slip.target"),), in_quotes(body["name"]))
    return None


def amount_slip(value: object, key: str) -> Slip | None:
    """Find which amount was meant by a number or a word where `{exactly: 1}` belongs."""
    if value == "all":  # of options one takes any; of models it is said already
        return Slip((phrase(f"slip.{key}"),), "any")
    found = _AMOUNT.match(str(value)) if isinstance(value, str | int) and not isinstance(value, bool) else None
    if found is None:
        return None
    word = found["number"].lower()
    number = int(word) if word.isdecimal() else _WORDS.index(word) + 1
    return Slip((phrase(f"slip.{key}"),), f"{{{'up_to' if found['most'] else 'exactly'}: {number}}}")


def limit_slip(value: object) -> Slip | None:
    """Find which limit was meant by a bare number."""
    bare = isinstance(value, int) and not isinstance(value, bool)
    return Slip((phrase("slip.limit"),), f"{{most: {value}}}") if bare else None


def type_slip(value: object, types: Collection[str], key: str) -> Slip | None:
    """Find which value was meant where another type is asked for."""
    return next(_type_slips(value, types, key), None)


def _type_slips(value: object, types: Collection[str], key: str) -> Iterator[Slip]:
    number = _PLAIN_NUMBER.match(value) if isinstance(value, str) else None
    if "integer" in types and number:
        yield Slip((phrase("slip.plain-number"),), number[1])
    if "integer" in types and _THOUSANDS.match(str(value)):
        yield Slip((phrase("slip.plain-number"),), re.sub(r"\D", "", str(value)))
    if key == "cost" and (price := _FOR_EACH.match(str(value))):
        yield Slip((phrase("slip.cost"),), price[1])
    span = _SPAN.match(value) if isinstance(value, str) and key == "size" else None
    if span:
        yield Slip((phrase("slip.size"),), span[1])
    if "integer" in types and isinstance(value, str) and value.casefold() in _NUMBER_WORDS:
        yield Slip((phrase("slip.plain-number"),), _NUMBER_WORDS[value.casefold()])
    if "boolean" in types and isinstance(value, str) and value.casefold() in _FLAGS:
        yield Slip((phrase("slip.flag"),), _FLAGS[value.casefold()])
    if "array" in types and isinstance(value, str):
        yield Slip((phrase("slip.list"),), f"[{', '.join(map(in_quotes, _split(value)))}]")
    whole = isinstance(value, int) and not isinstance(value, bool)
    if key == "base" and whole:
        yield Slip((phrase("slip.base"),), f"{value}mm")
    if "string" in types and whole and not key.isdecimal():
        yield Slip((phrase("slip.text"),), f'"{value}"')


def counted(name: str) -> bool:
    """Tell whether a name begins with a count that is written another way than ours: `2 x Claw`."""
    return _COUNT.match(name) is not None


def id_slip(value: str) -> Slip | None:
    """Find the id that a name with capitals, blanks or accents should have been."""
    wanted = slug(value)
    return Slip((phrase("slip.id"),), wanted) if wanted and wanted != value else None


def cut_slip(value: str, after: object) -> Slip | None:
    """Put a text together again that quotes inside of quotes have cut: `"Bow (24", A1)"`."""
    if not (value.count("(") > value.count(")") and isinstance(after, str) and after.endswith('"')):
        return None
    whole = f'{value}", {after[:-1]}'
    return Slip((phrase("slip.quotes"),), in_quotes(whole))


def notation_kind(path: DataPath) -> str:
    """Name the key whose notation stands at a path; empty where none does."""
    keys = [part for part in path if isinstance(part, str)]
    kinds = {
        **dict.fromkeys(("replace", "upgrade", "attachment"), "targets"),
        "weapons": "weapons",
        "weapon": "weapons",
        "items": "items",
        "item": "items",
        "gain": "gain",
    }
    return "" if not keys else "rules" if keys[-1] == "rules" and len(path) > 1 else kinds.get(keys[-1], "")


def in_quotes(text: str) -> str:
    """Write a text as a file may hold it, also inside of brackets."""
    if '"' in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"' if re.search(r"[,:#\[\]{}]|^\W", text) else text


_SYSTEMS = ("systems", "system", "based_on")
_AMOUNTS = ("affects", "select")


def slip_finding(document: Document, path: DataPath, value: object, slip: Slip, *, key: bool = False) -> Diagnostic:
    """Build the finding about a slip: what stands there, why it cannot, and what to write."""
    return document.finding("DAT035", path, key=key, value=str(value), reason=slip.reason, instead=slip.instead)


def written_text(document: Document, path: DataPath) -> str:
    """Give the notation that stands at a path, also that of `{item: …}` and `{weapon: …}`."""
    found = document.at(path)
    return str(found.get("weapon") or found.get("item")) if isinstance(found, dict) else str(found)


def schema_slip(document: Document, path: DataPath, error: Any) -> list[Diagnostic] | None:
    """Give what is to be said of a slip: nothing where the finding before has said it; None where it is none."""
    value = error.instance
    if "propertyNames" in error.absolute_schema_path:
        slip = id_slip(value) if error.validator == "pattern" and _wants_id(error) else None
        return None if slip is None else [slip_finding(document, (*path, value), value, slip, key=True)]
    if _told_before(document, path, value):
        return []
    slip = _find(document, path, error)
    return None if slip is None else [slip_finding(document, path, value, slip)]


def _find(document: Document, path: DataPath, error: Any) -> Slip | None:
    value, keyword = error.instance, error.validator
    key = path[-1] if path else ""
    if key in _AMOUNTS and keyword in ("enum", "type"):
        return amount_slip(value, str(key))
    if keyword == "type":
        wanted = error.validator_value
        meant = type_slip(value, [wanted] if isinstance(wanted, str) else wanted, str(key))
        return limit_slip(value) if path[-2:-1] == ("limits",) else meant
    if keyword != "pattern":
        return None
    if _wants_id(error):
        return Slip((phrase("slip.system"),), "ID") if path[0] in _SYSTEMS else id_slip(value)
    kind = notation_kind(path)
    if not kind:
        return None
    return cut_slip(value, document.at(_after(path))) or place_slip(value, kind) or notation_slip(value, kind)


def _wants_id(error: Any) -> bool:
    """Tell whether an id was asked for: its pattern knows no capitals and no blanks."""
    return str(error.validator_value).startswith("^[a-z0-9](?:")


def _told_before(document: Document, path: DataPath, value: object) -> bool:
    """Tell whether this is the second half of a text that was cut."""
    if not path or not isinstance(path[-1], int) or not path[-1]:
        return False
    before = document.at((*path[:-1], path[-1] - 1))
    return isinstance(before, str) and cut_slip(before, value) is not None


def _after(path: DataPath) -> DataPath:
    return (*path[:-1], path[-1] + 1) if path and isinstance(path[-1], int) else path
