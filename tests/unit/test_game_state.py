"""A game in progress: ticks stay within a unit's limits, and each can be undone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Roster, UnitRef
from listbuilder.rules.trackers import MAX_UNDO_STEPS, Game, GameState, UnitState, UnitTracker, build_trackers
from tests.properties.strategies import SETTINGS

LIBRARY = Library.open(user=False)
A, B, C = map(EntryId, "abc")


def roster(*units: str) -> Roster:
    entries = tuple(
        Entry(id=EntryId(name), unit=UnitRef(f"human-empire/{unit}")) for name, unit in zip("abc", units, strict=False)
    )
    return LIBRARY.roster(ArmyList(name="x", system=LIBRARY.system("aof-3.5").id, entries=entries))


STRIPS = build_trackers(roster("infantrymen", "mage-council", "knights"))
MEN, MAGES, KNIGHTS = STRIPS


def test_game_starts_with_caster_tokens() -> None:
    game = Game.start(STRIPS)
    assert game.present == GameState(1, {B: UnitState(tokens={B: MAGES.tokens[0].per_round})})
    assert game.unit_state(A) == UnitState()


def test_wounds_stay_within_the_unit() -> None:
    game = Game.start(STRIPS).add_wounds(MEN, 3)
    assert game.unit_state(A).wounds == 3
    assert game.add_wounds(MEN).unit_state(A).wounds == 4, "one by default"
    assert game.add_wounds(MEN, 99).unit_state(A).wounds == MEN.max_wounds
    assert game.add_wounds(MEN, -99).unit_state(A).wounds == 0
    assert MEN.strength_after(game.unit_state(A).wounds).models == 7


def test_activation_belongs_to_the_current_round() -> None:
    game = Game.start(STRIPS).toggle_activated(MEN)
    assert game.unit_state(A).activated == {1}
    assert game.toggle_activated(MEN).unit_state(A).activated == frozenset()
    assert game.next_round(STRIPS).toggle_activated(MEN).unit_state(A).activated == {1, 2}


def test_states_come_from_the_system() -> None:
    game = Game.start(STRIPS).toggle_state(MEN, "shaken")
    assert game.unit_state(A).states == {"shaken"}
    assert game.toggle_state(MEN, "shaken").unit_state(A).states == frozenset()
    assert game.toggle_state(MEN, "wavering") is game


def test_tokens_stay_within_their_limit() -> None:
    gained = MAGES.tokens[0].per_round
    game = Game.start(STRIPS).spend_tokens(MAGES, B, 1)
    assert game.unit_state(B).tokens == {B: gained - 1}
    assert game.spend_tokens(MAGES, B, 99).unit_state(B).tokens == {B: 0}
    assert game.spend_tokens(MAGES, B, -99).unit_state(B).tokens == {B: 6}
    assert game.next_round(STRIPS).unit_state(B).tokens == {B: min(6, 2 * gained - 1)}
    assert game.spend_tokens(MEN, A) is game
    assert game.spend_tokens(MAGES, A) is game


def test_one_token_is_spent_by_default() -> None:
    game = Game.start(STRIPS)
    assert game.spend_tokens(MAGES, B).unit_state(B).tokens == {B: MAGES.tokens[0].per_round - 1}


def test_last_round_ends_the_game() -> None:
    game = Game.start(STRIPS)
    for _ in range(9):
        game = game.next_round(STRIPS)
    assert game.present.round == 4
    assert game.next_round(STRIPS) is game
    assert Game().next_round(()) == Game()


def test_every_tick_can_be_undone() -> None:
    begun = Game.start(STRIPS)
    game = (
        begun.add_wounds(MEN).toggle_activated(MEN).toggle_state(KNIGHTS, "fatigued").next_round(STRIPS).restart(STRIPS)
    )
    assert game.present == begun.present
    for _ in range(5):
        game = game.undo()
    assert game == begun
    assert game.undo() is game


def test_unchanged_ticks_are_not_recorded() -> None:
    game = Game.start(STRIPS)
    assert game.add_wounds(MEN, 0) is game
    assert game.add_wounds(MEN, -1) is game
    assert game.spend_tokens(MAGES, B, 0) is game
    assert game.restart(STRIPS) is game


def test_number_of_steps_is_limited() -> None:
    game = Game.start(STRIPS)
    for _ in range(MAX_UNDO_STEPS + 20):
        game = game.toggle_activated(MEN)
    assert len(game.past) == MAX_UNDO_STEPS == 200


def test_changed_list_caps_existing_ticks() -> None:
    game = Game.start(STRIPS).add_wounds(MEN, 8).add_wounds(KNIGHTS, 2).toggle_state(MEN, "shaken").next_round(STRIPS)
    fewer = build_trackers(roster("marksmen"))
    fitted = game.fit_to(fewer)
    assert fitted.present == GameState(2, {A: UnitState(wounds=fewer[0].max_wounds, states=frozenset({"shaken"}))})
    assert len(fitted.past) == len(game.past)
    assert game.fit_to(STRIPS).present.units[A] == game.present.units[A]


def test_ticks_of_nonexistent_rounds_are_dropped() -> None:
    odd = Game(GameState(9, {A: UnitState(activated=frozenset({0, 1, 4, 5}), states=frozenset({"shaken", "asleep"}))}))
    fitted = odd.fit_to(STRIPS).present
    assert fitted == GameState(4, {A: UnitState(activated=frozenset({1, 4}), states=frozenset({"shaken"}))})


def test_loaded_ticks_are_bounded() -> None:
    odd = GameState(
        -3, {A: UnitState(wounds=-4), B: UnitState(wounds=999, tokens={B: -2, A: 3}), C: UnitState(tokens={C: 1})}
    )
    fitted = Game(odd).fit_to(STRIPS).present
    assert fitted.round == 1
    assert fitted.units == {A: UnitState(), B: UnitState(wounds=MAGES.max_wounds, tokens={B: 0}), C: UnitState()}
    assert Game(GameState(9)).fit_to(()).present == GameState(1)


KEYS = st.lists(
    st.tuples(
        st.sampled_from(["wound", "activate", "mark", "spend", "next", "undo", "clear"]),
        st.sampled_from(STRIPS),
        st.integers(-20, 20),
    ),
    max_size=40,
)


def pressed(game: Game, deed: str, strip: UnitTracker, number: int) -> Game:
    deeds = {
        "wound": lambda: game.add_wounds(strip, number),
        "activate": lambda: game.toggle_activated(strip),
        "mark": lambda: game.toggle_state(strip, strip.states[number % len(strip.states)].id),
        "spend": lambda: game.spend_tokens(strip, strip.entry, number),
        "next": lambda: game.next_round(STRIPS),
        "undo": game.undo,
        "clear": lambda: game.restart(STRIPS),
    }
    return deeds[deed]()


@SETTINGS
@given(KEYS)
def test_random_ticks_stay_within_bounds(keys: list[tuple[str, UnitTracker, int]]) -> None:
    game = Game.start(STRIPS)
    for deed, strip, number in keys:
        before, game = game, pressed(game, deed, strip, number)
        if deed != "undo" and game is not before:
            assert game.undo().present == before.present
        assert 1 <= game.present.round <= 4
        for tracker in STRIPS:
            ticks = game.unit_state(tracker.entry)
            assert 0 <= ticks.wounds <= tracker.max_wounds
            assert all(0 <= tokens <= 6 for tokens in ticks.tokens.values())
    assert game.fit_to(STRIPS).fit_to(STRIPS) == game.fit_to(STRIPS)
