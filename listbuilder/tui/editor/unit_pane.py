"""The unit pane: profile, equipment and upgrades of the selected unit."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from listbuilder.model import RosterEntry
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

_MAX_HINT_ROWS = 3
"""The number of hint rows in the status line."""


class DetailPane(Pane):
    """The selected unit; while the catalogue is in front, the unit that would be added."""

    def __init__(self, session: EditorSession, listener: Listener) -> None:
        super().__init__(session, listener, "detail", one_click=True)
        self.texts = False
        """Whether the rule texts are shown."""
        self._previewed_entry: RosterEntry | None = None
        self._shown_id: str | None = None
        self._shown_verb: str | None = None
        self._last_preview: Ghost | None = None
        self._preview_key: tuple[int, str, str] | None = None
        self._cached_preview: Ghost | None = None

    @property
    def worked(self) -> RosterEntry | None:
        """The unit that is shown."""
        return self._previewed_entry or self.session.selected_entry

    @property
    def basis(self) -> Hashable:
        """The unit, whether rule texts are shown, how many options were checked, and the known odds."""
        return self._view_id, self.texts, self.session.checked_choices, self._odds

    @property
    def _odds(self) -> tuple[Glance, ...] | None:
        """The odds of the unit if they are computed already."""
        entry, roster = self.worked, self.session.roster
        if entry is None:
            return None
        return self.session.odds_cache.known(fighting(entry, roster), roster, self.app.language)

    @property
    def _view_id(self) -> str | None:
        """An id of what is shown: a unit that would be added, or the selected entry."""
        return self.session.selected_id if self._previewed_entry is None else f"+{self._previewed_entry.unit.ref}"

    def build(self) -> list[Row]:
        """Build the rows of the unit."""
        roster_entry, session, language = self.worked, self.session, self.app.language
        if roster_entry is not None:
            rows = detail_rows(session, roster_entry, language, texts=self.texts)
            end = next((index for index, row in enumerate(rows) if row is BLANK), len(rows))
            return [*rows[:end], odds_row(self._odds, language), *rows[end:]]
        entry = session.army.entry(self.session.selected_id or "")
        if entry is not None:
            return list(unknown_rows(session, entry, language))
        return [info(self.app.tr("tui.detail.nothing"), "dim")]

    def paint(self) -> None:
        """Show the unit; a different one is shown from its first row."""
        entry, language = self.worked, self.app.language
        if entry is None:
            self.title(self.session.selected_name(language) or self.app.tr("tui.detail.title"))
        else:
            sign = "+ " if self._previewed_entry is not None else ""
            self.title(sign + title_of(entry, language), f"{entry.cost} {self.app.tr('sheet.word.points')}")
        is_other, self._shown_id = self._view_id != self._shown_id, self._view_id
        self.show(self.current(), afresh=is_other)

    def preview(self, coming: RosterEntry | None) -> None:
        """Show a unit that is not in the army, or the selected one again."""
        ref_before = self._previewed_entry.unit.ref if self._previewed_entry is not None else None
        ref_after = coming.unit.ref if coming is not None else None
        self._previewed_entry = coming
        if ref_before != ref_after:
            self.paint()

    @property
    def place(self) -> OptionPlace | None:
        """The upgrade row under the cursor."""
        entry = self.session.selected_entry
        return find_place(entry, self.cursor_key) if entry is not None and self._previewed_entry is None else None

    @property
    def verb(self) -> str | None:
        """The catalogue key of what Enter does; if the row has two marks, it applies to the first."""
        if self.cursor_key == RULES:
            return "key.texts"
        if self.has_halves:
            return "key.first-half"
        return "key.put-back" if self._is_taken else "key.take"

    @property
    def has_halves(self) -> bool:
        """Whether the row under the cursor has a mark for each copy of a combined unit."""
        return self.place is not None and len(self.place.halves) > 1

    @property
    def _is_taken(self) -> bool:
        """Whether Enter would remove the option under the cursor."""
        entry, upgrade_row = self.session.selected_entry, self.place
        if entry is None or upgrade_row is None or upgrade_row.option is None:
            return False
        return isinstance(toggle(self.session.roster, entry, upgrade_row), PutBack)

    def moved(self, key: str | None) -> None:
        """Notify the editor and update the key bar if Enter has a different meaning now."""
        super().moved(key)
        if self.verb != self._shown_verb:
            self._shown_verb = self.verb
            self.screen.refresh_bindings()

    def choose_row(self, key: str) -> Refused | None:
        """Do what Enter does to a row."""
        if key == RULES:
            self.toggle_texts()
        return self.toggle()

    def toggle(self, half: int = 0) -> Refused | None:
        """Take or remove the option under the cursor; return why that was refused."""
        entry, upgrade_row = self.session.selected_entry, self.place
        if entry is None or upgrade_row is None:
            return None
        return self.session.try_apply(toggle(self.session.roster, entry, upgrade_row, half))

    def more(self, by: int) -> Refused | None:
        """Take one more or one less of the option under the cursor; return why that was refused."""
        entry, upgrade_row = self.session.selected_entry, self.place
        if entry is None or upgrade_row is None or upgrade_row.option is None:
            return None
        return self.session.try_apply({1: more, -1: fewer}[by](self.session.roster, entry, upgrade_row))

    def toggle_texts(self) -> None:
        """Show or hide the rule texts."""
        self.texts = not self.texts
        self.paint()

    def ghost(self) -> Ghost | None:
        """Return the preview of Enter on the row under the cursor; computed once for each state of the list."""
        entry, upgrade_row = self.session.selected_entry, self.place
        if entry is None or upgrade_row is None:
            return None
        key = (self.session.revision, entry.id, upgrade_row.key)
        if key != self._preview_key:
            edit = toggle(self.session.roster, entry, upgrade_row)
            self._cached_preview = None if isinstance(edit, Refused) else self.session.preview(edit)
            self._preview_key = key
        return self._cached_preview

    def hint(self, preview: Ghost | None) -> list[Row]:
        """Return what Enter would lead to: points, verdict, loadout, odds and rule texts."""
        entry, session, language = self.session.selected_entry, self.session, self.app.language
        if entry is None or self._previewed_entry is not None:
            return []
        rows: list[Row] = []
        self._last_preview = preview
        if preview is not None:
            changed = changed_row(preview, lexicon_of(session, language))
            details = [detail for detail in (self._odds_change_row(preview), changed) if detail is not None]
            rows += [ghost_row(preview, language), *details]
        text = explain(session, entry, self.cursor_key, language) if len(rows) < _MAX_HINT_ROWS else ""
        return [*rows, row("hint", text, (), "dim", wrap=True, pickable=False)] if text else rows

    def _odds_change_row(self, preview: Ghost) -> Row | None:
        """Return the change of the odds if both are computed already."""
        cache, language = self.session.odds_cache, self.app.language
        odds = []
        for roster in (preview.now.roster, preview.then.roster):
            entry = roster.find(self.session.selected_id or "")
            odds.append(cache.known(fighting(entry, roster), roster, language) if entry is not None else None)
        return gain_row(odds[0], odds[1], language)

    def weigh(self) -> Iterator[None]:
        """Compute the odds of the unit now and after Enter; show the first."""
        cache, language, roster = self.session.odds_cache, self.app.language, self.session.roster
        if self.worked is not None:
            cache.weigh(fighting(self.worked, roster), roster, language)
            self.paint()
            yield
        next_roster = self._last_preview.then.roster if self._last_preview is not None else None
        entry = next_roster.find(self.session.selected_id or "") if next_roster is not None else None
        if next_roster is not None and entry is not None:
            cache.weigh(fighting(entry, next_roster), next_roster, language)
            yield

    def work_out(self) -> Iterator[None]:
        """Check which options would cause an error, one at a time, and show it."""
        entry = self.session.selected_entry
        if entry is None:
            return
        for upgrade_row in places(entry):
            for half in upgrade_row.halves if upgrade_row.option is not None else ():
                assert upgrade_row.option is not None
                self.session.option_error(entry, upgrade_row.section, upgrade_row.option, half)
                yield
        if self._previewed_entry is None:
            self.paint()
        yield
