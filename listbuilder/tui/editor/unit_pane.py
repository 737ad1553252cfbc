"""The selected unit: what it is, what it carries, and every section of upgrades."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from listbuilder.model import Roster, RosterEntry
from listbuilder.odds.benchmark_targets import Glance
from listbuilder.rules.edits import PutBack
from listbuilder.rules.upgrade_actions import Refused
from listbuilder.tui.editor.pane import Listener, Pane
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.status import changed_row, ghost_row
from listbuilder.tui.editor.unit_rows import RULES, detail_rows, explain, lexicon_of, unknown_rows
from listbuilder.tui.editor.upgrade_rows import OptionPlace, fewer, find_place, more, places, toggle
from listbuilder.tui.labels import title_of
from listbuilder.tui.odds.odds_cache import fighting
from listbuilder.tui.odds.rows import gain_row, odds_row
from listbuilder.tui.widgets.row import BLANK, Row, info, row
from listbuilder.validation.preview import Ghost

_ROWS_SPELT_OUT = 3
"""How many rows of hints the status line has."""


class DetailPane(Pane):
    """One unit and what it may take; while units are looked at, the one that would come."""

    def __init__(self, session: EditorSession, listener: Listener) -> None:
        super().__init__(session, listener, "detail", one_click=True)
        self.texts = False
        """Whether the rules are spelt out."""
        self._coming: RosterEntry | None = None
        self._shown: str | None = None
        self._verb_shown: str | None = None
        self._ahead: Ghost | None = None
        self._seen: tuple[Roster, tuple[str, str], Ghost | None] | None = None

    @property
    def worked(self) -> RosterEntry | None:
        """The unit that is shown."""
        return self._coming or self.session.selected_entry

    @property
    def basis(self) -> Hashable:
        """Which unit is shown, how, what is known to break a rule, and what is known of what the unit does."""
        return self._in_view, self.texts, self.session.checked_choices, self._odds

    @property
    def _odds(self) -> tuple[Glance, ...] | None:
        """What the unit does, where that is worked out already."""
        worked, roster = self.worked, self.session.roster
        if worked is None:
            return None
        return self.session.odds_cache.known(fighting(worked, roster), roster, self.app.language)

    @property
    def _in_view(self) -> str | None:
        """Name what is shown: a unit that would come, or the selected entry."""
        return self.session.selected_id if self._coming is None else f"+{self._coming.unit.ref}"

    def build(self) -> list[Row]:
        """Show the unit; without one, say so."""
        worked, session, language = self.worked, self.session, self.app.language
        if worked is not None:
            rows = detail_rows(session, worked, language, texts=self.texts)
            end = next((place for place, one in enumerate(rows) if one is BLANK), len(rows))
            return [*rows[:end], odds_row(self._odds, language), *rows[end:]]
        entry = session.army.entry(self.session.selected_id or "")
        if entry is not None:
            return list(unknown_rows(session, entry, language))
        return [info(self.app.tr("tui.detail.nothing"), "dim")]

    def paint(self) -> None:
        """Show the unit; another one is read from its first line."""
        worked, language = self.worked, self.app.language
        if worked is None:
            self.title(self.session.selected_name(language) or self.app.tr("tui.detail.title"))
        else:
            sign = "+ " if self._coming is not None else ""
            self.title(sign + title_of(worked, language), f"{worked.cost} {self.app.tr('sheet.word.points')}")
        other, self._shown = self._in_view != self._shown, self._in_view
        self.show(self.current(), afresh=other)

    def preview(self, coming: RosterEntry | None) -> None:
        """Show a unit that is not in the army, or the selected one again."""
        before = self._coming.unit.ref if self._coming is not None else None
        after = coming.unit.ref if coming is not None else None
        self._coming = coming
        if before != after:
            self.paint()

    @property
    def place(self) -> OptionPlace | None:
        """What the row under the cursor stands for."""
        worked = self.session.selected_entry
        return find_place(worked, self.cursor_key) if worked is not None and self._coming is None else None

    @property
    def verb(self) -> str | None:
        """The catalogue key of what Enter does here: where a row has two marks, it is the first one's key."""
        if self.cursor_key == RULES:
            return "key.texts"
        if self.has_halves:
            return "key.first-half"
        return "key.put-back" if self._is_taken else "key.take"

    @property
    def has_halves(self) -> bool:
        """Whether the row under the cursor has a mark for each half of a combined unit."""
        return self.place is not None and len(self.place.halves) > 1

    @property
    def _is_taken(self) -> bool:
        """Whether Enter puts back what is under the cursor."""
        worked, place = self.session.selected_entry, self.place
        if worked is None or place is None or place.option is None:
            return False
        return isinstance(toggle(self.session.roster, worked, place), PutBack)

    def moved(self, key: str | None) -> None:
        """Tell that the cursor has moved, and where the keys have another meaning now, that too."""
        super().moved(key)
        if self.verb != self._verb_shown:
            self._verb_shown = self.verb
            self.screen.refresh_bindings()

    def choose_row(self, key: str) -> Refused | None:
        """Do what Enter does to a row."""
        if key == RULES:
            self.toggle_texts()
        return self.toggle()

    def toggle(self, half: int = 0) -> Refused | None:
        """Take what is under the cursor, or put it back, in one half; give the reason where that has no meaning."""
        worked, place = self.session.selected_entry, self.place
        if worked is None or place is None:
            return None
        return self.session.try_apply(toggle(self.session.roster, worked, place, half))

    def more(self, by: int) -> Refused | None:
        """Take one more, or one less, of what is under the cursor; give the reason where that has no meaning."""
        worked, place = self.session.selected_entry, self.place
        if worked is None or place is None or place.option is None:
            return None
        return self.session.try_apply({1: more, -1: fewer}[by](self.session.roster, worked, place))

    def toggle_texts(self) -> None:
        """Spell the rules out, or no longer."""
        self.texts = not self.texts
        self.paint()

    def ghost(self) -> Ghost | None:
        """Look ahead to what Enter on the row under the cursor would lead to, once for each state of the list."""
        worked, place, roster = self.session.selected_entry, self.place, self.session.roster
        if worked is None or place is None:
            return None
        if self._seen is None or self._seen[0] is not roster or self._seen[1] != (worked.id, place.key):
            deed = toggle(roster, worked, place)
            ghost = None if isinstance(deed, Refused) else self.session.preview(deed)
            self._seen = (roster, (worked.id, place.key), ghost)
        return self._seen[2]

    def hint(self, ghost: Ghost | None) -> list[Row]:
        """Say what would come of Enter: points, verdict, the loadout after it, and what its rules do."""
        worked, session, language = self.session.selected_entry, self.session, self.app.language
        if worked is None or self._coming is not None:
            return []
        rows: list[Row] = []
        self._ahead = ghost
        if ghost is not None:
            changed = changed_row(ghost, lexicon_of(session, language))
            more = [one for one in (self._gain(ghost), changed) if one is not None]
            rows += [ghost_row(ghost, language), *more]
        text = explain(session, worked, self.cursor_key, language) if len(rows) < _ROWS_SPELT_OUT else ""
        return [*rows, row("hint", text, (), "dim", wrap=True, pickable=False)] if text else rows

    def _gain(self, ghost: Ghost) -> Row | None:
        """Say what Enter would buy, where that is worked out already."""
        scales, language = self.session.odds_cache, self.app.language
        known = []
        for roster in (ghost.now.roster, ghost.then.roster):
            worked = roster.find(self.session.selected_id or "")
            known.append(scales.known(fighting(worked, roster), roster, language) if worked is not None else None)
        return gain_row(known[0], known[1], language)

    def weigh(self) -> Iterator[None]:
        """Work out what the unit does, and what it would do after Enter; show the first."""
        scales, language, roster = self.session.odds_cache, self.app.language, self.session.roster
        if self.worked is not None:
            scales.weigh(fighting(self.worked, roster), roster, language)
            self.paint()
            yield
        then = self._ahead.then.roster if self._ahead is not None else None
        worked = then.find(self.session.selected_id or "") if then is not None else None
        if then is not None and worked is not None:
            scales.weigh(fighting(worked, then), then, language)
            yield

    def work_out(self) -> Iterator[None]:
        """Work out what may be taken, one option after the other, and show it."""
        worked = self.session.selected_entry
        if worked is None:
            return
        for place in places(worked):
            for half in place.halves if place.option is not None else ():
                assert place.option is not None
                self.session.option_error(worked, place.section, place.option, half)
                yield
        if self._coming is None:
            self.paint()
        yield
