"""Data of which only what is asked for is parsed and built."""

from __future__ import annotations

import json

import pytest

from listbuilder.library.cache import LazySequence, pack, unpack

VALUE = {"id": "a", "units": {"x": {"cost": 5}, "y": {"name": "Ä\n\u2028"}}, "rules": {}, "plain": {"z": 1}}


@pytest.mark.parametrize("parts", [(), ("units",), ("units", "rules"), ("rules", "units", "missing")])
def test_packed_data_round_trips(parts: tuple[str, ...]):
    unpacked = unpack(pack(VALUE, parts))
    assert {key: dict(part) if isinstance(VALUE[key], dict) else part for key, part in unpacked.items()} == VALUE
    assert all(list(unpacked[part]) == list(VALUE[part]) for part in parts if part in VALUE)


def test_packed_lines_are_parsed_on_demand(monkeypatch: pytest.MonkeyPatch):
    units = unpack(pack(VALUE, ["units"]))["units"]
    parsed: list[str] = []
    real = json.loads

    def noted(text: str) -> object:
        parsed.append(text)
        return real(text)

    monkeypatch.setattr(json, "loads", noted)
    assert (len(units), list(units), "x" in units, "w" in units) == (2, ["x", "y"], True, False)
    assert not parsed
    assert units["x"] == {"cost": 5}
    assert parsed == ['{"cost":5}']


def test_lazy_sequence_is_built_once():
    built: list[int] = []

    def build(number: int) -> int:
        built.append(number)
        return number * 10

    numbers = LazySequence([1, 2, 3], build)
    assert not built
    assert (numbers[0], list(numbers), numbers[1:], len(numbers), 30 in numbers) == (
        10,
        [10, 20, 30],
        (20, 30),
        3,
        True,
    )
    assert built == [1, 2, 3]


def test_lazy_values_equal_their_plain_values() -> None:
    """Options compare and print the same, whenever they were built."""
    late, again = LazySequence(["1", "2"], int), LazySequence(["1", "2"], int)
    assert late == again == (1, 2)
    assert (hash(late), repr(late)) == (hash((1, 2)), "(1, 2)")
    assert late != LazySequence(["1"], int)
