"""Spells of a book as facts: read from their parts and refused if the sentence disagrees."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.importers.army_forge.book.spells import format_spells
from listbuilder.importers.army_forge.json_access import BookNotes

HITS, RULE, ARMED, ROLL, REACH = "QFjxWsOHTCSi", "RWnJrrMKAUbg", "i1BVqztsr1V6", "gqflE2vy38aQ", "LixCCuyRq4-_"
MOVE, GROUND, TIRED, PUSH = "rz0b1dShgnvg", "_m0wja4blbg8", "ZcZbsyKjR5yN", "q9OJ_WVwJw5w"
FOE = "one enemy unit at 12"
FRIENDS = "up to two friendly units at 6"


def spell(sentence: str, effect: str, **values: object) -> dict[str, Any]:
    parameters = [{"name": name.replace("_", "/"), "value": value} for name, value in values.items()]
    return {
        "name": "Fog",
        "threshold": 2,
        "effect": sentence,
        "generation": {"effect": {"id": effect, "parameters": parameters}},
    }


def read(raw: dict[str, Any]) -> tuple[dict[str, Any] | None, list[object]]:
    """Return what a spell does, and the parts not understood."""
    notes = BookNotes()
    [formatted] = format_spells({"spells": [raw]}, notes)
    assert isinstance(formatted, dict)
    assert (formatted["id"], formatted["name"], formatted["cost"], len(formatted["wording"])) == ("fog", "Fog", 2, 1)
    return formatted.get("effect"), [note.params["part"] for note in notes.findings()]


def named(name: str, rating: object = None, *, whole: bool = True) -> dict[str, object]:
    return {"name": name} | ({} if rating is None else {"rating": rating, "hideModifier": whole})


@pytest.mark.parametrize(
    ("raw", "facts"),
    [
        (spell(f"{FOE} suffers 3 hits", HITS), {"does": "hits", "side": "enemy", "range": 12, "hits": 3}),
        (
            spell(
                f"{FOE} suffers 3 hits of AP 2 and Poison",
                HITS,
                weaponRule1=named("AP", 2),
                weaponRule2=named("Poison"),
            ),
            {"does": "hits", "side": "enemy", "range": 12, "hits": 3, "rules": ["AP(2)", "Poison"]},
        ),
        (
            spell("one enemy model at 12 suffers 1 hit", HITS),
            {"does": "hits", "side": "enemy", "who": "model", "range": 12, "hits": 1},
        ),
        (
            spell(f"{FOE}, taken as [1], suffers 4 hits", HITS),
            {"does": "hits", "side": "enemy", "who": "lone-unit", "range": 12, "hits": 4},
        ),
        (
            spell(f"{FRIENDS} have it", RULE, unitRule=named("Fast")),
            {"does": "gain", "side": "friendly", "most": 2, "range": 6, "rule": "Fast"},
        ),
        (
            spell(f"{FRIENDS} have Tough 3 more", RULE, unitRule=named("Tough", 3, whole=False)),
            {"does": "gain", "side": "friendly", "most": 2, "range": 6, "rule": "Tough(+3)"},
        ),
        (
            spell("3 friendly units at 6 strike", ARMED, weaponRule=named("Rending"), attackType="In Melee"),
            {"does": "gain", "side": "friendly", "most": 3, "range": 6, "rule": "Rending", "when": "melee"},
        ),
        (
            spell(f"{FOE} has 1 less", ROLL, rollModifier="-1", attackType="when attacking"),
            {"does": "rolls", "side": "enemy", "range": 12, "roll": "hit", "modifier": -1},
        ),
        (
            spell(f"{FOE} has 1 more", ROLL, rollModifier="+1", effectDuration="once (next time)"),
            {"does": "rolls", "side": "enemy", "range": 12, "roll": "hit", "modifier": 1},
        ),
        (
            spell(f"{FOE} reaches 6 less", REACH, rangeModifier='-6"'),
            {"does": "range-against", "side": "enemy", "range": 12, "modifier": -6},
        ),
        (
            spell(f"{FOE} goes 2 and 4 further", MOVE, advanceSpeed="+2", rushSpeed="+4"),
            {"does": "move", "side": "enemy", "range": 12, "advance": 2, "rush": 4},
        ),
        (
            spell(f"{FOE} is in mud", GROUND, terrainType="Difficult Terrain"),
            {"does": "terrain", "side": "enemy", "range": 12, "terrain": "difficult"},
        ),
        (spell(f"{FOE} is tired", TIRED, moraleTest="must test"), {"does": "fatigue", "side": "enemy", "range": 12}),
        (spell(f"{FOE} is pushed", PUSH, moraleMove=""), {"does": "push", "side": "enemy", "range": 12}),
    ],
)
def test_spell_effects_are_recognised(raw: dict[str, Any], facts: dict[str, Any]) -> None:
    assert read(raw) == (facts, [])


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        (spell(f"{FOE} suffers 3 hits", "new"), "new"),
        (spell(f"{FOE} suffers 3 hits", ""), "generation"),
        (spell("everybody suffers 3 hits", HITS), "target"),
        (spell("many enemy units at 12 suffer 3 hits", HITS), "target"),
        (spell(f"{FOE} suffers", HITS), "hits"),
        (spell(f"{FOE} suffers 3 hits twice, 9 away", HITS), "9"),
        (spell(f"{FOE} suffers 3 hits", HITS, weaponRule1=named("AP", 2)), "?"),
        (spell(f"{FOE} suffers 3 hits", HITS, weaponRule1=named("")), "rule"),
        (spell(f"{FOE} suffers 3 hits", HITS, weaponRule1=named("AP", 101)), "AP"),
        (spell(f"{FOE} suffers 3 hits", HITS, weaponRule1=named("AP", -1)), "AP"),
        (spell(f"{FOE} suffers 3 hits", HITS, **{"hits-wounds": "wounds"}), "hits-wounds wounds"),
        (spell(f"{FOE} suffers 3 hits", HITS, surprise="x"), "surprise x"),
        (spell(f"{FOE} is in fog", GROUND, terrainType="fog"), "fog"),
        (spell(f"{FOE} has less", ROLL, rollModifier="less"), "less"),
    ],
)
def test_unknown_spell_parts_are_named_not_guessed(raw: dict[str, Any], part: str) -> None:
    assert read(raw) == (None, [part])


def test_spell_rule_rating_bounds() -> None:
    for rating in (0, 100):
        effect, unknown = read(spell(f"{FOE} suffers 3 hits of {rating}", HITS, weaponRule1=named("AP", rating)))
        assert (effect and effect["rules"], unknown) == ([f"AP({rating})"], [])


@pytest.mark.parametrize(
    ("raw", "is_kept"),
    [
        ({"name": "Fog", "threshold": 1}, True),
        ({"name": "Fog", "threshold": 20, "effect": "  "}, True),
        ({"name": "Fog", "threshold": 0}, False),
        ({"name": "Fog", "threshold": 21}, False),
        ({"name": "!", "threshold": 1}, False),
        ({"threshold": 1}, False),
    ],
)
def test_a_spell_needs_a_name_and_a_difficulty(raw: dict[str, Any], is_kept: bool) -> None:
    notes = BookNotes()
    spells = format_spells({"spells": [raw]}, notes)
    assert [sorted(formatted) for formatted in spells] == [["cost", "id", "name"]] * is_kept  # type: ignore[call-overload]
    assert len(notes.findings()) == (not is_kept)


def test_first_of_two_equal_spells_is_kept() -> None:
    notes = BookNotes()
    raws = [{"name": "Fog", "threshold": 1}, {"name": "FOG", "threshold": 2}, {"name": "Mist", "threshold": 3}]
    assert [(formatted["id"], formatted["cost"]) for formatted in format_spells({"spells": raws}, notes)] == [
        ("fog", 1),
        ("mist", 3),
    ]
    assert len(notes.findings()) == 1
