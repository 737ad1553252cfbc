"""Prompts of the builder: partner, host and new-list questions, and their answers."""

from __future__ import annotations

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.library import Library
from listbuilder.rules.edits import SetUpgrades
from listbuilder.tui.dialogs import ChoiceDialog, TextDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.new_list import (
    EVENT_PREFIX,
    FORCE_ORG_KEY,
    ListDraft,
    NewListScreen,
    answer_rows,
    default_answer,
    draft_rows,
)
from listbuilder.tui.home.screen import HomeScreen
from tests.sentences import sentence
from tests.tui.screen_helpers import editor, wait_for, words


async def ask_for_a_partner(pilot) -> EditorScreen:
    """Select a unit of several models, make a copy of it, and ask to combine them."""
    screen = editor(pilot)
    for entry in screen.session.roster.entries:
        if entry.models > 1 and entry.entry.combined is None and not entry.is_hero:
            break
    else:
        pytest.fail("no unit to combine")
    screen.session.selected_id = entry.id
    screen.session.apply(SetUpgrades(entry.id, ()))  # a second command group would make it illegal
    await pilot.press("d", "c")
    await wait_for(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
    return screen


async def test_escape_from_partner_choice_combines_nothing(start):
    async with start(sample=True) as pilot:
        screen = await ask_for_a_partner(pilot)
        before = screen.session.army
        await pilot.press("escape")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        assert screen.session.army is before


async def test_chosen_copy_becomes_second_half(start):
    async with start(sample=True) as pilot:
        screen = await ask_for_a_partner(pilot)
        count, selected = len(screen.session.army.entries), screen.session.selected_id
        await pilot.press("enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        assert len(screen.session.army.entries) == count - 1
        combined = screen.session.army.find_entry(selected or "")
        assert combined is not None
        assert combined.combined is not None


async def test_partner_and_host_choices_show_preview(start):
    async with start(sample=True) as pilot:
        await pilot.press("down", "c", "home")
        await wait_for(pilot, lambda: "+25 → 2,025 / 2,000 · !" in words(pilot))
        await pilot.press("escape", "j")
        legal = sentence("verdict.legal")
        await wait_for(pilot, lambda: f"±0 → 2,000 / 2,000 · ✔ {legal}" in words(pilot))


async def test_escape_from_host_choice_keeps_hero_attached(start):
    async with start(sample=True) as pilot:
        screen = editor(pilot)
        before = screen.session.army
        await pilot.press("down", "j")
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("escape")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        assert screen.session.army is before


async def test_detached_hero_is_offered_a_legal_host(start):
    async with start(sample=True) as pilot:
        screen = editor(pilot)
        await pilot.press("down", "j", "enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        hero = screen.session.selected_id
        entry = screen.session.army.find_entry(hero or "")
        assert entry is not None
        assert entry.joins is None, "the same key parts him from his unit"
        await pilot.press("j", "enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        entry = screen.session.army.find_entry(hero or "")
        assert entry is not None
        assert entry.joins is not None
        assert screen.session.judged.verdict is Verdict.LEGAL


async def test_escape_steps_back_through_new_list(start):
    async with start() as pilot:
        await pilot.press("n", "enter", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, NewListScreen)
        steps = []
        for _ in range(2):
            await pilot.press("escape")
            assert pilot.app.screen is screen
            steps.append(screen._step)
        assert steps == [1, 0]
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_arrows_move_answers_while_typing(start):
    async with start() as pilot:
        await pilot.press("n")
        screen = pilot.app.screen
        assert isinstance(screen, NewListScreen)
        assert screen.typed.has_focus
        keys = [row.key for row in screen.choices.rows]
        cursor_keys = []
        for key in ("down", "down", "up"):
            await pilot.press(key)
            cursor_keys.append(screen.choices.cursor_key)
        assert cursor_keys == [keys[1], keys[2], keys[1]]


async def test_each_question_starts_with_empty_search(start):
    async with start() as pilot:
        await pilot.press("n", *"age", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, NewListScreen)
        assert (screen.typed.value, screen.choices.cursor_key) == ("", screen.choices.rows[0].key)


def answers(library: Library, step: str, search: str = "", draft: ListDraft | None = None) -> list[str]:
    return [
        row.key for row in answer_rows(draft or ListDraft("aof-3.5"), step, library, "en", search) if row.selectable
    ]


def test_search_must_match_every_word(library: Library):
    names = {header.id: header.name.en.casefold() for header in library.factions("aof-3.5")}
    for search in ("human", "dwarves", "DARK el", "el dark", "zzz"):
        expected = {key for key, name in names.items() if all(word in name for word in search.casefold().split())}
        assert set(answers(library, "faction", search)) == expected
    assert set(answers(library, "faction")) == names.keys()


def test_typed_number_keeps_suggested_sizes(library: Library):
    assert answers(library, "points", "1234") == ["1234", *sorted_by_size(answers(library, "points"))]


def sorted_by_size(keys: list[str]) -> list[str]:
    """Return the sizes in ascending order, then everything else."""
    return sorted(keys, key=lambda key: (not key.isdecimal(), int(key) if key.isdecimal() else 0))


@pytest.mark.parametrize("typed", ["2000", "2,000", "2.000", "2 000", " 2000 ", "2'000"])
def test_formatted_number_is_accepted_and_first(library: Library, typed):
    shown = answers(library, "points", typed)
    assert shown[0] == "2000"
    assert shown.count("2000") == 1


@pytest.mark.parametrize("typed", ["2k", "many", "0", "-5", "²"])
def test_invalid_points_offer_no_answer(library: Library, typed):
    assert answers(library, "points", typed) == []


async def test_typed_size_keeps_switches_reachable(start):
    async with start() as pilot:
        await pilot.press("n", "enter", "enter", *"2,000")
        screen = pilot.app.screen
        assert isinstance(screen, NewListScreen)
        await wait_for(pilot, lambda: screen.choices.cursor_key == "2000")
        while screen.choices.cursor_key != FORCE_ORG_KEY:
            await pilot.press("down")
        await pilot.press("enter")
        await wait_for(pilot, lambda: not screen._draft.force_org)
        await pilot.press("home", *(["up"] * 9), "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        army = editor(pilot).session.army
        assert (army.points, army.force_org) == (2000, False)


def test_factions_are_sorted_by_name(library: Library):
    names = {header.id: header.name.en for header in library.factions("aof-3.5")}
    shown = [names[key] for key in answers(library, "faction")]
    assert shown == sorted(shown)


def test_systems_are_sorted_by_unit_count(library: Library):
    counts = [sum(book.units for book in library.newest_factions(key)) for key in answers(library, "system")]
    assert counts == sorted(counts, reverse=True)
    assert 0 not in counts


def test_system_row_shows_its_unit_count(library: Library):
    rows = answer_rows(ListDraft(), "system", library, "en", "")
    shown = [int(row.right[0].text.split()[-2]) for row in rows]
    assert shown == [sum(book.units for book in library.newest_factions(row.key)) for row in rows]


def test_sizes_are_sorted_and_middle_is_default(library: Library):
    system = library.system("aof-3.5")
    sizes = sorted(system.suggested_points)
    shown = [int(key) for key in answers(library, "points") if key.isdecimal()]
    assert shown == sizes
    assert default_answer(ListDraft("aof-3.5"), "points", library, "") == str(sizes[len(sizes) // 2])
    assert default_answer(ListDraft("aof-3.5"), "points", library, "7") is None, "what is typed is first"
    assert default_answer(ListDraft(), "system", library, "") is None


def test_summary_shows_choices_and_question(library: Library):
    def row_texts(draft: ListDraft, step: str) -> list[str]:
        return [row.text for row in draft_rows(draft, step, library, "en")]

    first, _ = row_texts(ListDraft(), "system")
    system, asked = row_texts(ListDraft("aof-3.5"), "faction")
    faction = row_texts(ListDraft("aof-3.5", "human-empire"), "points")[0]
    assert "→" not in first
    assert (system.count("→"), faction.count("→")) == (1, 2)
    assert faction.endswith("Human Empire")
    assert faction.startswith(system)
    assert asked != row_texts(ListDraft("aof-3.5"), "points")[1]


def test_force_organisation_defaults_to_system_and_toggles(library: Library):
    for header in library.systems():
        draft = ListDraft().with_system(header.id, library)
        assert draft.force_org is library.system(header.id).default_force_org
        assert draft.toggle_force_org().force_org is not draft.force_org
        offered = FORCE_ORG_KEY in answers(library, "points", draft=draft)
        assert offered is (library.system(header.id).force_organisation is not None)


def test_choosing_an_event_twice_clears_it(library: Library):
    draft = ListDraft("aof-3.5").with_event("cup")
    assert (draft.event, draft.with_event("cup").event, draft.with_event("league").event) == ("cup", "", "league")
    fitting = {
        EVENT_PREFIX + header.id for header in library.events() if not header.systems or "aof-3.5" in header.systems
    }
    assert {key for key in answers(library, "points") if key.startswith(EVENT_PREFIX)} == fitting


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=["narrow", "small"])
async def test_note_hint_is_fully_visible(start, size, language):
    async with start(sample=True, size=size, language=language) as pilot:
        await pilot.press("n")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextDialog))
        await pilot.pause()
        last = pilot.app.tr("tui.write.lines").split()[-1]
        assert last in words(pilot)
