"""The schema and the reader agree on list files, except for the cases named here."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from listbuilder.datafiles.schema import load_schema
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.serialization import list_to_mapping

Path = tuple[str | int, ...]

VALID: dict[str, Any] = {
    "format": 1,
    "name": "Watch",
    "player": "Ada",
    "system": "aofr-3",
    "points": 750,
    "force_org": True,
    "event": "cup",
    "notes": "Hold.",
    "books": {"free-cities": {"version": "1.0", "sha256": "ab", "points": 90}},
    "units": [
        {
            "id": "a",
            "unit": "free-cities/pikemen",
            "name": "Firsts",
            "upgrades": ["halberd", {"bow": 2}],
            "combined": {"upgrades": ["halberd"]},
            "joins": "b",
            "notes": "left",
            "xp": 5,
            "traits": ["old"],
        }
    ],
    "factions": [{"id": "x"}],
}
SAMPLES: tuple[Any, ...] = (
    *(None, True, 7, 1.5, "text", [], {}, ["x"], {"x": 1}, -1, 0, 10**7, "", "9" * 20_001),
    *("750", " +7 ", "--5", "7.5", "²", "٣"),
)
READER = jsonschema.Draft202012Validator(load_schema("list"))


def lenient(problem: jsonschema.ValidationError) -> bool:
    """What the schema forbids but the reader accepts silently, because people write it."""
    path, value, rule = tuple(problem.absolute_path), problem.instance, problem.validator
    last = path[-1] if path else ""
    single = isinstance(value, str | int | float)
    return any(
        (
            # an empty value counts as left out
            rule == "type" and value is None and last not in ("system", "unit") and not isinstance(last, int),
            # the name of a list, the version of a book, the id of an entry and the format may be left out
            rule == "required" and problem.message.split("'")[1] in ("name", "version", "id", "format"),
            # `name: 1984` is a name, `traits: [7]` a trait: any single value is a text
            rule == "type" and "string" in str(problem.validator_value) and single,
            # `human-empire: 3.5.3` is a book with its version
            rule == "type" and path[:1] == ("books",) and len(path) == 2 and single and value is not True,
            # `- human-empire/champion` is an entry without choices
            rule == "type" and path[:1] == ("units",) and len(path) == 2 and isinstance(value, str) and value != "",
            # an entry whose id is empty gets one
            rule == "minLength" and last == "id",
            # `{bow: 2, axe: 1}` is read as two picks, in that order
            rule == "maxProperties" and "upgrades" in path,
            # `points: "750"` is still a number
            rule == "type" and "integer" in str(problem.validator_value) and is_number(value) and last != "format",
            # the draft of this format had the number 0
            last == "format" and value == 0 and value is not False,
        )
    )


def is_number(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d{1,9}\s*", value) is not None


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from places(inner, (*path, key))


def change_value(path: Path, value: Any) -> Any:
    if not path:
        return value
    whole: Any = copy.deepcopy(VALID)
    at = whole
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return whole


def remove_value(path: Path) -> Any:
    whole: Any = copy.deepcopy(VALID)
    at = whole
    for key in path[:-1]:
        at = at[key]
    del at[path[-1]]
    return whole


def mutations() -> Iterator[tuple[str, Any]]:
    for path in places(VALID):
        where = ".".join(map(str, path)) or "list"
        for value in SAMPLES:
            yield f"{where} = {str(value)[:12]!r} {type(value).__name__}", change_value(path, value)
        if path:
            yield f"no {where}", remove_value(path)
    for path in places(VALID):
        at = VALID
        for key in path:
            at = at[key]
        if isinstance(at, dict) and path[:1] != ("factions",):
            yield f"{'.'.join(map(str, path))} with a key more", change_value(path, {**at, "zzz": 1})
        if isinstance(at, list) and at:
            yield f"{'.'.join(map(str, path))} too long", change_value(path, [at[0]] * 1_001)


LISTS = [(name, value) for name, value in mutations() if isinstance(value, dict)]
FORBIDDEN = [(name, value) for name, value in LISTS if not READER.is_valid(value)]
ALLOWED = [(name, value) for name, value in LISTS if READER.is_valid(value) and "units" in value]


def list_codes(value: dict[str, Any]) -> list[str]:
    try:
        return [finding.code for finding in parse_list(value).report]
    except UnreadableError as error:
        return [finding.code for finding in error.diagnostics]


def test_sample_list_is_valid() -> None:
    assert READER.is_valid(VALID)
    assert not list(parse_list(VALID).report)


@pytest.mark.parametrize("value", [value for _, value in FORBIDDEN], ids=[name for name, _ in FORBIDDEN])
def test_schema_violations_have_findings(value: dict[str, Any]) -> None:
    if all(lenient(problem) for problem in READER.iter_errors(value)):
        return
    assert list_codes(value)


@pytest.mark.parametrize("value", [value for _, value in ALLOWED], ids=[name for name, _ in ALLOWED])
def test_schema_valid_lists_have_no_findings(value: dict[str, Any]) -> None:
    assert list_codes(value) == []


@pytest.mark.parametrize("points", [-5, 0, 1_000_001, "-5"])
def test_invalid_game_size_counts_as_none(points: object) -> None:
    loaded = parse_list({**VALID, "points": points})
    assert [finding.code for finding in loaded.report] == ["LST010"]
    assert loaded.army.points is None
    assert list_to_mapping(loaded.army)["points"] == int(str(points))
