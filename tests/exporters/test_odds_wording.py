"""Odds in words: percentages, bars, assumptions, omissions and steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.exporters.odds_wording import (
    CombatantNames,
    describe_assumptions,
    format_bars,
    format_breakdown_title,
    format_percent,
    format_step,
    omitted_rules,
)
from listbuilder.model import RuleId, Text
from listbuilder.model.effects import Bias
from listbuilder.model.special_rules import Rule
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.breakdown import BreakdownStep, VolleyBreakdown
from listbuilder.odds.combatant import Combatant, CombatGroup
from listbuilder.odds.result import ChosenWay, Odds
from listbuilder.odds.volleys import Volley
from tests.sentences import sentence

FURIOUS = Rule(id=RuleId("furious"), name=Text("Furious", (("de", "Rasend"),)))
PARTY = Combatant("Men", (CombatGroup(1, 1, 4, 4),), lambda rule: FURIOUS if rule == FURIOUS.id else None)
NAMES = CombatantNames("de", (PARTY,))


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (0, "0.0%"),
        (1e-13, "0.0%"),
        (1e-11, "<0.1%"),
        (0.0009, "<0.1%"),
        (0.001, "0.1%"),
        (0.5, "50.0%"),
        (0.999, "99.9%"),
        (0.9995, ">99.9%"),
        (1, "100.0%"),
    ],
)
def test_percentages_never_round_to_zero_or_certain(chance: float, shown: str) -> None:
    assert format_percent("en", chance) == shown
    assert format_percent("de", chance) == shown.replace(".", ",")


def test_bars_are_scaled_to_the_longest() -> None:
    assert list(format_bars([0.2, 0.4, 0.1], "en", 20, symbols=False)) == [
        "   0     20.0%  ##########",
        "   1     40.0%  ####################",
        "   2     10.0%  #####",
    ]
    assert list(format_bars([1.0], "en", 3, symbols=True)) == ["   0    100.0%  ███"]
    assert list(format_bars([0.0, 0.0], "en", 3, symbols=True)) == ["   0      0.0%"]


def test_unlikely_outcomes_are_grouped_at_the_end() -> None:
    bars = list(format_bars([0.999, 0.0004, 0.0006], "en", 10, symbols=False))
    assert bars == ["   0     99.9%  ##########", "  1+      0.1%"]
    assert len(list(format_bars([0.5, 0.0, 0.001, 0.0], "en", 10, symbols=False))) == 3, "what lies between stays"
    curve = list(format_bars([0.9, 0.0008, 0.0002], "en", 10, symbols=False, first=1))
    assert curve == ["   1     90.0%  #########", "  2+     <0.1%"], (
        "a cumulative curve shows the likeliest of the rest"
    )


def test_names_are_translated_by_any_party() -> None:
    assert NAMES.translate("Furious") == "Rasend"
    assert NAMES.translate("Sword") == "Sword"
    assert CombatantNames("de", ()).translate("Furious\n") == "Furious"
    other = replace(
        PARTY, translate_weapon=lambda name, _: {"Sword": "Schwert"}.get(name, name), find_rule=lambda _: None
    )
    assert CombatantNames("de", (PARTY, other)).translate("Sword") == "Schwert"


def test_omitted_rules_are_named_once_and_sorted() -> None:
    notes = [
        Caveat("Zeal", bias=Bias.MORE),
        Caveat("Furious", bias=Bias.LESS),
        Caveat("Furious", bias=Bias.MORE),
        Caveat("assumed", "far"),
        Caveat("x", bias=Bias.UNKNOWN, text=Text("models behind", (("de", "Modelle dahinter"),))),
    ]
    assert omitted_rules(notes, NAMES) == ("Modelle dahinter", "Rasend", "Zeal")
    assert omitted_rules([], NAMES) == ()


def odds(**fields: object) -> Odds:
    plain = {"wounds": (1.0,), "models": (1.0,), "half": 0.0, "standing": (1.0,)}
    return Odds(**{**plain, **fields})  # type: ignore[arg-type]  # whatever a test gives


def test_assumptions_list_the_rules_they_affect() -> None:
    notes = [Caveat("Furious", "held"), Caveat("Aim", "held"), Caveat("Bow", "far"), Caveat("Left", bias=Bias.MORE)]
    english = CombatantNames("en", (PARTY,))
    assert describe_assumptions(notes, None, english) == [
        sentence("odds.assumes.far", rules="Bow"),
        sentence("odds.assumes.held", rules="Aim, Furious"),
    ]
    picking = odds(volleys=(Volley(name="x", dice=1), Volley(name="y", dice=1, picks_model=True)))
    assert describe_assumptions([], picking, english) == [sentence("odds.assumes.picks")]
    assert describe_assumptions([], odds(volleys=(Volley(name="x", dice=1),)), english) == []


@pytest.mark.parametrize(
    ("verbs", "way"),
    [
        ((("ap", 1),), sentence("odds.way.ap", number="+1")),
        (
            (("hit", -1), ("defense", 2)),
            f"{sentence('odds.way.hit', number='-1')}, {sentence('odds.way.defense', number='+2')}",
        ),
        ((("ap", 1), ("blast", 3)), sentence("odds.way", place=2)),
        ((), sentence("odds.way", place=2)),
    ],
    ids=["one verb", "two verbs", "an unnamed verb", "no verb"],
)
def test_choice_is_described_by_effect_or_position(verbs: tuple[tuple[str, int], ...], way: str) -> None:
    chosen = odds(chosen=(ChosenWay("Furious", 1, verbs),))
    expected = sentence("odds.assumes.choice", rule="Furious", way=way)
    assert describe_assumptions([], chosen, CombatantNames("en", (PARTY,))) == [expected]


def test_steps_are_titled_by_weapon_and_chance() -> None:
    english = CombatantNames("en", (PARTY,))
    title, chance = sentence("odds.steps", name="Sword"), sentence("odds.steps-if", chance="50.0%")
    assert format_breakdown_title(VolleyBreakdown("Sword", (), 1.0), english) == title
    assert format_breakdown_title(VolleyBreakdown("Sword", (), 1.0, chance=0.5), english) == f"{title} ({chance})"


def test_step_formats_chances_as_percentages() -> None:
    values = {"chance": 1 / 3, "of": 4.5, "wounds": 3.0}
    expected = sentence("odds.step.ignored", chance="33.3%", of="4.50", wounds="3.00")
    assert format_step(BreakdownStep("ignored", values), "en") == expected
    assert format_step(BreakdownStep("reroll", {"least": 6}), "de") != format_step(
        BreakdownStep("reroll", {"least": 6}), "en"
    )
