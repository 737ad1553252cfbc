"""Rows of the army summary: sums, bars and expected wounds by distance."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.model import Text
from listbuilder.model.effects import Bias
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.army_damage import DistanceDamage
from listbuilder.rules.army_summary import ArmySummary, AttackGroup, RoleShare, build_summary
from listbuilder.tui.odds.odds_rows import army_damage_rows
from listbuilder.tui.screens.summary import summary_rows
from tests.sentences import sentence
from tests.tui.view_helpers import by_key, open_sample, roles, texts


def label(name: str, language: str = "en") -> str:
    """Return a label as wide as its column."""
    return sentence(f"tui.summary.{name}", language).ljust(19)


def heading(name: str) -> str:
    return f"heading:{sentence(f'tui.summary.{name}').upper()}"


def test_summary_bars_match_their_share() -> None:
    session = open_sample()
    rows = {row.key: row for row in summary_rows(build_summary(session.roster), '"', "en", 80)}
    assert rows["points"].text.endswith(f"{session.roster.cost:,} / {session.roster.points_limit:,}")
    roles_of = [row for key, row in rows.items() if key.startswith("role:")]
    assert sum(int(row.right[-1].text.strip(" %")) for row in roles_of) in range(98, 103)
    cells = 80 - 18 - 16 - 8
    for row in roles_of:
        share = int(row.right[-1].text.strip(" %")) / 100
        assert len(row.left[1].text) == pytest.approx(share * cells, abs=1.2)
    assert any(key.startswith("range:") for key in rows)


def test_wounds_by_distance_wait_until_computed() -> None:
    damages = [SimpleNamespace(distance=0, wounds=(1.0, 2.0, 3.0, 4.0, 5.0), sign="", caveats=frozenset())]
    rows = list(army_damage_rows(damages, [], '"', "en", complete=False))  # type: ignore[arg-type]  # numbers by hand
    assert rows[-1].key == "damage:waiting"
    assert rows[3].key == "damage:0"
    assert rows[3].text.split()[-5:] == ["1.0", "2.0", "3.0", "4.0", "5.0"]
    whole = list(army_damage_rows(damages, [], '"', "en", complete=True))  # type: ignore[arg-type]
    assert whole[-1].key == "damage:said"


def summary(**fields: Any) -> ArmySummary:
    """Return a fake summary: a quarter heroes, the rest without a role; half of the attacks in melee."""
    parts = (
        RoleShare("heroes", Text("[red]H", (("de", "Helden"),)), 1, 1, 500, 0.25),
        RoleShare("", Text(""), 2, 9, 1500, 0.75),
    )
    attacks = (AttackGroup(0, 0, 1500, 0.5), AttackGroup(24, 2, 1500, 0.5))
    sums = {
        "points": 2000,
        "points_limit": 2500,
        "models": 1010,
        "wounds": 1012,
        "activations": 1003,
        "casters": 0,
        "tokens": 0,
    }
    return ArmySummary(**{**sums, "roles": parts, "attack_groups": attacks, **fields})


def test_sums_come_first_and_casters_are_optional() -> None:
    rows = summary_rows(summary(), '"', "en", 80)
    assert [row.key for row in rows] == [
        *("points", "activations", "models", "wounds", "blank", heading("roles"), "role:heroes", "role:"),
        *("blank", heading("ranges"), "range:0", "range:24"),
        *("blank", heading("piercing"), "ap:0", "ap:2"),
    ]
    assert [roles(row) for row in rows[:4]] == [
        [(label("points"), "dim"), ("2,000 / 2,500", "bold")],
        [(label("activations"), "dim"), ("1,003", "bold")],
        [(label("models"), "dim"), ("1,010", "bold")],
        [(label("wounds"), "dim"), ("1,012", "bold")],
    ]
    assert not any(row.selectable for row in rows)
    assert summary_rows(summary(points_limit=None), '"', "en", 80)[0].text == f"{label('points')}2,000"
    casting = by_key(summary_rows(summary(casters=2, tokens=1), '"', "en", 80))
    assert casting["casters"].text == f"{label('casters')}{sentence('tui.summary.tokens', n=2, tokens=1)}"


def test_parts_are_bars_with_number_and_share() -> None:
    rows = by_key(summary_rows(summary(), '"', "en", 50))
    assert roles(rows["role:heroes"]) == [
        *(
            ("[red]H             ", ""),
            ("██", "accent"),
            (sentence("sheet.points", points="500"), ""),
            ("   25%", "dim"),
        )
    ]
    others = sentence("tui.units.other").ljust(19)
    assert rows["role:"].text == f"{others}██████{sentence('sheet.points', points='1,500')}   75%"
    assert [rows[key].text for key in ("range:0", "range:24")] == [
        *(f"{label('melee')}████1,500   50%", '24"                ████1,500   50%')
    ]
    assert [rows[key].text for key in ("ap:0", "ap:2")] == [
        *("AP 0               ████1,500   50%", "AP 2               ████1,500   50%")
    ]
    german = by_key(summary_rows(summary(), '"', "de", 50))
    points = sentence("sheet.points", "de", points="500")
    assert german["role:heroes"].text == f"Helden             ██{points}   25%"
    assert german["range:0"].text.startswith(f"{label('melee', 'de')}████1.500")


@pytest.mark.parametrize(
    ("share", "room", "expected_bar"),
    [(0.0, 50, ""), (1.0, 50, "█" * 8), (1.0, 51, "█" * 9), (1.0, 46, "████"), (1.0, 5, "████"), (0.5, 51, "████▌")],
)
def test_bar_length_follows_share_and_never_vanishes(share: float, room: int, expected_bar: str) -> None:
    name = "A role with a long name"
    parts = (RoleShare("r", Text(name), 1, 1, 5, share),)
    bar = by_key(summary_rows(summary(roles=parts), '"', "en", room))["role:r"]
    assert (bar.left[0].text, bar.left[1].text) == ("A role with a lon… ", expected_bar)


def test_wounds_by_defense_are_in_columns() -> None:
    fury = Caveat("[b]Fury", bias=Bias.MORE)
    damages = [
        DistanceDamage(0, (1.0, 2.0, 3.0, 4.0, 55.25), frozenset()),
        DistanceDamage(12, (0.5, 1.0, 1.5, 2.0, 2.5), frozenset({fury})),
    ]
    rows = list(army_damage_rows(damages, [], '"', "en", complete=True))
    assert [row.key for row in rows] == ["blank", "damage", "damage:head", "damage:0", "damage:12", "damage:said"]
    assert [roles(row) for row in rows[1:]] == [
        [(sentence("tui.summary.damage").upper(), "heading"), (sentence("tui.summary.crowd", n=20), "dim")],
        [("                        D2+      D3+      D4+      D5+      D6+", "dim")],
        [(sentence("tui.summary.charging").ljust(18), ""), ("      1.0      2.0      3.0      4.0     55.2", "")],
        [('12"               ', ""), ("     ≥0.5     ≥1.0     ≥1.5     ≥2.0     ≥2.5", "")],
        [(sentence("odds.without", rules="[b]Fury"), "warn")],
    ]
    assert not any(row.selectable for row in rows)
    assert [row.key for row in army_damage_rows(damages[:1], [], '"', "en", complete=False)][-1] == "damage:waiting"
    german = texts(army_damage_rows(damages[:1], [], "cm", "de", complete=False))
    charging = sentence("tui.summary.charging", "de").ljust(18)
    assert german[3] == f"{charging}      1,0      2,0      3,0      4,0     55,2"
    assert german[4] == "…"
