"""Defaults and small methods of the model's values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.library.build_faction import build_effect
from listbuilder.model import (
    Amount,
    ArmyList,
    Citation,
    CombatRules,
    CommandGroup,
    Entry,
    EntryId,
    Event,
    EventId,
    Faction,
    FactionId,
    Formation,
    Moves,
    Option,
    OptionId,
    Quantifier,
    Roster,
    Rule,
    RuleId,
    Section,
    SectionId,
    Spell,
    System,
    SystemId,
    Target,
    Text,
    TrackingRules,
    UnitField,
    UnitId,
    UnitRef,
    Variant,
    WoundRoll,
    normalise_name,
)
from listbuilder.model.army_list import BookPin, Upgrade
from listbuilder.model.effects import Effect, Markers, NumberRange, parse_rating, referenced_rules
from listbuilder.model.equipment import BaseSize, Item, build_rule_ref
from listbuilder.model.event import ListSetRules, ListVisibility, Scoring, TeamRules
from listbuilder.model.notation import NotationError, parse_equipment_count, parse_notation, parse_rule, split_at_commas
from listbuilder.model.special_rules import MovementRules, SpellAttack
from listbuilder.model.system import (
    CombiningRules,
    EntryFilter,
    ForceOrganisation,
    FormationRow,
    JoiningRules,
    Limit,
    Measure,
    Permission,
)
from listbuilder.model.text import build_text, join_texts
from tests.unit.making import faction, unit

SYSTEM = System(
    id=SystemId("s"),
    name=Text("Game"),
    edition="3",
    abbreviation="G",
    sha256="0" * 64,
    citation=Citation(document=Text("Book")),
)


def test_system_defaults_are_restrictive() -> None:
    assert (SYSTEM.combining, SYSTEM.joining) == (CombiningRules(allowed=False), JoiningRules(allowed=False))
    assert SYSTEM.combining.single_models is Permission.FORBID
    assert (SYSTEM.joining.max_tough, SYSTEM.joining.multi_model, SYSTEM.joining.heroes_per_unit) == (None, False, None)
    assert (SYSTEM.mixing, SYSTEM.command_group) == (Permission.WARN, CommandGroup(rules=frozenset(), max_each=1))
    tracking = SYSTEM.tracking
    assert (tracking.rounds, tracking.max_spell_tokens, tracking.wound_markers, tracking.uses_half_strength) == (
        4,
        0,
        0,
        True,
    )
    assert (tracking.tough_markers, tracking.states) == (None, ())
    assert SYSTEM.tracking == TrackingRules()
    assert (SYSTEM.distance_mark, SYSTEM.base_shape, SYSTEM.default_layout, SYSTEM.title) == (
        '"',
        "round",
        "roster",
        "Game 3",
    )
    force = ForceOrganisation()
    assert (force.optional, force.joined_counts_as_unit, force.joined_shares_with_host) == (True, False, True)
    assert (SYSTEM.default_force_org, replace(SYSTEM, force_organisation=force).default_force_org) == (False, True)
    assert SYSTEM.combat == CombatRules(has_morale=True)
    assert (SYSTEM.combat.wound_roll, SYSTEM.combat.min_cast_roll, SYSTEM.combat.melee_rows) == (None, None, None)


def test_system_roles_and_pace() -> None:
    rule = Rule(id=RuleId("fast"), name=Text("Fast"))
    named = replace(SYSTEM, rules={rule.id: rule})
    assert (named.rule_name(rule.id).en, named.rule_name(RuleId("slow")).en) == ("Fast", "slow")
    speed = UnitField(id="speed", name=Text("Speed"), short=Text("Sp"))
    moving = replace(SYSTEM, unit_fields=(speed,), movement=MovementRules(moves=Moves(6, 12, 12), speed_field="speed"))
    assert moving.speed_field is speed
    assert replace(moving, movement=MovementRules(moves=Moves(6, 12, 12))).speed_field is None
    assert replace(moving, movement=None).speed_field is None
    cited = Citation(document=Text("Book"), sections={"x": Text("p. 5", (("de", "S. 5"),))})
    assert (cited.for_topic("x").en, cited.for_topic("x").to("de"), cited.for_topic("y").en) == (
        "Book, p. 5",
        "Book, S. 5",
        "Book",
    )
    assert Moves(1, 2, 3) + Moves(10, 20, 30) == Moves(11, 22, 33)


def test_formation_lookups() -> None:
    rows = (FormationRow(5, (10, 5)), FormationRow(4, (8,)))
    assert Formation(rows=rows).allowed_sizes() == (1, 5, 8, 10)
    assert Formation(rows=rows, allows_single_models=False).allowed_sizes() == (5, 8, 10)


def test_event_defaults_change_nothing() -> None:
    event = Event(id=EventId("e"), name=Text("E"))
    assert (event.list_set, event.teams, event.scoring) == (ListSetRules(), TeamRules(), Scoring())
    assert (event.list_set.number, event.list_set.core, event.list_set.one_faction, event.list_set.joins_kept) == (
        1,
        None,
        True,
        False,
    )
    assert (event.teams.size, event.teams.factions_once) == (None, False)
    assert (event.scoring.on_time, event.scoring.each_day_late, dict(event.scoring.codes)) == (0, 0, {})
    assert (event.allows_narrative_units, event.allows_named_characters, event.visibility) == (
        True,
        True,
        ListVisibility.OPEN,
    )


def roster(points: int | None = 500, *, force_org: bool = True, event: Event | None = None) -> Roster:
    army = ArmyList(name="x", system=SYSTEM.id, points=points, force_org=force_org)
    return Roster(army, SYSTEM, {}, (), (), 0, 0, 0, event=event)


def test_event_settings_override_the_list() -> None:
    event = Event(id=EventId("e"), name=Text("E"))
    assert (
        roster().points_limit,
        roster(event=event).points_limit,
        roster(event=replace(event, points=900)).points_limit,
    ) == (500, 500, 900)
    assert roster(None).points_limit is None
    assert (roster().uses_force_organisation, roster(event=event).uses_force_organisation) == (True, True)
    assert not roster(event=replace(event, force_org=False)).uses_force_organisation
    assert roster(force_org=False, event=replace(event, force_org=True)).uses_force_organisation


def test_limit_defaults_cover_everything() -> None:
    limit = Limit(id="x", measure=Measure.UNITS)
    assert (limit.applies_to, limit.per_unit, limit.base, limit.per, limit.most, limit.least) == (
        None,
        False,
        *[None] * 4,
    )
    assert not EntryFilter(rule=RuleId("x")).selects_upgrades
    assert EntryFilter(option="x").selects_upgrades
    assert EntryFilter(section="x").selects_upgrades


def test_section_and_option_properties() -> None:
    option = Option(OptionId("a"), (), 5, {UnitId("x"): 7})
    assert (option.cost_for(UnitId("x")), option.cost_for(UnitId("y"))) == (7, 5)
    assert Option(OptionId("a"), (), 5).cost_for(UnitId("x")) == 5
    assert Option(OptionId("a"), ()).cost_for(UnitId("x")) == 0
    section = Section(SectionId("s"), Variant.UPGRADE, (option,))
    assert (section.affects_all, section.per_model) == (False, False)
    assert replace(section, affects=Amount(Quantifier.ALL)).affects_all
    assert not replace(section, affects=Amount(Quantifier.ANY)).affects_all
    named = Target("Bow", "bow", label=Text("Bow", (("de", "Bogen"),)))
    assert (named.to("de"), Target("Bow", "bow").to("de"), Target("Bow", "bow").count) == ("Bogen", "Bow", 1)
    assert Amount(Quantifier.ANY).number == 0


def test_base_falls_back_to_other_shape() -> None:
    both = BaseSize("25mm", "20mm")
    assert (both.for_shape("round"), both.for_shape("square")) == ("25mm", "20mm")
    assert (BaseSize("25mm").for_shape("square"), BaseSize(square="20mm").for_shape("round")) == ("25mm", "20mm")
    assert BaseSize().for_shape("round") is None
    assert (Item("x").is_empty, Item("x", (build_rule_ref("Fast"),)).is_empty) == (True, False)


def test_text_languages() -> None:
    first, second = Text("a", (("de", "b"),)), Text("c", (("fr", "d"),))
    assert (first.to("de"), first.to("fr"), str(first)) == ("b", "a", "a")
    assert join_texts("-", first, second) == Text("a-c", (("de", "b-c"), ("fr", "a-d")))
    assert build_text({"de": "x"}) == Text("x", (("de", "x"),))
    assert build_text({"en": "y", "de": "x"}) == Text("y", (("de", "x"),))
    assert build_text({}) == Text("")
    assert first.languages() == {"en", "de"}


def test_rule_text_includes_the_rating() -> None:
    rule = Rule(id=RuleId("r"), name=Text("R"), text=Text("X hits on the Xth roll of Xeno."), rating_kind="number")
    assert rule.explain("en", 3) == "3 hits on the 3rd roll of Xeno."
    assert rule.explain("en") == rule.explain("en", "D3") == "X hits on the Xth roll of Xeno."
    assert replace(rule, text_for_one=Text("X hit.")).explain("en", 1) == "1 hit."
    assert replace(rule, text_for_one=Text("X hit.")).explain("en", 2).startswith("2 hits")
    assert replace(rule, rating_kind="text", text=Text("Brings X.")).explain("en", "Snakes") == "Brings Snakes."
    assert replace(rule, rating_kind="nothing").explain("en", 3).startswith("X hits")
    assert (rule.label("en"), rule.label("en", 3), replace(rule, rating_kind="nothing").label("en", 3)) == (
        "R(X)",
        "R(3)",
        "R",
    )
    assert SpellAttack(2).single_model is False
    assert Spell(id="x", name=Text("X"), cost=1).attack is None


def test_faction_lookups() -> None:
    subject = unit()
    book = replace(
        faction(subject), unit_ids_by_foreign_id={"uX": subject.id}, equipment_names={"de": {"Bow": "Bogen"}}
    )
    assert book.find_unit_by_foreign_id("uX") is subject
    assert book.find_unit_by_foreign_id("uY") is None
    assert (book.equipment_name("Bow", "de"), book.equipment_name("Axe", "de"), book.equipment_name("Bow", "fr")) == (
        "Bogen",
        "Axe",
        "Bow",
    )
    assert (book.published_version, replace(book, partial=True).published_version) == ("1", "")
    assert isinstance(book, Faction)


def test_army_list_lookups() -> None:
    first, second = (Entry(id=EntryId(key), unit=UnitRef("f/u")) for key in "ab")
    army = ArmyList(name="x", system=SYSTEM.id, entries=(first, second), books={FactionId("f"): BookPin("1.2")})
    assert (army.find_entry("b"), army.find_entry("c")) == (second, None)
    assert (army.pinned_version(FactionId("f")), army.pinned_version(FactionId("g"))) == ("1.2", None)
    renamed = replace(second, name="New")
    assert army.replace_entry(renamed).entries == (first, renamed)
    assert (Upgrade("x").count, first.xp, army.force_org) == (1, 0, False)


def test_effect_conditions_and_ratings() -> None:
    plain = build_effect({"ap": "X", "hit": 1, "when": ["charge", ["shoot", "far"]]})
    assert (plain.amount("ap"), plain.with_rating(3).amount("ap"), plain.amount("hit"), plain.amount("blast")) == (
        0,
        3,
        1,
        0,
    )
    assert [plain.applies_in(frozenset(words.split())) for words in ("charge", "shoot", "shoot far", "")] == [
        *(True, False, True, False)
    ]
    assert build_effect({"ap": 1}).applies_in(frozenset())
    fixed = build_effect({"ap": 1})
    assert fixed.with_rating(5) is fixed
    assert (plain.has_placeholder, fixed.has_placeholder) == (True, False)
    granting = build_effect({"grants": "Keen(X)"}).with_rating(2)
    assert granting.grants is not None
    assert granting.grants.rating == 2
    steady = build_effect({"grants": "Keen(4)", "ap": "X"}).with_rating(2)
    assert steady.grants is not None
    assert steady.grants.rating == 4
    choosing = build_effect({"choose": [{"ap": "X"}]})
    assert choosing.has_placeholder
    assert choosing.with_rating(2).branches[0].effects[0].amount("ap") == 2
    assert [parse_rating(rating) for rating in (3, "+2", "4", "D3", None, "-1")] == [3, 2, 4, 0, 0, 0]
    assert [Markers(2, 5).multiplier(number) for number in range(7)] == [0, 0, 1, 1, 2, 2, 2]
    assert [number in NumberRange(2, 4) for number in (1, 2, 4, 5)] == [False, True, True, False]
    named = referenced_rules(
        [build_effect({"grants": "A", "rules": ["B"], "improves": "x", "instead": [{"grants": "C"}]})]
    )
    assert [rule.name for rule in named] == ["B", "A", "C"]
    assert [rule.name for rule in referenced_rules([build_effect({"choose": [{"grants": "D"}]})])] == ["D"]
    assert (Effect().once, Effect().markers, Effect().unmodelled_bias) == (False, None, None)


def test_wound_roll_values() -> None:
    roll = WoundRoll(6, 1)
    assert (roll.required_total(1), roll.required_total(3), roll.certain_markers(1), roll.certain_markers(3)) == (
        6,
        8,
        5,
        7,
    )
    assert WoundRoll(6).certain_markers(9) == 9, "never before its last point of Tough"
    assert [roll.chance(markers, 1) for markers in range(7)] == pytest.approx([0, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1, 1])
    assert roll.chance(1, 1, 2) == pytest.approx(4 / 6)
    assert roll.chance(1, 1, -9) == 0


def test_notation_edge_cases() -> None:
    assert parse_equipment_count("999999999x Axe (A1)").count == 999_999_999
    assert parse_equipment_count("1234567890x Axe (A1)").count == 1
    assert parse_rule("Tough(123456789)").rating == 123456789
    assert parse_rule("Tough(1234567890)").rating == "1234567890"
    assert list(split_at_commas("a, b(c, d), [e, f],")) == ["a", "b(c, d)", "[e, f]"]
    assert list(split_at_commas("")) == []
    for text in ("a)", "(a"):
        with pytest.raises(NotationError):
            list(split_at_commas(text))
    assert parse_notation(" Tough(3) ") == build_rule_ref("Tough", 3)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Hand Weapons", "hand weapon"),
        ("Knives", "knif"),
        ("Axe", "ax"),
        ("Cutlass", "cutlass"),
        ("Virus", "virus"),
        ("Axis", "axis"),
        ("Ponies", "pony"),
        ("ies", "i"),
        ("Teeth", "tooth"),
        ("s", ""),
    ],
)
def test_names_compare_in_the_singular(name: str, key: str) -> None:
    assert normalise_name(name) == key
