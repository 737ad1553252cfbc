"""Malformed books give a finding or a note, never a traceback, and a valid file."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from listbuilder.datafiles.check_files import check_file
from listbuilder.datafiles.reader import read_document
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.book_importer import import_book, load_faction_file, parse_book
from listbuilder.importers.army_forge.book.faction_mapping import format_faction_yaml
from listbuilder.library import Library
from tests.importers.book_samples import BACKGROUND, book, import_raw_book, item, list_reasons, option, rule, weapon
from tests.sentences import sentence

HOSTILE = [
    "[red]x",
    "[/]",
    "<img src=x onerror=alert(1)>",
    "=1+1",
    "../../etc/passwd",
    "\x1b[2J",
    "a: b # c",
    "- x",
    "'\"\\",
    "&anchor *alias !!python/object",
    "null",
    "2x 3x Spear",
    "Spear (A9, AP(9)), Sword (A1)",
    "]])((,,",
    "A3",
    '12"',
    "x" * 5_000,
    "\u202eevil\u200b",
    "مرحبا",
    "🐉",
    "   ",
    "",
]


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def with_name(name: str) -> dict[str, Any]:
    raw = book()
    raw["units"][1] |= {"name": name, "rules": [rule(name), rule("Tough", name)], "genericName": name}
    raw["units"][1]["weapons"].append(weapon(name, 1, rule(name, name), count=5))
    raw["units"][1]["items"].append(item(name, weapon(name), rule(name, 2), count=5))
    raw["upgradePackages"][2]["hint"] = name
    raw["upgradePackages"][2]["sections"][0]["label"] = name
    raw["upgradePackages"][2]["sections"][0]["options"].append(
        option(name, {"u2": 1}, weapon(name), item(name), rule(name))
    )
    raw["spells"].append({"name": name, "threshold": 1})
    return raw


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_stay_plain_text(name: str, library: Library, tmp_path: Path) -> None:
    source, target = tmp_path / "book.json", tmp_path / "book.yaml"
    source.write_text(json.dumps(with_name(name)), encoding="utf-8")
    text, _, _ = import_book(source, library=library)
    target.write_text(text, encoding="utf-8")
    problems = [finding for finding in check_file(target, library) if finding.code != "REF013"]
    assert not problems, text
    assert "\x1b" not in text


Spot: TypeAlias = tuple[str | int, ...]
NUMBERS = [-1, 0, 1e300, float("inf"), float("nan"), 10**30, "many", "9" * 50, True, None, [], {}]


@pytest.mark.parametrize("number", NUMBERS, ids=range(len(NUMBERS)))
def test_odd_numbers_never_crash(number: object) -> None:
    raw = book()
    raw["units"][1]["weapons"][0] |= {"count": number, "attacks": number, "range": number}
    raw["units"][1]["rules"] = [rule("Tough", number)]
    raw["upgradePackages"][2]["sections"][0]["affects"] = {"type": "up to", "value": number}
    raw["upgradePackages"][2]["sections"][0]["options"][0]["costs"][0]["cost"] = number
    raw["spells"][0]["threshold"] = number
    # the section that replaces the spears loses its target if the weapon was dropped
    raw["units"][1]["upgrades"] = ["C1"]
    imported_book = import_raw_book(raw)
    assert read_document(format_faction_yaml(imported_book.faction).encode(), "x.yaml").value == imported_book.faction


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))


PLACES = list(places(book()))
JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 0, -7, 1.5, "", "junk", [], [None], ["x"], {}, {"a": 1}, [[[]]], [{}]]
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(PLACES), JUNK), min_size=1, max_size=4))
def test_wrong_types_never_crash_the_import(changes: list[tuple[tuple[str | int, ...], object]]) -> None:
    raw: Any = book()
    for path, junk in changes:
        spot = raw
        try:
            for step in path[:-1]:
                spot = spot[step]
            spot[path[-1]] = copy.deepcopy(junk)
        except (KeyError, IndexError, TypeError):
            continue
    with suppress(UnreadableError):
        parsed_book = parse_book(raw, source="x.json", context=BACKGROUND)
        text = format_faction_yaml(parsed_book.faction)
        assert read_document(text.encode(), "x.yaml").value == parsed_book.faction


def test_excess_units_are_cut_with_a_note() -> None:
    raw = book()
    raw["units"] += [dict(raw["units"][2], id=f"v{number}") for number in range(600)]
    imported_book = import_raw_book(raw)
    assert len(imported_book.faction["units"]) == 500  # type: ignore[arg-type]
    assert sentence("book.too-many", count=603, key="units", most=500) in list_reasons(imported_book)


def test_number_of_notes_is_limited() -> None:
    raw = book()
    raw["units"][1]["weapons"] = [weapon(f"Spear {number}", None) for number in range(30)]
    raw["units"] += [dict(raw["units"][1], name=f"Spearmen {number}", upgrades=[]) for number in range(20)]
    raw["units"][1]["upgrades"] = []
    assert len(import_raw_book(raw).notes) == 200


def test_nested_items_are_cut() -> None:
    nested = item("Box", rule("Fast"))
    for _ in range(50):
        nested = item("Box", nested)
    raw = book()
    raw["units"][1]["items"] = [dict(nested, count=5)]
    imported_book = import_raw_book(raw)
    assert list_reasons(imported_book)[0] == sentence("book.item-in-item", name="Box", inner="Box")


def test_deep_nesting_is_a_finding(tmp_path: Path, library: Library) -> None:
    path = tmp_path / "deep.json"
    path.write_text('{"units": ' + "[" * 50_000 + "]" * 50_000 + "}", encoding="utf-8")
    with pytest.raises(UnreadableError) as caught:
        import_book(path, library=library)
    assert caught.value.diagnostics[0].code.startswith("DAT")


def test_duplicate_keys_in_books_are_refused(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    file.write_text(json.dumps(book(), indent=1).replace('"cost":', '"cost": 1,\n "cost":', 1), encoding="utf-8")
    for load in (import_book, lambda path, *, library: load_faction_file(path, library)):
        with pytest.raises(UnreadableError) as refused:
            load(file, library=library)
        (finding,) = refused.value.diagnostics
        assert (finding.code, finding.params["key"]) == ("DAT005", "cost")
        assert finding.place is not None
        line = finding.place.line
        assert line is not None
        assert file.read_text(encoding="utf-8").splitlines()[line - 1].strip().startswith('"cost":')
