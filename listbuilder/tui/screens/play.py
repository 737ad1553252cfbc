"""Play mode: the army with tick boxes for wounds, activations, states and tokens; every tick can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.widgets import Label

from listbuilder.disk import make_folder
from listbuilder.i18n import translate
from listbuilder.listfiles.game_state_file import load_game_state, save_game_state
from listbuilder.model import EntryId, Roster
from listbuilder.rules.trackers import Game, UnitState, UnitTracker, build_trackers
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Page
from listbuilder.tui.dialogs import QuestionDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_rows import profile_rows
from listbuilder.tui.labels import HERO_MARK, entry_title
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Part, Row, info, row, truncate
from listbuilder.tui.widgets.row_list import RowLabel, RowList

_OPEN, _TICKED = "☐", "☒"
_MIN_NAME_WIDTH = 8
_GAP = "  "
_HEIGHTS: list[tuple[int, str]] = [(0, "-low"), (20, "-usual")]


def play_rows(roster: Roster, trackers: tuple[UnitTracker, ...], game: Game, language: str, width: int) -> list[Row]:
    """Return two rows for each unit: its state and its boxes. Names are cut if space is short."""
    if not trackers:
        return [info(translate(language, "tui.army.empty"), "dim")]
    units = []
    for tracker in trackers:
        ticks = game.unit_state(tracker.entry)
        right = tuple(_right_parts(tracker, ticks, language))
        title = _title(roster, tracker.entry, language)
        units.append((tracker, ticks, title, _strength_part(tracker, ticks, language), right))
    title_width = max(cell_len(title) for _, _, title, _, _ in units)
    beside = max(sum(cell_len(part.text) for part in (strength, *right)) for _, _, _, strength, right in units)
    name_width = max(_MIN_NAME_WIDTH, min(title_width, width - beside - len(f"{_OPEN} {_GAP} ")))
    rows: list[Row] = []
    for tracker, ticks, title, strength, right in units:
        activated = game.present.round in ticks.activated
        name = set_cell_size(truncate(title, name_width), name_width)
        box = Part(f"{_TICKED} ", "good") if activated else Part(f"{_OPEN} ")
        role = "dim" if activated or tracker.strength_after(ticks.wounds).is_destroyed else "bold"
        rows.append(row(tracker.entry, (box, Part(f"{name}{_GAP}", role), strength), right))
        boxes = tuple(_box_parts(tracker, ticks))
        rows.append(row(f"boxes:{tracker.entry}", boxes, selectable=False, wrap=True, hang=4))
    return rows


def _title(roster: Roster, entry_id: EntryId, language: str) -> str:
    entry = roster.find_entry(entry_id)
    heroes = "".join(f" {HERO_MARK}" for _ in roster.attached_heroes.get(entry_id, ()))
    return (entry_title(entry, language) if entry is not None else entry_id) + heroes


def _strength_part(tracker: UnitTracker, ticks: UnitState, language: str) -> Part:
    strength = tracker.strength_after(ticks.wounds)
    if strength.is_destroyed:
        return Part(translate(language, "tui.play.destroyed"), "bad")
    models = translate(language, "sheet.models", n=strength.models)
    if strength.is_half_strength:
        return Part(f"{models} {translate(language, 'tui.play.half')}", "warn")
    return Part(models, "dim")


def _right_parts(tracker: UnitTracker, ticks: UnitState, language: str) -> Iterator[Part]:
    """Yield the tokens of each caster, then the states."""
    for caster in tracker.tokens:
        yield Part(f" ◆{ticks.tokens.get(caster.entry, 0)}/{caster.maximum}", "accent")
    for number, state in enumerate(tracker.states, 1):
        is_set = state.id in ticks.states
        name = sanitize_line(state.name.to(language), 12)
        yield Part(f" {number}{_TICKED if is_set else _OPEN} {name}", "warn" if is_set else "dim")


def _box_parts(tracker: UnitTracker, ticks: UnitState) -> Iterator[Part]:
    """Yield the boxes in runs, ticked ones first; those of a hero follow a star."""
    remaining = ticks.wounds
    yield Part("    ")
    for band in tracker.wound_tracks:
        if band.entry != tracker.entry:
            yield Part(f"{HERO_MARK} ", "dim")
        for run in band.box_groups:
            ticked = min(remaining, run)
            remaining -= ticked
            yield Part(_TICKED * ticked, "bad")
            yield Part(_OPEN * (run - ticked) + " ")


class _PlayTable(RowList):
    """Units, each followed by a row of boxes that is scrolled into view with it."""

    def _scroll_to_cursor(self) -> None:
        super()._scroll_to_cursor()
        if 0 <= self._cursor < len(self._tops) - 1:
            top = self._tops[self._cursor]
            after = [*self._tops, len(self._lines)][self._cursor + 2]
            both = Region(0, top, 1, min(after - top, self.size.height))
            self.scroll_to_region(both, animate=False, force=True, immediate=True)


class PlayScreen(Page):
    """A game in progress."""

    CSS_PATH = "../styles/play.tcss"
    VERTICAL_BREAKPOINTS = _HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign,right", "wound(1)", "key.play.wound", id="play.wound", key_display="+"),
        Binding("minus,backspace,left", "wound(-1)", "key.play.heal", id="play.heal", key_display="-"),
        Binding("a", "activate", "key.play.activate", id="play.activate"),
        Binding("1", "mark(0)", "key.play.state", id="play.state-1", key_display="1-3"),
        Binding("2", "mark(1)", "key.play.state", show=False, id="play.state-2"),
        Binding("3", "mark(2)", "key.play.state", show=False, id="play.state-3"),
        Binding("t", "spend(1)", "key.play.spend", id="play.spend"),
        Binding("T", "spend(-1)", "key.play.gain", show=False, id="play.gain"),
        Binding("n", "next_round", "key.play.round", id="play.round"),
        Binding("u", "undo", "key.undo", id="play.undo"),
        Binding("R", "clear", "key.play.clear", show=False, id="play.clear"),
        Binding("escape", "back", "key.back", id="play.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="play.help", key_display="?"),
    ]
    units = getters.query_one("#table", RowList)

    def __init__(self, session: EditorSession, path: Path) -> None:
        super().__init__()
        self._session = session
        self._roster = session.roster
        self._path = path
        self._trackers = build_trackers(self._roster)
        self.game = Game.start(self._trackers)

    def compose(self) -> ComposeResult:
        """Lay out the round, the units and the profile of the selected unit."""
        yield Label("", classes="page-title", markup=False)
        yield _PlayTable(id="table", classes="pane", enter_label="key.play.wound")
        yield RowLabel(id="profile")
        yield KeyBar()

    def on_mount(self) -> None:
        """Continue the saved game, or ask if the list has changed since."""
        self.set_focus(self.units)
        saved = load_game_state(self._path, self._roster)
        if saved is not None and saved.is_same_army:
            self.game = saved.game
        elif saved is not None:
            kept_game = saved.game.fit_to(self._trackers)

            def decide(answer: str) -> None:
                if answer == "keep":
                    self._set_game(kept_game)

            answers = {name: self.tr(f"tui.play.{name}") for name in ("keep", "anew")}
            dialog = QuestionDialog(self.tr("tui.play.title"), self.tr("tui.play.changed"), answers)
            self.app.ask(dialog, decide)
        self.paint()

    @on(RowList.Resized, "#table")
    def paint(self) -> None:
        """Show the state of the game."""
        rounds = max((tracker.rounds for tracker in self._trackers), default=1)
        round_text = self.tr("tui.play.round", n=self.game.present.round, rounds=rounds)
        name = sanitize_line(self._roster.army.name, 40) or self.tr("sheet.unnamed")
        self.query_one(Label).update(f"{name}  ·  {round_text}")
        self.units.show(play_rows(self._roster, self._trackers, self.game, self.app.language, self.units.row_width))
        self._show_profile()

    def _set_game(self, game: Game) -> None:
        """Switch to a new state of the game and save it."""
        if game is self.game:
            return
        self.game = game
        self.paint()
        with self.app.show_errors():
            make_folder(self._path.parent)
            save_game_state(self._path, self._roster, game)

    @property
    def selected_tracker(self) -> UnitTracker | None:
        """The tracker of the unit under the cursor."""
        return next((tracker for tracker in self._trackers if tracker.entry == self.units.cursor_key), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim keys that have no effect now."""
        del parameters
        tracker = self.selected_tracker if self.is_mounted else None
        has_tokens = tracker is not None and bool(tracker.tokens)
        return {"undo": bool(self.game.past), "spend": has_tokens}.get(action, True) or None

    @on(RowList.Selected)
    def _wound_selected(self) -> None:
        self.action_wound(1)

    @on(RowList.Highlighted)
    def _show_profile(self) -> None:
        tracker = self.selected_tracker
        rows = [] if tracker is None else profile_rows(self._session, tracker.entry, self.app.language)
        self.query_one("#profile", RowLabel).show(rows)
        self.refresh_bindings()

    def action_wound(self, by: int) -> None:
        """Add or heal wounds."""
        if self.selected_tracker is not None:
            self._set_game(self.game.add_wounds(self.selected_tracker, by))

    def action_activate(self) -> None:
        """Mark the unit as activated in this round."""
        if self.selected_tracker is not None:
            self._set_game(self.game.toggle_activated(self.selected_tracker))

    def action_mark(self, number: int) -> None:
        """Toggle a state of the unit."""
        if self.selected_tracker is not None and number < len(self.selected_tracker.states):
            self._set_game(self.game.toggle_state(self.selected_tracker, self.selected_tracker.states[number].id))

    def action_spend(self, tokens: int) -> None:
        """Spend or regain a token of the first caster in the unit that can."""
        tracker = self.selected_tracker
        if tracker is not None:
            games = (self.game.spend_tokens(tracker, caster.entry, tokens) for caster in tracker.tokens)
            self._set_game(next((game for game in games if game is not self.game), self.game))

    def action_next_round(self) -> None:
        """Start the next round."""
        self._set_game(self.game.next_round(self._trackers))

    def action_undo(self) -> None:
        """Undo the last tick."""
        self._set_game(self.game.undo())

    def action_clear(self) -> None:
        """Start the game again."""
        self._set_game(self.game.restart(self._trackers))
