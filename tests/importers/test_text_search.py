"""Searching the picks behind a share text: order of sections and exact matches."""

from __future__ import annotations

from collections import Counter

from listbuilder.importers.army_forge.text.upgrade_search import TargetProfile, compare_rules, order_sections
from listbuilder.model import (
    Amount,
    FactionId,
    Option,
    OptionId,
    Quantifier,
    RuleRef,
    Section,
    SectionId,
    Target,
    Text,
    Unit,
    UnitId,
    Variant,
    normalise_name,
)
from listbuilder.model.notation import parse_equipment_count, parse_rule


def section(name: str, gain: str, on: str = "", reach: Quantifier | None = None) -> Section:
    option = Option(OptionId(name), (parse_equipment_count(gain),), 5)
    targets = (Target(on, normalise_name(on)),) if on else ()
    variant = Variant.REPLACE if on else Variant.UPGRADE
    affects = None if reach is None else Amount(reach, 0)
    return Section(SectionId(name), variant, (option,), affects, None, targets)


def order(*sections: Section) -> list[str]:
    unit = Unit(
        id=UnitId("u"), faction=FactionId("f"), name=Text("U"), size=5, quality=4, defense=4, cost=50, sections=sections
    )
    return [ordered.id for ordered in order_sections(unit)]


def test_single_swaps_precede_full_swaps() -> None:
    every = section("every", "Pike (A1)", "Blade", Quantifier.ALL)
    single = section("single", "Axe (A1)", "Blade", Quantifier.ANY)
    assert order(every, single) == ["single", "every"]


def test_non_swapping_sections_keep_their_place() -> None:
    gift = section("gift", "Shield (Furious)", reach=Quantifier.ALL)
    assert order(gift, section("single", "Axe (A1)", "Blade", Quantifier.ANY)) == ["gift", "single"]


def test_suppliers_precede_swaps_of_their_target() -> None:
    swap = section("swap", "Lance (A1)", "Tusks")
    mount = section("mount", "Boar (Fast, Tusks (A2))")
    assert order(swap, mount) == ["mount", "swap"]


def test_circular_swaps_visit_each_section_once() -> None:
    assert order(section("a", "Bow (A1)", "Axe"), section("b", "Axe (A1)", "Bow")) == ["a", "b"]


def build_target(*names: str) -> TargetProfile:
    keys = frozenset(normalise_name(name) for name in names)
    return TargetProfile(Counter(), keys, keys, None)


def rules(*names: str) -> set[RuleRef]:
    return {parse_rule(name) for name in names}


def compare(have: set[RuleRef], shown: TargetProfile, **items: str) -> tuple[set[str], set[str]]:
    inside: dict[str, tuple[RuleRef, ...]] = {normalise_name(name): (parse_rule(items[name]),) for name in items}
    unexplained, missing = compare_rules(have, shown, inside)
    return set(unexplained), set(missing)


def test_rules_are_separated_by_bearer() -> None:
    assert compare(rules("Fast", "Hero"), build_target("Hero", "Strider")) == ({"strider"}, {"fast"})


def test_named_item_covers_its_rules() -> None:
    assert compare(rules("Fast", "Hero"), build_target("Hero", "Horse"), Horse="Fast") == (set(), set())


def test_unnamed_item_hides_nothing() -> None:
    assert compare(rules("Fast", "Hero"), build_target("Hero"), Horse="Fast") == (set(), {"fast"})
