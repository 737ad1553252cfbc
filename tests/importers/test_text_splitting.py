"""Splitting a share text block: commas, pipes, unclosed brackets and overlong words."""

from __future__ import annotations

import pytest

from listbuilder.importers.army_forge.text.text_parser import (
    Vocabulary,
    _find_closing_bracket,
    _find_weapon_name,
    _join_names,
    _split_chunks,
    _split_counts,
    _split_names,
    parse_block,
)
from listbuilder.model import normalise_name

LONGEST = 600
WORDS = Vocabulary(
    frozenset(map(normalise_name, ("Hand Weapon", "Bow"))), frozenset(map(normalise_name, ("Long Stride", "Fearless")))
)
NO_WORDS = Vocabulary(frozenset(), frozenset())


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ("", []),
        (" ", []),
        ("a", ["a"]),
        ("a,b", ["a", "b"]),
        ("a|b", ["a", "b"]),
        (",a,,b,", ["a", "b"]),
        ("a(b,c),d", ["a(b,c)", "d"]),
        ("a(b|c)|d", ["a(b|c)", "d"]),
        ("a(b(c,d),e),f", ["a(b(c,d),e)", "f"]),
        ("a),b", ["a)", "b"]),
        ("a(b,c", ["a(b,c"]),
    ],
)
def test_equipment_splits_at_commas_outside_brackets(text: str, chunks: list[str]) -> None:
    assert list(_split_chunks(text)) == chunks


def test_overlong_equipment_is_split_without_loss() -> None:
    letters = "".join(chr(ord("a") + offset % 26) for offset in range(2 * LONGEST + 1))
    for length in (LONGEST - 1, LONGEST):
        assert list(_split_chunks(letters[:length])) == [letters[:length]], "at the maximum length"
    assert list(_split_chunks(letters[: LONGEST + 1])) == [letters[:LONGEST], letters[LONGEST]]
    assert list(_split_chunks(letters)) == [letters[:LONGEST], letters[LONGEST:-1], letters[-1]]


def test_overlong_text_before_separators_is_split() -> None:
    name = "a" * LONGEST
    assert list(_split_chunks(f"{name},b")) == [name, "b"]
    assert list(_split_chunks(f"b,{name},c")) == ["b", name, "c"]
    assert list(_split_chunks(f"{name}cc,b")) == [name, "cc", "b"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("2x Bow", [(2, "Bow")]),
        ("Bow", [(1, "Bow")]),
        ("999x Bow", [(999, "Bow")]),
        ("1000x Bow", [(1, "1000x Bow")]),
        ("2x Bow (A1), 3x Axe (A2)", [(2, "Bow (A1)"), (3, "Axe (A2)")]),
        ("2x Tough(3), Fast", [(2, "Tough(3)"), (1, "Fast")]),
    ],
)
def test_counts_are_read_in_front(text: str, parts: list[tuple[int, str]]) -> None:
    assert list(_split_counts(text, WORDS)) == parts


@pytest.mark.parametrize(
    ("chunk", "things"),
    [
        ("Fast", ["Fast"]),
        ("Tough(3)", ["Tough(3)"]),
        ("Tough(3) Fast", ["Tough(3)", "Fast"]),
        ("Tough(3)Fast", ["Tough(3)", "Fast"]),
        ("Tough(3)\nFear(1)\nFast", ["Tough(3)", "Fear(1)", "Fast"]),
        ("Axe (A1) Bow (A2, AP(1))", ["Axe (A1)", "Bow (A2, AP(1))"]),
        ("(3)", ["(3)"]),
        ("Axe (A1", ["Axe(A1"]),
        ("Mark(a(b)c) Fast", ["Mark(a(b)c)", "Fast"]),
    ],
)
def test_equipment_splits_after_closing_brackets(chunk: str, things: list[str]) -> None:
    assert list(_split_names(chunk, WORDS)) == things


@pytest.mark.parametrize(
    ("text", "opening", "closing"),
    [("()", 0, 1), ("a(b)c", 1, 3), ("((a)b)", 0, 5), ("((a)b)", 1, 3), ("(a", 0, 1), ("(", 0, 0), ("((a)", 0, 3)],
)
def test_unclosed_bracket_is_closed_at_the_end(text: str, opening: int, closing: int) -> None:
    assert _find_closing_bracket(text, opening) == closing


@pytest.mark.parametrize(
    ("front", "rules", "weapon"),
    [
        ("Bow", "", "Bow"),
        ("Fast Bow", "Fast ", "Bow"),
        ("Fast Bow Bow", "Fast Bow ", "Bow"),
        ("Fast Hand Weapon", "Fast ", "Hand Weapon"),
        ("Fast\nHand\nWeapon", "Fast\n", "Hand Weapon"),
        ("Fast 2x Bow", "Fast", "2x Bow"),
        ("Fast\nStrange Thing", "Fast", "Strange Thing"),
        ("Fast\nStrange Thing\n", "Fast", "Strange Thing"),
        ("Strange Thing", "", "Strange Thing"),
        ("a b c d e f g h Bow", "a b c d e f g h ", "Bow"),
    ],
)
def test_weapon_start_is_recognised(front: str, rules: str, weapon: str) -> None:
    assert _find_weapon_name(front, WORDS) == (rules, weapon)


def test_names_of_up_to_eight_words_match() -> None:
    eight, nine = "a b c d e f g h", "z a b c d e f g h"
    words = Vocabulary(frozenset([normalise_name(eight)]), frozenset())
    assert _find_weapon_name(f"Fast {eight}", words) == ("Fast ", eight)
    assert _find_weapon_name(eight, words) == ("", eight)
    words = Vocabulary(frozenset([normalise_name(nine)]), frozenset())
    assert _find_weapon_name(f"Fast\n\n{nine} ", words) == ("Fast\n", f"{nine} "), "the line break decides"
    assert _find_weapon_name(f"Fast {nine}", words) == ("", f"Fast {nine}")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        ("a\nb", ["a", "b"]),
        (" a  b | \n\n| c", ["a b", "c"]),
        ("Long\nStride", ["Long Stride"]),
        ("Fast\nLong\nStride\nFast", ["Fast", "Long Stride", "Fast"]),
    ],
)
def test_lines_are_names_unless_joined(text: str, names: list[str]) -> None:
    assert _join_names(text, WORDS) == names


def test_count_inside_brackets_is_not_a_name() -> None:
    (rule,) = parse_block("Boar (2x Fast, 10x Strider)", NO_WORDS).rules
    assert (rule.name, rule.rating) == ("Boar", "Fast, Strider")
    ((count, weapon),) = parse_block("3x Axe (A1, 2x Fast)", NO_WORDS).weapons
    assert (count, weapon.attacks, [rule.name for rule in weapon.rules]) == (3, 1, ["Fast"])
