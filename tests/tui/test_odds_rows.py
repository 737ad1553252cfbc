"""Rows of the odds screen: a unit against profiles, a duel, and the army against targets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from listbuilder.model import Spell, SpellAttack, Text, Weapon
from listbuilder.model.effects import Bias
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.army_damage import AttackCell, OddsSummary, build_cell
from listbuilder.odds.combatant import Combatant, CombatGroup
from listbuilder.odds.result import ChosenWay
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.rules.edits import RenameEntry
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.odds.odds_cache import OddsCache
from listbuilder.tui.odds.odds_rows import (
    duel_rows,
    find_table_target,
    matrix_rows,
    odds_summary_row,
    table_row_key,
    table_targets,
    unit_odds_rows,
)
from listbuilder.tui.widgets.row import Row
from tests.sentences import sentence
from tests.tui.screen_helpers import fits
from tests.tui.view_helpers import LIBRARY, SYSTEM, open_sample, roles, texts

CHARGE = Situation(mode=AttackMode.CHARGE)
EXACT = sentence("odds.exact")
SHOOTING, CHARGING = sentence("odds.mode.shoot").upper(), sentence("odds.mode.charge").upper()
WITHOUT_FURY = sentence("odds.without", rules="[b]Fury")
AIM_AT_NEAREST = sentence("odds.assumes.nearest", rules="Aim")


def fighters() -> tuple[EditorSession, OddsCache, Any]:
    session, scales = open_sample(), OddsCache()
    return session, scales, scales.combatant(session.roster.entries[0], session.roster, "en")


def test_unit_odds_have_a_table_per_mode() -> None:
    session, scales, party = fighters()

    def compute_cell(attacker: Any, target: Any, situation: Situation) -> Any:
        return scales.compute_attack(attacker, target, session.roster, situation)

    waiting = list(unit_odds_rows(party, lambda *_: None, CHARGE, 0, "en"))
    assert any(row.key.endswith(":waiting") for row in waiting)
    rows = {row.key: row for row in unit_odds_rows(party, compute_cell, CHARGE, 2, "en")}
    keys = [table_row_key(AttackMode.CHARGE, defense) for defense in (2, 3, 4, 5, 6)]
    assert all(rows[key].selectable for key in keys)
    assert [part.role for part in rows[keys[0]].left[1:]] == ["", "", "bold", ""]
    assert not rows["charge:per-hundred:2"].selectable
    assert not rows["charge:mean"].selectable
    targets = table_targets(party)
    assert len(targets) == 20
    assert find_table_target(keys[1], 3, party) == (AttackMode.CHARGE, targets[7])
    assert find_table_target("elsewhere", 0, party) is None


def test_duel_shows_sums_curve_and_steps() -> None:
    session, scales, party = fighters()
    assert [row.key for row in duel_rows(None, session.system, CHARGE, "en")] == ["waiting"]
    cell = scales.compute_attack(party, party, session.roster, CHARGE)
    rows = list(duel_rows(cell, session.system, CHARGE, "en"))
    keys = [row.key for row in rows]
    assert [key for key in keys if key in ("who", "expected", "chances", "curve")] == [
        *("who", "expected", "chances", "curve")
    ]
    many = party.models > 1
    assert next(row for row in rows if row.key == "curve:0").text.strip().startswith("1" if many else "0")
    assert "step:0:1" in keys
    assert "total:0" in keys
    idle = Spell(id="idle", name=Text("Idle"), cost=1)
    bolt = replace(idle, id="bolt", name=Text("Bolt"), attack=SpellAttack(hits=2))
    assert "spells" not in [row.key for row in duel_rows(cell, session.system, CHARGE, "en", [idle])]
    cast = [row.key for row in duel_rows(cell, session.system, CHARGE, "en", [idle, bolt])]
    assert [key for key in cast if key.startswith("spell")] == ["spells", "spell:bolt"]
    single = next(entry for entry in session.roster.entries if entry.models == 1 and entry.entry.joins is None)
    alone = scales.compute_attack(party, scales.combatant(single, session.roster, "en"), session.roster, CHARGE)
    lone = {row.key: row.text for row in duel_rows(alone, session.system, CHARGE, "en")}
    assert lone["curve"] != next(row for row in rows if row.key == "curve").text
    assert lone["curve:0"].split()[0] == "0", "of a single model its wounds"
    bow = replace(cell, mode=AttackMode.SHOOT)
    unarmed = list(duel_rows(bow, session.system, CHARGE, "en"))
    shoots = any(weapon.range for group in party.groups for _, weapon in group.weapons)
    assert ("unarmed" in [row.key for row in unarmed]) is not shoots


def test_matrix_shows_columns_around_chosen_target() -> None:
    session, scales, party = fighters()
    targets = list(table_targets(party))[:6]
    cells = {"a": [scales.compute_attack(party, target, session.roster, CHARGE) for target in targets]}

    def list_rows(chosen: int, room: int, known_cells: Any = None) -> list[Row]:
        rows = matrix_rows(known_cells or cells, targets, chosen, mode=AttackMode.CHARGE, width=room, language="en")
        return list(rows)

    def head(chosen: int, room: int) -> list[str]:
        row_of = next(row for row in list_rows(chosen, room) if row.key == "head")
        return [part.text.strip() for part in row_of.left[1:-1]]

    assert head(0, 200) == ["1", "2", "3", "4", "5", "6"]
    assert head(0, 22 + 8 + 12) == ["1", "2"]
    assert head(3, 22 + 8 + 12) == ["3", "4"]
    assert head(5, 22 + 8 + 17) == ["5", "6"]
    assert head(5, 10) == ["6"]
    own = next(row for row in list_rows(2, 200) if row.key == "a")
    done = sum(cell.odds.lost for cell in cells["a"]) / len(targets) * 100 / party.cost
    assert own.left[-1].text == f"{done * 100:>7.0f}%"
    assert [part.role for part in own.left[1:-1]] == ["", "", "bold", "", "", ""]
    assert own.left[1].text == f"{cells['a'][0].odds.sign}{cells['a'][0].odds.lost * 100:.0f}%".rjust(6)
    waiting = {"a": [*cells["a"][:-1], None]}
    assert any(row.key == "waiting" for row in list_rows(0, 200, waiting))
    assert not any(row.key == "a" for row in list_rows(0, 200, waiting))


def test_unit_odds_fit_one_line() -> None:
    assert odds_summary_row(None, "en").text.endswith("…")
    assert odds_summary_row((), "en").text.endswith("–")
    session, scales, _ = fighters()
    glances = scales.compute(session.roster.entries[0], session.roster, "en")
    assert f"{glances[-1].wounds:.1f}" in odds_summary_row(glances, "en").text
    assert scales.get(session.roster.entries[0], session.roster, "en") == glances
    assert scales.get(session.roster.entries[0], session.roster, "de") is None


def band(name: str = "[red]Bow", models: int = 1, cost: int = 50, **fields: Any) -> Combatant:
    """Return a unit whose models have 2 shots and 3 attacks at Quality 4+ and Defense 4+."""
    arms = ((1, Weapon("Bow", 2, 24)), (1, Weapon("Axe", 3)))
    return Combatant(name, (CombatGroup(models, 1, 4, 4, **{"weapons": arms, **fields}),), lambda _: None, cost)


def attack(attacker: Combatant, target: Combatant, situation: Situation) -> AttackCell:
    return build_cell(attacker, target, LIBRARY.system(SYSTEM), situation)


def with_caveats(cell: AttackCell, *notes: Caveat) -> AttackCell:
    return replace(cell, odds=replace(cell.odds, notes=frozenset(notes)))


FURY = Caveat("[b]Fury", bias=Bias.MORE)
NEAREST = Caveat("Aim", assumption="nearest")


def test_table_has_title_columns_and_points_ratio() -> None:
    rows = list(unit_odds_rows(band(), attack, CHARGE, 1, "en"))
    keys = [row.key for row in rows]
    defenses = range(2, 7)
    assert keys == [
        "title",
        *("blank", f"heading:{SHOOTING}", "shoot:mean", *(f"profile:shoot:{defense}" for defense in defenses)),
        *("shoot:per-hundred", *(f"shoot:per-hundred:{defense}" for defense in defenses), "shoot:said"),
        *("blank", f"heading:{CHARGING}", "charge:mean", *(f"profile:charge:{defense}" for defense in defenses)),
        *("charge:per-hundred", *(f"charge:per-hundred:{defense}" for defense in defenses), "charge:said"),
    ]
    by_key = {row.key: row for row in rows}
    assert roles(by_key["title"]) == [(sentence("odds.title", name="[red]Bow", models=1, points=50), "bold")]
    heads = [("    10×T1", "dim"), ("     5×T3", "accent"), ("     3×T6", "dim"), ("    1×T12", "dim")]
    assert roles(by_key["shoot:mean"]) == [(sentence("odds.mean").ljust(18), "dim"), *heads]
    assert roles(by_key["shoot:per-hundred"]) == [(sentence("odds.per-hundred").ljust(18), "dim"), *heads]
    assert roles(by_key["profile:shoot:4"]) == [
        *(("  D4+             ", "dim"), ("     0.50", ""), ("     0.50", "bold"), ("     0.50", ""), ("     0.50", ""))
    ]
    hundred = by_key["shoot:per-hundred:4"]
    assert roles(hundred) == [("  D4+             ", "dim"), *[("     1.00", "")] * 4]
    assert roles(by_key["shoot:said"]) == [(EXACT, "good")]
    picked = [row.key for row in rows if row.selectable]
    assert picked == [f"profile:{mode}:{defense}" for mode in ("shoot", "charge") for defense in defenses]


def test_table_is_translated_and_free_units_rate_zero() -> None:
    rows = {row.key: row for row in unit_odds_rows(band(cost=0), attack, CHARGE, 0, "de")}
    assert rows["title"].text == sentence("odds.title", "de", name="[red]Bow", models=1, points=0)
    assert roles(rows["charge:mean"])[:2] == [(sentence("odds.mean", "de").ljust(18), "dim"), ("    10×Z1", "accent")]
    assert roles(rows["profile:charge:4"])[:2] == [("  V4+             ", "dim"), ("     0,75", "bold")]
    assert roles(rows["charge:per-hundred:4"])[:2] == [("  V4+             ", "dim"), ("     0,00", "")]


def test_only_units_with_ranged_weapons_have_shooting() -> None:
    def heads(party: Combatant) -> list[str]:
        return [row.text for row in unit_odds_rows(party, lambda *_: None, CHARGE, 0, "en") if row.text.isupper()]

    assert heads(band(weapons=((1, Weapon("Axe", 3)),))) == [CHARGING]
    assert heads(band(weapons=((1, Weapon("Bow", 1, 24)),))) == [SHOOTING, CHARGING]
    assert heads(band(weapons=())) == [CHARGING]


def test_table_waits_until_every_attack_is_computed() -> None:
    targets = table_targets(party := band())

    def compute_cell(attacker: Combatant, target: Combatant, situation: Situation) -> AttackCell | None:
        ready = situation.mode is AttackMode.SHOOT or target is not targets[-1]
        return attack(attacker, target, situation) if ready else None

    rows = list(unit_odds_rows(party, compute_cell, CHARGE, 0, "en"))
    waiting = next(row for row in rows if row.key == "charge:waiting")
    assert (roles(waiting), rows[-1]) == ([("…", "dim")], waiting)
    assert "profile:shoot:6" in [row.key for row in rows]
    assert "profile:charge:2" not in [row.key for row in rows]


def test_table_shows_omissions_and_assumptions() -> None:
    def compute_cell(attacker: Combatant, target: Combatant, situation: Situation) -> AttackCell:
        return with_caveats(attack(attacker, target, situation), FURY, NEAREST)

    rows = {row.key: row for row in unit_odds_rows(band(), compute_cell, CHARGE, 0, "en")}
    assert roles(rows["charge:said"]) == [(WITHOUT_FURY, "warn")]
    assumed = rows["charge:assumes:0"]
    assert roles(assumed) == [(f"  {AIM_AT_NEAREST}", "dim")]
    assert (assumed.hang, assumed.wrap, assumed.selectable) == (2, True, False)
    assert rows["profile:charge:4"].left[1].text == "    ≥0.75"
    assert rows["charge:per-hundred:4"].left[1].text == "    ≥1.50"


def test_every_cell_belongs_to_its_target() -> None:
    party = band(models=10)
    targets = table_targets(party)
    aimed = (ChosenWay("Aim", 0, (("hit", 1),)),)

    def compute_cell(attacker: Combatant, target: Combatant, situation: Situation) -> AttackCell:
        cell = attack(attacker, target, situation)
        return replace(cell, odds=replace(cell.odds, chosen=aimed)) if target is targets[0] else cell

    rows = {row.key: row for row in unit_odds_rows(party, compute_cell, CHARGE, 0, "en")}
    for index, defense in enumerate(range(2, 7)):
        means = [attack(party, target, CHARGE).odds.mean_wounds for target in targets[4 * index : 4 * index + 4]]
        assert [part.text for part in rows[table_row_key(AttackMode.CHARGE, defense)].left[1:]] == [
            f"{mean:>9.2f}" for mean in means
        ]
    assert len({part.text for part in rows[table_row_key(AttackMode.CHARGE, 6)].left}) == 5, "targets differ"
    way = sentence("odds.way.hit", number="+1")
    assert rows["charge:assumes:0"].text == f"  {sentence('odds.assumes.choice', rule='Aim', way=way)}"


@pytest.mark.parametrize("mode", [AttackMode.SHOOT, AttackMode.CHARGE])
def test_row_and_column_keys_find_their_target(mode: AttackMode) -> None:
    party = band()
    targets = table_targets(party)
    names = [target.name for target in targets]
    assert names[:4] + names[-1:] == ["10xD2+T1", "5xD2+T3", "3xD2+T6", "1xD2+T12", "1xD6+T12"]
    places = [(defense, column) for defense in range(2, 7) for column in range(4)]
    assert [find_table_target(table_row_key(mode, defense), column, party) for defense, column in places] == [
        (mode, target) for target in targets
    ]


def test_duel_is_described_in_sentences() -> None:
    system = LIBRARY.system(SYSTEM)
    rows = list(duel_rows(attack(band("[red]A"), band("[b]B", 2), CHARGE), system, CHARGE, "en"))
    blocked = {"hits": "1.50", "ap": 0, "defense": 4, "need": 4, "through": "50.0%", "wounds": "0.75"}
    block = sentence("odds.step.block", **blocked)
    assert [roles(row) for row in rows] == [
        [(sentence("odds.against.charge", attacker="[red]A", target="[b]B"), "bold")],
        [(sentence("odds.expected", sign="", wounds="0.73", spread="0.71", models="0.73", of=2), "")],
        [(sentence("odds.chances", sign="", half="57.8%", destroyed="15.6%"), "")],
        [(EXACT, "good")],
        [],
        [(sentence("odds.curve-head").upper(), "heading")],
        [("   1     57.8%  █████████████████", "")],
        [("   2     15.6%  █████", "")],
        [],
        [(sentence("odds.steps", name="Axe").upper(), "heading")],
        [(f"1. {sentence('odds.step.attacks', n=3, quality=4, need=4, chance=3, hits='1.50')}", "")],
        [(f"2. {block}", "")],
        [(f"=  {sentence('odds.step.total', wounds='0.75')}", "dim")],
    ]
    by_key = {row.key: row for row in rows}
    for key in ("step:0:1", "step:0:2", "total:0"):
        assert (by_key[key].hang, by_key[key].wrap, by_key[key].selectable) == (3, True, False)
    assert not any(row.selectable for row in rows)


def test_single_model_duel_counts_wounds_and_stun() -> None:
    system = LIBRARY.system(SYSTEM)
    cell = attack(band("A"), band("B"), CHARGE)
    rows = {row.key: row for row in duel_rows(cell, system, CHARGE, "en")}
    assert [rows[key].text for key in ("curve", "curve:0", "curve:1")] == [
        sentence("odds.wounds-head").upper(),
        "   0     42.2%  ██████████████████████",
        "   1     57.8%  ██████████████████████████████",
    ]
    assert "stunned" not in rows
    stunned = replace(cell, odds=replace(cell.odds, stunned=0.25, notes=frozenset({FURY})))
    stunned_texts = {row.key: row.text for row in duel_rows(stunned, system, CHARGE, "en")}
    assert stunned_texts["stunned"] == sentence("odds.stunned", sign="≥", chance="25.0%")
    assert fits(stunned_texts["expected"], "odds.expected", sign="≥", wounds="0.58")
    assert stunned_texts["duel:said"] == WITHOUT_FURY


def test_unarmed_duel_shows_remaining_spells() -> None:
    system = LIBRARY.system(SYSTEM)
    cell = attack(band("A", weapons=()), band("B", 2), CHARGE)
    bolt = Spell(id="bolt", name=Text("[red]Bolt", (("de", "Blitz"),)), cost=1, attack=SpellAttack(hits=2))
    rows = list(duel_rows(cell, system, CHARGE, "de", [bolt]))
    assert [row.key for row in rows] == ["who", "unarmed", "blank", "spells", "spell:bolt"]
    assert roles(rows[1]) == [(sentence("odds.unarmed", "de"), "dim")]
    assert fits(rows[-1].text, "tui.odds.spell", "de", name="Blitz (1)")
    assert fits(texts(duel_rows(cell, system, CHARGE, "en", [bolt]))[-1], "tui.odds.spell", name="[red]Bolt (1)")


def test_matrix_ranks_units_by_points_ratio() -> None:
    targets = [band(name, models) for name, models in (("[red]T", 1), ("U", 4))]
    weak, strong = band("Weak", 1, 100), band("A name of some twenty letters", 2, 100)
    cells = {key: [attack(attacker, to, CHARGE) for to in targets] for key, attacker in (("w", weak), ("s", strong))}
    rows = list(matrix_rows(cells, targets, 0, mode=AttackMode.CHARGE, width=80, language="en"))
    assert [row.key for row in rows] == ["share", "target", "blank", "head", "s", "w", "blank", "matrix:said"]
    assert [roles(row) for row in rows] == [
        [(sentence("odds.share"), "dim")],
        [(sentence("tui.odds.target", n=1, of=2, name="[red]T"), "bold")],
        [],
        [(" " * 22, ""), ("     1", "accent"), ("     2", "dim"), (f" {sentence('tui.odds.done')}", "dim")],
        [("A name of some twent… ", ""), ("   82%", "bold"), ("   37%", ""), ("     60%", "dim")],
        [("Weak                  ", ""), ("   58%", "bold"), ("   19%", ""), ("     38%", "dim")],
        [],
        [(EXACT, "good")],
    ]
    assert [row.key for row in rows if row.selectable] == ["s", "w"]
    german = texts(matrix_rows(cells, targets, 1, mode=AttackMode.CHARGE, width=80, language="de"))
    assert german[1] == sentence("tui.odds.target", "de", n=2, of=2, name="U")


def test_matrix_shows_only_armed_units() -> None:
    targets = [band("T")]
    archer, fencer = (
        band("Archer", weapons=((1, Weapon("Bow", 2, 24)),)),
        band("Fencer", weapons=((1, Weapon("Axe", 3)),)),
    )

    def list_rows(mode: AttackMode, *parties: Combatant, ready: bool = True) -> list[Row]:
        situation = Situation(mode=mode)
        cells = {party.name: [attack(party, targets[0], situation) if ready else None] for party in parties}
        return list(matrix_rows(cells, targets, 0, mode=mode, width=80, language="en"))

    assert [row.key for row in list_rows(AttackMode.SHOOT, archer, fencer) if row.selectable] == ["Archer"]
    assert [row.key for row in list_rows(AttackMode.CHARGE, archer, fencer) if row.selectable] == ["Fencer"]
    unarmed = list_rows(AttackMode.SHOOT, fencer)
    assert [row.key for row in unarmed][4:] == ["unarmed", "blank", "matrix:said"]
    assert roles(unarmed[4]) == [(sentence("odds.unarmed"), "dim")]
    waiting = list_rows(AttackMode.SHOOT, fencer, ready=False)
    assert [row.key for row in waiting][4:] == ["waiting", "blank", "matrix:said"], "nobody knows yet"
    assert roles(waiting[4]) == [("…", "dim")]


def test_matrix_omissions_are_listed_once() -> None:
    targets = [band("T")]
    cell = with_caveats(attack(band("A"), targets[0], CHARGE), FURY, NEAREST)
    rows = list(matrix_rows({"a": [cell]}, targets, 0, mode=AttackMode.CHARGE, width=80, language="en"))
    assert texts(rows[-2:]) == [WITHOUT_FURY, f"  {AIM_AT_NEAREST}"]
    assert rows[4].left[1].text == "  ≥58%"


def test_odds_are_cached_until_something_changes() -> None:
    session, scales, party = fighters()
    roster, (first, hero, *_) = session.roster, session.roster.entries
    assert scales.get(first, roster, "en") is None, "a party alone is not weighed"
    target = table_targets(party)[0]
    assert scales.get_attack(party, target, CHARGE) is None
    cell = scales.compute_attack(party, target, roster, CHARGE)
    assert scales.get_attack(party, target, CHARGE) is cell
    assert scales.compute_attack(party, target, roster, CHARGE) is cell
    assert scales.get_attack(party, target, replace(CHARGE, mode=AttackMode.SHOOT)) is None
    glances = scales.compute(first, roster, "en")
    assert scales.compute(first, roster, "en") is glances
    assert scales.combatant(first, roster, "en") is party
    session.apply(RenameEntry(hero.id, "Other"))
    assert scales.combatant(session.roster.entries[0], session.roster, "en") is not party, "its hero has changed"
    assert scales.get(session.roster.entries[0], session.roster, "en") is None


def test_odds_line_names_each_mode() -> None:
    glances = tuple(
        OddsSummary(mode, 0.0, with_caveats(attack(band(), band("T", 10), Situation(mode=mode)), *notes).odds)
        for mode, notes in ((AttackMode.SHOOT, ()), (AttackMode.CHARGE, (FURY,)))
    )
    line = odds_summary_row(glances, "en")
    against = f"{sentence('tui.odds.against', target='10×D4+')}  "
    shooting, charging = sentence("tui.odds.mode.shoot"), sentence("tui.odds.mode.charge")
    assert roles(line) == [("  ", ""), (against, "dim"), (f"{shooting} 0.5 · {charging} ≥0.8", "")]
    assert (line.selectable, line.wrap, line.hang) == (False, True, 4)
    against = sentence("tui.odds.against", "de", target="10×V4+")
    shooting, charging = sentence("tui.odds.mode.shoot", "de"), sentence("tui.odds.mode.charge", "de")
    assert odds_summary_row(glances, "de").text == f"  {against}  {shooting} 0,5 · {charging} ≥0,8"
