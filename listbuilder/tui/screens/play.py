"""Play mode: the army with boxes to tick, kept beside the list, every tick undoable.

The army at the table: boxes to tick for wounds, activations, states and tokens.
"""

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
from listbuilder.errors import SaveError
from listbuilder.i18n import translate
from listbuilder.listfiles.game_state_file import load_play, save_play
from listbuilder.model import EntryId, Roster
from listbuilder.rules.game_state import Game, Ticks
from listbuilder.rules.trackers import Strip, strips
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Page
from listbuilder.tui.dialogs import AskDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_rows import profile_rows
from listbuilder.tui.labels import STAR, title_of
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Part, Row, info, row, shorten
from listbuilder.tui.widgets.row_list import Lines, Rows

_OPEN, _TICKED = "☐", "☒"
_SHORTEST = 8
_GAP = "  "


def play_rows(roster: Roster, strips: tuple[Strip, ...], game: Game, language: str, room: int) -> list[Row]:
    """Show two rows for each unit: what has become of it, and its boxes; where there is little room, names give way."""
    if not strips:
        return [info(translate(language, "tui.army.empty"), "dim")]
    rows: list[Row] = []
    titles = {strip.entry: _title(roster, strip.entry, language) for strip in strips}
    others = max(_beside(strip, game.ticks(strip.entry), language) for strip in strips)
    width = max(_SHORTEST, min(max(map(cell_len, titles.values())), room - others))
    for strip in strips:
        ticks = game.ticks(strip.entry)
        title = set_cell_size(shorten(titles[strip.entry], width), width)
        rows.append(_head(strip, ticks, title, game.present.round, language))
        rows.append(row(f"boxes:{strip.entry}", tuple(_boxes(strip, ticks)), pickable=False, wrap=True, hang=4))
    return rows


def _beside(strip: Strip, ticks: Ticks, language: str) -> int:
    """How many cells everything beside a unit's name takes."""
    right = sum(cell_len(part.text) for part in (*_tokens(strip, ticks), *_states(strip, ticks, language)))
    return len(f"{_OPEN} ") + len(_GAP) + cell_len(_strength(strip, ticks, language)) + 1 + right


def _head(strip: Strip, ticks: Ticks, title: str, now: int, language: str) -> Row:
    left = strip.after(ticks.wounds)
    done = now in ticks.activated
    role = "dim" if left.destroyed or done else "bold"
    words = [Part(f"{_TICKED if done else _OPEN} ", "good" if done else ""), Part(f"{title}{_GAP}", role)]
    words.append(Part(_strength(strip, ticks, language), "bad" if left.destroyed else "warn" if left.half else "dim"))
    return row(strip.entry, tuple(words), (*_tokens(strip, ticks), *_states(strip, ticks, language)))


def _title(roster: Roster, entry: EntryId, language: str) -> str:
    worked = roster.find(entry)
    heroes = "".join(f" {STAR}" for _ in roster.joined.get(entry, ()))
    return (title_of(worked, language) if worked is not None else entry) + heroes


def _strength(strip: Strip, ticks: Ticks, language: str) -> str:
    left = strip.after(ticks.wounds)
    if left.destroyed:
        return translate(language, "tui.play.destroyed")
    half = f" {translate(language, 'tui.play.half')}" if left.half else ""
    return translate(language, "sheet.models", n=left.models) + half


def _states(strip: Strip, ticks: Ticks, language: str) -> Iterator[Part]:
    for number, state in enumerate(strip.states, 1):
        here = state.id in ticks.states
        name = plain_line(state.name.to(language), 12)
        yield Part(f" {number}{_TICKED if here else _OPEN} {name}", "warn" if here else "dim")


def _tokens(strip: Strip, ticks: Ticks) -> Iterator[Part]:
    for one in strip.tokens:
        yield Part(f" ◆{ticks.tokens.get(one.entry, 0)}/{one.most}", "accent")


def _boxes(strip: Strip, ticks: Ticks) -> Iterator[Part]:
    """Draw the boxes in runs, those that are ticked first; a hero's have a star before them."""
    left = ticks.wounds
    yield Part("    ")
    for band in strip.bands:
        if band.entry != strip.entry:
            yield Part(f"{STAR} ", "dim")
        for run in band.runs:
            ticked = min(left, run)
            left -= ticked
            yield Part(_TICKED * ticked, "bad")
            yield Part(_OPEN * (run - ticked) + " ")


_LOW: list[tuple[int, str]] = [(0, "-low"), (20, "-usual")]


class _Boxes(Rows):
    """The units, each followed by the row of its boxes, which comes into sight with it."""

    def _keep_in_sight(self) -> None:
        super()._keep_in_sight()
        if 0 <= self._cursor < len(self._tops) - 1:
            top = self._tops[self._cursor]
            after = [*self._tops, len(self._lines)][self._cursor + 2]
            both = Region(0, top, 1, min(after - top, self.size.height))
            self.scroll_to_region(both, animate=False, force=True, immediate=True)


class PlayScreen(Page):
    """The army at the table."""

    CSS_PATH = "../styles/play.tcss"
    VERTICAL_BREAKPOINTS = _LOW
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
    units = getters.query_one("#table", Rows)

    def __init__(self, session: EditorSession, path: Path) -> None:
        super().__init__()
        self._session = session
        self._roster = session.roster
        self._path = path
        self._strips = strips(self._roster)
        self.game = Game.begin(self._strips)

    def compose(self) -> ComposeResult:
        """Show the round above, the units below, and under them what the one under the cursor is."""
        yield Label("", classes="page-title", markup=False)
        yield _Boxes(id="table", classes="pane", verb="key.play.wound")
        yield Lines(id="profile")
        yield KeyBar()

    def on_mount(self) -> None:
        """Go on with the game that was kept, or ask where the list is another one now."""
        self.set_focus(self.units)
        kept = load_play(self._path, self._roster)
        if kept is not None and kept.fits:
            self.game = kept.game
        elif kept is not None:
            self._ask_about_change(kept.game)
        self.paint()

    def _ask_about_change(self, game: Game) -> None:
        def settle(answer: str | None) -> None:
            if answer == "keep":
                self._play(game.fitted(self._strips))

        answers = {name: self.tr(f"tui.play.{name}") for name in ("keep", "anew")}
        self.app.push_screen(AskDialog(self.tr("tui.play.title"), self.tr("tui.play.changed"), answers), settle)

    def paint(self) -> None:
        """Show how the game stands."""
        rounds = max((strip.rounds for strip in self._strips), default=1)
        told = self.tr("tui.play.round", n=self.game.present.round, rounds=rounds)
        name = plain_line(self._roster.army.name, 40) or self.tr("sheet.unnamed")
        self.query_one(Label).update(f"{name}  ·  {told}")
        self.units.show(play_rows(self._roster, self._strips, self.game, self.app.language, self.units.room))
        self._turn()

    def _play(self, game: Game) -> None:
        """Take over another state of the game, and keep it."""
        if game is self.game:
            return
        self.game = game
        self.paint()
        try:
            make_folder(self._path.parent)
            save_play(self._path, self._roster, game)
        except SaveError as error:
            self.app.say_error(error)

    @on(Rows.Resized, "#table")
    def _fit(self) -> None:
        """Set the names for the new width."""
        self.paint()

    @property
    def strip(self) -> Strip | None:
        """The unit under the cursor."""
        return next((strip for strip in self._strips if strip.entry == self.units.cursor_key), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim the keys that do nothing now."""
        del parameters
        strip = self.strip if self.is_mounted else None
        if action == "undo":
            return True if self.game.past else None
        if action == "spend":
            return True if strip is not None and strip.tokens else None
        return True

    @on(Rows.Chosen)
    def _tick(self) -> None:
        self.action_wound(1)

    @on(Rows.Highlighted)
    def _turn(self) -> None:
        profile = [] if self.strip is None else profile_rows(self._session, self.strip.entry, self.app.language)
        self.query_one("#profile", Lines).show(profile)
        self.refresh_bindings()

    def action_wound(self, by: int) -> None:
        """Tick a wound, or rub one out."""
        if self.strip is not None:
            self._play(self.game.wound(self.strip, by))

    def action_activate(self) -> None:
        """Tick that the unit was activated in this round."""
        if self.strip is not None:
            self._play(self.game.activate(self.strip))

    def action_mark(self, number: int) -> None:
        """Tick what has become of the unit."""
        if self.strip is not None and number < len(self.strip.states):
            self._play(self.game.mark(self.strip, self.strip.states[number].id))

    def action_spend(self, tokens: int) -> None:
        """Take a token from the unit's caster, or give it one: the first who can."""
        strip = self.strip
        for one in strip.tokens if strip is not None else ():
            assert strip is not None
            after = self.game.spend(strip, one.entry, tokens)
            if after is not self.game:
                self._play(after)
                return

    def action_next_round(self) -> None:
        """Begin the next round."""
        self._play(self.game.next_round(self._strips))

    def action_undo(self) -> None:
        """Take the last tick back."""
        self._play(self.game.undo())

    def action_clear(self) -> None:
        """Begin the game again."""
        self._play(self.game.clear(self._strips))

    def action_back(self) -> None:
        """Go back to the list."""
        self.dismiss()
