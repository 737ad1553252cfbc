"""Questions of the builder: what Escape leaves alone, and what each answer does."""

from __future__ import annotations

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.library import Library
from listbuilder.rules.edits import SetPicks
from listbuilder.tui.dialogs import ChooseDialog, WriteDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.new_list import EVENT, FORCE_ORG, Draft, NewListScreen, likely_answer, step_rows, summary_rows
from listbuilder.tui.home.screen import HomeScreen
from tests.tui.tui_help import editor, wait_for, words


async def ask_for_a_partner(pilot) -> EditorScreen:
    """Select a unit of several models, make a copy of it, and ask to combine them."""
    screen = editor(pilot)
    for worked in screen.session.roster.entries:
        if worked.models > 1 and worked.entry.combined is None and not worked.hero:
            break
    else:
        pytest.fail("no unit to combine")
    screen.session.selected_id = worked.id
    screen.session.apply(SetPicks(worked.id, ()))  # a second command group would speak against it
    await pilot.press("d", "c")
    await wait_for(pilot, lambda: isinstance(pilot.app.screen, ChooseDialog))
    return screen


async def test_escape_in_the_question_for_a_partner_combines_nothing(start):
    async with start(sample=True) as pilot:
        screen = await ask_for_a_partner(pilot)
        before = screen.session.army
        await pilot.press("escape")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        assert screen.session.army is before


async def test_the_copy_that_was_chosen_becomes_the_second_half(start):
    async with start(sample=True) as pilot:
        screen = await ask_for_a_partner(pilot)
        count, selected = len(screen.session.army.entries), screen.session.selected_id
        await pilot.press("enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        assert len(screen.session.army.entries) == count - 1
        combined = screen.session.army.entry(selected or "")
        assert combined is not None
        assert combined.combined is not None


async def test_what_would_come_of_a_partner_or_a_host_is_said_before(start):
    async with start(sample=True) as pilot:
        await pilot.press("down", "c", "home")
        await wait_for(pilot, lambda: "+25 → 2,025 / 2,000 · !" in words(pilot))
        await pilot.press("escape", "j")
        await wait_for(pilot, lambda: "±0 → 2,000 / 2,000 · ✔ legal" in words(pilot))


async def test_escape_in_the_question_for_a_host_leaves_the_hero_where_he_is(start):
    async with start(sample=True) as pilot:
        screen = editor(pilot)
        before = screen.session.army
        await pilot.press("down", "j")
        assert isinstance(pilot.app.screen, ChooseDialog)
        await pilot.press("escape")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        assert screen.session.army is before


async def test_a_hero_who_stands_alone_is_offered_the_first_unit_that_he_may_join(start):
    async with start(sample=True) as pilot:
        screen = editor(pilot)
        await pilot.press("down", "j", "enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        hero = screen.session.selected_id
        entry = screen.session.army.entry(hero or "")
        assert entry is not None
        assert entry.joins is None, "the same key parts him from his unit"
        await pilot.press("j", "enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        entry = screen.session.army.entry(hero or "")
        assert entry is not None
        assert entry.joins is not None
        assert screen.session.judged.verdict is Verdict.LEGAL


async def test_escape_goes_back_question_by_question_and_makes_no_list(start):
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


async def test_the_arrows_move_through_the_answers_while_typing(start):
    async with start() as pilot:
        await pilot.press("n")
        screen = pilot.app.screen
        assert isinstance(screen, NewListScreen)
        assert screen.typed.has_focus
        keys = [row.key for row in screen.choices.rows]
        seen = []
        for key in ("down", "down", "up"):
            await pilot.press(key)
            seen.append(screen.choices.cursor_key)
        assert seen == [keys[1], keys[2], keys[1]]


async def test_each_question_begins_with_an_empty_search_and_the_first_answer(start):
    async with start() as pilot:
        await pilot.press("n", *"age", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, NewListScreen)
        assert (screen.typed.value, screen.choices.cursor_key) == ("", screen.choices.rows[0].key)


def answers(library: Library, step: str, search: str = "", draft: Draft | None = None) -> list[str]:
    return [row.key for row in step_rows(draft or Draft("aof-3.5"), step, library, "en", search) if row.pickable]


def test_every_word_of_a_search_must_be_found(library: Library):
    names = {header.id: header.name.en.casefold() for header in library.factions("aof-3.5")}
    for search in ("human", "dwarves", "DARK el", "el dark", "zzz"):
        wanted = {key for key, name in names.items() if all(word in name for word in search.casefold().split())}
        assert set(answers(library, "faction", search)) == wanted
    assert set(answers(library, "faction")) == names.keys()


def test_a_number_that_is_typed_hides_no_size(library: Library):
    assert answers(library, "points", "1234") == ["1234", *sorted_by_size(answers(library, "points"))]


def sorted_by_size(keys: list[str]) -> list[str]:
    """The sizes from the smallest on, then what is no size."""
    return sorted(keys, key=lambda key: (not key.isdecimal(), int(key) if key.isdecimal() else 0))


@pytest.mark.parametrize("typed", ["2000", "2,000", "2.000", "2 000", " 2000 ", "2'000"])
def test_a_number_may_be_written_as_people_write_it_and_comes_first(library: Library, typed):
    shown = answers(library, "points", typed)
    assert shown[0] == "2000"
    assert shown.count("2000") == 1


@pytest.mark.parametrize("typed", ["2k", "many", "0", "-5", "²"])
def test_what_is_no_number_of_points_makes_no_list(library: Library, typed):
    assert answers(library, "points", typed) == []


async def test_the_cursor_is_on_what_was_typed_and_switches_can_still_be_reached(start):
    async with start() as pilot:
        await pilot.press("n", "enter", "enter", *"2,000")
        screen = pilot.app.screen
        assert isinstance(screen, NewListScreen)
        await wait_for(pilot, lambda: screen.choices.cursor_key == "2000")
        while screen.choices.cursor_key != FORCE_ORG:
            await pilot.press("down")
        await pilot.press("enter")
        await wait_for(pilot, lambda: not screen._draft.force_org)
        await pilot.press("home", *(["up"] * 9), "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        army = editor(pilot).session.army
        assert (army.points, army.force_org) == (2000, False)


def test_factions_stand_in_the_order_of_their_names(library: Library):
    names = {header.id: header.name.en for header in library.factions("aof-3.5")}
    shown = [names[key] for key in answers(library, "faction")]
    assert shown == sorted(shown)


def test_systems_with_most_units_come_first_and_none_without(library: Library):
    counts = [sum(book.units for book in library.newest_factions(key)) for key in answers(library, "system")]
    assert counts == sorted(counts, reverse=True)
    assert 0 not in counts


def test_a_system_says_by_what_it_is_ordered(library: Library):
    rows = step_rows(Draft(), "system", library, "en", "")
    shown = [int(row.right[0].text.split()[-2]) for row in rows]
    assert shown == [sum(book.units for book in library.newest_factions(row.key)) for row in rows]


def test_sizes_are_offered_in_order_and_most_would_take_the_middle_one(library: Library):
    system = library.system("aof-3.5")
    sizes = sorted(system.suggested_points)
    shown = [int(key) for key in answers(library, "points") if key.isdecimal()]
    assert shown == sizes
    assert likely_answer(Draft("aof-3.5"), "points", library, "") == str(sizes[len(sizes) // 2])
    assert likely_answer(Draft("aof-3.5"), "points", library, "7") is None, "what is typed is first"
    assert likely_answer(Draft(), "system", library, "") is None


def test_what_is_chosen_is_told_and_what_is_asked(library: Library):
    def told(draft: Draft, step: str) -> list[str]:
        return [row.text for row in summary_rows(draft, step, library, "en")]

    first, _ = told(Draft(), "system")
    system, asked = told(Draft("aof-3.5"), "faction")
    faction = told(Draft("aof-3.5", "human-empire"), "points")[0]
    assert "→" not in first
    assert (system.count("→"), faction.count("→")) == (1, 2)
    assert faction.endswith("Human Empire")
    assert faction.startswith(system)
    assert asked != told(Draft("aof-3.5"), "points")[1]


def test_force_organisation_is_on_where_the_game_has_it_and_can_be_turned_off(library: Library):
    for header in library.systems():
        draft = Draft().with_system(header.id, library)
        assert draft.force_org is library.system(header.id).default_force_org
        assert draft.toggled().force_org is not draft.force_org
        offered = FORCE_ORG in answers(library, "points", draft=draft)
        assert offered is (library.system(header.id).force_organisation is not None)


def test_an_event_chosen_again_is_chosen_no_more(library: Library):
    draft = Draft("aof-3.5").with_event("cup")
    assert (draft.event, draft.with_event("cup").event, draft.with_event("league").event) == ("cup", "", "league")
    fitting = {EVENT + header.id for header in library.events() if not header.systems or "aof-3.5" in header.systems}
    assert {key for key in answers(library, "points") if key.startswith(EVENT)} == fitting


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=["narrow", "small"])
async def test_how_a_note_is_kept_is_said_to_the_end(start, size, language):
    async with start(sample=True, size=size, language=language) as pilot:
        await pilot.press("n")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, WriteDialog))
        await pilot.pause()
        last = pilot.app.tr("tui.write.lines").split()[-1]
        assert last in words(pilot)
