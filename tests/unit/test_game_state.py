"""A game in progress: ticks stay within a unit's limits, and each can be undone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Roster, UnitRef
from listbuilder.rules.game_state import MOST_STEPS, Game, PlayState, Ticks
from listbuilder.rules.trackers import Strip, strips
from tests.properties.strategies import SETTINGS

LIBRARY = Library.open(user=False)
A, B, C = map(EntryId, "abc")


def roster(*units: str) -> Roster:
    entries = tuple(
        Entry(id=EntryId(name), unit=UnitRef(f"human-empire/{unit}")) for name, unit in zip("abc", units, strict=False)
    )
    return LIBRARY.roster(ArmyList(name="x", system=LIBRARY.system("aof-3.5").id, entries=entries))


STRIPS = strips(roster("infantrymen", "mage-council", "knights"))
MEN, MAGES, KNIGHTS = STRIPS


def test_game_starts_with_caster_tokens() -> None:
    game = Game.begin(STRIPS)
    assert game.present == PlayState(1, {B: Ticks(tokens={B: MAGES.tokens[0].gained})})
    assert game.ticks(A) == Ticks()


def test_wounds_stay_within_the_unit() -> None:
    game = Game.begin(STRIPS).wound(MEN, 3)
    assert game.ticks(A).wounds == 3
    assert game.wound(MEN).ticks(A).wounds == 4, "one by default"
    assert game.wound(MEN, 99).ticks(A).wounds == MEN.wounds
    assert game.wound(MEN, -99).ticks(A).wounds == 0
    assert MEN.after(game.ticks(A).wounds).models == 7


def test_activation_belongs_to_the_current_round() -> None:
    game = Game.begin(STRIPS).activate(MEN)
    assert game.ticks(A).activated == {1}
    assert game.activate(MEN).ticks(A).activated == frozenset()
    assert game.next_round(STRIPS).activate(MEN).ticks(A).activated == {1, 2}


def test_states_come_from_the_system() -> None:
    game = Game.begin(STRIPS).mark(MEN, "shaken")
    assert game.ticks(A).states == {"shaken"}
    assert game.mark(MEN, "shaken").ticks(A).states == frozenset()
    assert game.mark(MEN, "wavering") is game


def test_tokens_stay_within_their_limit() -> None:
    gained = MAGES.tokens[0].gained
    game = Game.begin(STRIPS).spend(MAGES, B, 1)
    assert game.ticks(B).tokens == {B: gained - 1}
    assert game.spend(MAGES, B, 99).ticks(B).tokens == {B: 0}
    assert game.spend(MAGES, B, -99).ticks(B).tokens == {B: 6}
    assert game.next_round(STRIPS).ticks(B).tokens == {B: min(6, 2 * gained - 1)}
    assert game.spend(MEN, A) is game
    assert game.spend(MAGES, A) is game


def test_one_token_is_spent_by_default() -> None:
    game = Game.begin(STRIPS)
    assert game.spend(MAGES, B).ticks(B).tokens == {B: MAGES.tokens[0].gained - 1}


def test_last_round_ends_the_game() -> None:
    game = Game.begin(STRIPS)
    for _ in range(9):
        game = game.next_round(STRIPS)
    assert game.present.round == 4
    assert game.next_round(STRIPS) is game
    assert Game().next_round(()) == Game()


def test_every_tick_can_be_undone() -> None:
    begun = Game.begin(STRIPS)
    game = begun.wound(MEN).activate(MEN).mark(KNIGHTS, "fatigued").next_round(STRIPS).clear(STRIPS)
    assert game.present == begun.present
    for _ in range(5):
        game = game.undo()
    assert game == begun
    assert game.undo() is game


def test_unchanged_ticks_are_not_recorded() -> None:
    game = Game.begin(STRIPS)
    assert game.wound(MEN, 0) is game
    assert game.wound(MEN, -1) is game
    assert game.spend(MAGES, B, 0) is game
    assert game.clear(STRIPS) is game


def test_number_of_steps_is_limited() -> None:
    game = Game.begin(STRIPS)
    for _ in range(MOST_STEPS + 20):
        game = game.activate(MEN)
    assert len(game.past) == MOST_STEPS == 200


def test_changed_list_caps_existing_ticks() -> None:
    game = Game.begin(STRIPS).wound(MEN, 8).wound(KNIGHTS, 2).mark(MEN, "shaken").next_round(STRIPS)
    fewer = strips(roster("marksmen"))
    fitted = game.fitted(fewer)
    assert fitted.present == PlayState(2, {A: Ticks(wounds=fewer[0].wounds, states=frozenset({"shaken"}))})
    assert len(fitted.past) == len(game.past)
    assert game.fitted(STRIPS).present.units[A] == game.present.units[A]


def test_ticks_of_nonexistent_rounds_are_dropped() -> None:
    odd = Game(PlayState(9, {A: Ticks(activated=frozenset({0, 1, 4, 5}), states=frozenset({"shaken", "asleep"}))}))
    fitted = odd.fitted(STRIPS).present
    assert fitted == PlayState(4, {A: Ticks(activated=frozenset({1, 4}), states=frozenset({"shaken"}))})


def test_loaded_ticks_are_bounded() -> None:
    odd = PlayState(-3, {A: Ticks(wounds=-4), B: Ticks(wounds=999, tokens={B: -2, A: 3}), C: Ticks(tokens={C: 1})})
    fitted = Game(odd).fitted(STRIPS).present
    assert fitted.round == 1
    assert fitted.units == {A: Ticks(), B: Ticks(wounds=MAGES.wounds, tokens={B: 0}), C: Ticks()}
    assert Game(PlayState(9)).fitted(()).present == PlayState(1)


KEYS = st.lists(
    st.tuples(
        st.sampled_from(["wound", "activate", "mark", "spend", "next", "undo", "clear"]),
        st.sampled_from(STRIPS),
        st.integers(-20, 20),
    ),
    max_size=40,
)


def pressed(game: Game, deed: str, strip: Strip, number: int) -> Game:
    deeds = {
        "wound": lambda: game.wound(strip, number),
        "activate": lambda: game.activate(strip),
        "mark": lambda: game.mark(strip, strip.states[number % len(strip.states)].id),
        "spend": lambda: game.spend(strip, strip.entry, number),
        "next": lambda: game.next_round(STRIPS),
        "undo": game.undo,
        "clear": lambda: game.clear(STRIPS),
    }
    return deeds[deed]()


@SETTINGS
@given(KEYS)
def test_random_ticks_stay_within_bounds(keys: list[tuple[str, Strip, int]]) -> None:
    game = Game.begin(STRIPS)
    for deed, strip, number in keys:
        before, game = game, pressed(game, deed, strip, number)
        if deed != "undo" and game is not before:
            assert game.undo().present == before.present
        assert 1 <= game.present.round <= 4
        for one in STRIPS:
            ticks = game.ticks(one.entry)
            assert 0 <= ticks.wounds <= one.wounds
            assert all(0 <= tokens <= 6 for tokens in ticks.tokens.values())
    assert game.fitted(STRIPS).fitted(STRIPS) == game.fitted(STRIPS)
