"""How repeated rules of a unit stack."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.library import Library
from listbuilder.model import Rule, RuleId, Text
from listbuilder.model.notation import parse_rule
from listbuilder.rules.rule_ratings import find_stacking, merge_highest, merge_rules
from tests.unit.making import faction

SYSTEM = Library.open(user=False).system("aof-3.2")


def glossary(**stacks: str) -> dict[RuleId, Rule]:
    return {
        RuleId(name): Rule(id=RuleId(name), name=Text(name), stacking=stacking) for name, stacking in stacks.items()
    }


def merged(*rules: str) -> list[str]:
    """Merge ratings with a system and a faction that define their own stacking."""
    system = replace(SYSTEM, rules=glossary(aura="highest", wound="lowest", tough="add"))
    book = replace(faction(), rules=glossary(armor="lowest", aura="lowest"))
    merged_rules = merge_rules(tuple(map(parse_rule, rules)), find_stacking(system, book))
    return [rule.label for rule in merged_rules]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (["Tough(3)", "Tough(6)"], ["Tough(9)"]),
        (["Aura(3)", "Aura(6)", "Aura(4)"], ["Aura(6)"]),
        (["Wound(3)", "Wound(2)", "Wound(4)"], ["Wound(2)"]),
        (["Armor(3)", "Armor(2)"], ["Armor(2)"]),
        (["Unheard(3)", "Unheard(2)"], ["Unheard(5)"]),
        (["Fast", "Tough(3)", "Fast", "Slow"], ["Fast", "Tough(3)", "Slow"]),
        (["Tough", "Tough(3)", "Tough(3)"], ["Tough(6)"]),
        (["Tough(3)", "Tough"], ["Tough(3)"]),
        ([], []),
    ],
)
def test_ratings_add_up_by_default(rules: list[str], expected: list[str]) -> None:
    assert merged(*rules) == expected


def test_highest_rating_represents_several_bearers() -> None:
    merged_rules = merge_highest(map(parse_rule, ["Wound(3)", "Fast", "Wound(5)", "Fast", "Wound(4)"]))
    assert [rule.label for rule in merged_rules] == ["Wound(5)", "Fast"]
