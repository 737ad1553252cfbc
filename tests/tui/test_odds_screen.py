"""The odds screen shows the engine's numbers for options, conditions and targets."""

from __future__ import annotations

from textual.pilot import Pilot

from listbuilder.odds.army_damage import (
    attack_matrix,
    damage_by_distance,
    rank_by_efficiency,
    summarise_odds,
    target_table,
    usual_targets,
)
from listbuilder.odds.attack import spell_odds
from listbuilder.odds.combatant import army_combatants, damage_spells, entry_combatant
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.sheet.unit_blocks import format_decimal
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.odds.odds_cache import find_fighting_entry
from listbuilder.tui.odds.screen import OddsScreen
from listbuilder.tui.screens.summary import SummaryScreen
from listbuilder.tui.widgets.row_list import RowList
from tests.sentences import sentence
from tests.tui.screen_helpers import editor, fits, wait_for

CHARGE = Situation(mode=AttackMode.CHARGE)


async def odds_shown(pilot: Pilot[None]) -> str:
    """Wait until everything is computed, and return the shown text."""
    screen = pilot.app.screen
    assert isinstance(screen, OddsScreen)
    await wait_for(pilot, lambda: not screen.idle.is_busy)
    return "\n".join(row.text for row in screen.lines.rows)


async def test_odds_lead_from_unit_to_army_to_duel(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        roster = editor(pilot).session.roster
        selected = roster.find_entry(editor(pilot).session.selected_id or "")
        assert selected is not None
        party = entry_combatant(selected, roster, "en")
        await pilot.press("w")
        shown = await odds_shown(pilot)
        for cell in target_table(party, roster.system, CHARGE)[-1]:
            assert format_decimal("en", cell.odds.mean_wounds) in shown
        await pilot.press("f")
        tired = await odds_shown(pilot)
        assert sentence("tui.odds.fatigued") in tired
        assert tired != shown
        await pilot.press("f", "end", "right", "enter")
        charging = sentence("odds.against.charge", attacker=party.name, target="5xD6+T3")
        assert charging in await odds_shown(pilot)
        await pilot.press("tab", "tab")
        army = await odds_shown(pilot)
        targets = usual_targets(roster.system, party.find_rule, "en")
        best = rank_by_efficiency(attack_matrix(army_combatants(roster, "en"), targets, roster.system, [CHARGE]))
        names = [row.text.split("  ")[0] for row in pilot.app.screen.lines.rows if row.selectable]
        assert names == [deeds.attacker.name for deeds in best if any(cell.odds.lost for cell in deeds.cells)]
        assert sentence("tui.odds.target", n=1, of=len(targets), name=targets[0].name) in army
        await pilot.press("right", "enter")
        duel = await odds_shown(pilot)
        second = targets[1].name
        assert sentence("odds.against.charge", attacker=best[0].attacker.name, target=second) in duel
        assert sentence("odds.curve-head").upper() in duel
        assert "steps:0" in [row.key for row in pilot.app.screen.lines.rows]
        await pilot.press("o")
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("end", "enter")
        met = await odds_shown(pilot)
        assert "The Ninth Gallery" in met
        assert f"{second}\n" in duel
        assert f"{second}\n" not in met
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, EditorScreen)
        await pilot.press("i")
        summary = pilot.app.screen
        assert isinstance(summary, SummaryScreen)
        await wait_for(pilot, lambda: not summary.idle.is_busy)
        sums = [
            damage_sum
            for damage_sum in damage_by_distance(army_combatants(roster, "en"), roster.system)
            if damage_sum is not None
        ]
        damage = [row.text for row in summary.query_one(RowList).rows if row.key.startswith("damage:")]
        assert damage[1].split()[-5:] == [format_decimal("en", wounds, 1) for wounds in sums[0].wounds]


async def test_option_shows_its_gain_in_wounds(start):
    async with start(sample=True, size=(120, 40)) as pilot:
        screen = editor(pilot)
        await pilot.press("enter")
        roster = screen.session.roster
        selected = roster.find_entry(screen.session.selected_id or "")
        assert selected is not None
        for _ in range(40):
            await wait_for(pilot, lambda: not screen.idle_tasks.is_busy)
            if "→" in "\n".join(row.text for row in screen.status.rows if row.key == "gain"):
                break
            await pilot.press("down")
        (gain,) = [row.text for row in screen.status.rows if row.key == "gain"]
        preview = screen.detail.cursor_preview()
        assert preview is not None
        then = preview.previewed.roster.find_entry(selected.id)
        assert then is not None
        now, later = (
            summarise_odds(entry_combatant(entry, where, "en"), where.system)[-1].wounds
            for entry, where in ((selected, roster), (then, preview.previewed.roster))
        )
        assert f"{format_decimal('en', now, 1)} → {format_decimal('en', later, 1)}" in gain
        await pilot.press("enter")
        await wait_for(pilot, lambda: not screen.idle_tasks.is_busy)
        assert format_decimal("en", later, 1) in next(row.text for row in screen.detail.rows if row.key == "odds")


async def test_duel_shows_spells_of_casters(start):
    async with start(sample=True, size=(80, 24)) as pilot:
        roster = editor(pilot).session.roster
        mage = next(entry for entry in roster.entries if entry.title == "Sister Perpetua")
        host = find_fighting_entry(mage, roster)
        party, target = entry_combatant(host, roster, "en"), usual_targets(roster.system, lambda _: None, "en")[0]
        spells = damage_spells(host, roster)
        assert spells == damage_spells(mage, roster)
        editor(pilot).session.select(host.id)
        await pilot.press("w", "tab", "tab")
        shown = await odds_shown(pilot)
        assert sentence("tui.odds.spells").upper() in shown
        for spell in spells:
            odds = spell_odds(party, spell, target, roster.system)
            assert odds is not None
            expected = {"name": f"{spell.name.en} ({spell.cost})", "wounds": format_decimal("en", odds.mean_wounds)}
            assert any(fits(line, "tui.odds.spell", **expected) for line in shown.splitlines())
