"""The unit pane: profile, equipment and upgrades of the selected unit."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from listbuilder.model import RosterEntry
from listbuilder.odds.army_damage import OddsSummary
from listbuilder.rules.edits import RemoveUpgrade
from listbuilder.rules.upgrade_actions import Refusal
from listbuilder.tui.editor import unit_rows
from listbuilder.tui.editor.pane import Pane, PaneListener
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.status import loadout_change_row, preview_row
from listbuilder.tui.labels import entry_title
from listbuilder.tui.odds.odds_rows import odds_change_row, odds_summary_row
from listbuilder.tui.widgets.row import BLANK_ROW, Row, info, row
from listbuilder.validation.preview import EditPreview

_MAX_HINT_ROWS = 3


class UnitPane(Pane):
    """The selected unit; while the catalogue is in front, the unit that would be added."""

    NAME = "detail"

    def __init__(self, session: EditorSession, listener: PaneListener) -> None:
        super().__init__(session, listener, choose_on_click=True)
        self.shows_rule_texts = False
        self._previewed_entry: RosterEntry | None = None
        self._shown_id: str | None = None
        self._shown_verb: str | None = None
        self._last_preview: EditPreview | None = None
        self._preview_key: tuple[int, str, str] | None = None
        self._cached_preview: EditPreview | None = None

    @property
    def entry(self) -> RosterEntry | None:
        """The unit that is shown."""
        return self._previewed_entry or self.session.selected_entry

    @property
    def cache_key(self) -> Hashable:
        """The unit, whether rule texts are shown, how many options were checked, and the known odds."""
        return self._view_id, self.shows_rule_texts, self.session.checked_choices, self._odds

    @property
    def _odds(self) -> tuple[OddsSummary, ...] | None:
        """The odds of the unit if they are computed already."""
        entry, cache = self.entry, self.session.odds_cache
        return cache.get(entry, self.session.roster, self.app.language) if entry is not None else None

    @property
    def _view_id(self) -> str | None:
        """An id of what is shown: a unit that would be added, or the selected entry."""
        return self.session.selected_id if self._previewed_entry is None else f"+{self._previewed_entry.unit.ref}"

    def build_rows(self) -> list[Row]:
        """Build the rows of the unit."""
        roster_entry, session, language = self.entry, self.session, self.app.language
        if roster_entry is not None:
            rows = unit_rows.unit_detail_rows(session, roster_entry, language, rule_texts=self.shows_rule_texts)
            end = next((index for index, row in enumerate(rows) if row is BLANK_ROW), len(rows))
            return [*rows[:end], odds_summary_row(self._odds, language), *rows[end:]]
        entry = session.army.find_entry(self.session.selected_id or "")
        if entry is not None:
            return list(unit_rows.unknown_unit_rows(session, entry, language))
        return [info(self.app.tr("tui.detail.nothing"), "dim")]

    def paint(self) -> None:
        """Show the unit; a different one is shown from its first row."""
        entry, language = self.entry, self.app.language
        if entry is None:
            self.set_titles(self.session.selected_name(language) or self.app.tr("tui.detail.title"))
        else:
            sign = "+ " if self._previewed_entry is not None else ""
            self.set_titles(sign + entry_title(entry, language), f"{entry.cost} {self.app.tr('sheet.word.points')}")
        is_other, self._shown_id = self._view_id != self._shown_id, self._view_id
        self.show(self.current_rows(), from_top=is_other)

    def show_previewed(self, coming: RosterEntry | None) -> None:
        """Show a unit that is not in the army, or the selected one again."""
        view_before, self._previewed_entry = self._view_id, coming
        if self._view_id != view_before:
            self.paint()

    @property
    def upgrade_row(self) -> unit_rows.UpgradeRow | None:
        """The upgrade row under the cursor."""
        entry = self.session.selected_entry
        if entry is None or self._previewed_entry is not None:
            return None
        return unit_rows.find_upgrade_row(entry, self.cursor_key)

    @property
    def enter_label(self) -> str | None:
        """The catalogue key of what Enter does; if the row has two marks, it applies to the first."""
        if self.cursor_key == unit_rows.RULES_KEY:
            return "key.texts"
        if self.has_halves:
            return "key.first-half"
        entry, upgrade_row = self.session.selected_entry, self.upgrade_row
        if entry is None or upgrade_row is None or upgrade_row.option is None:
            return "key.take"
        edit = unit_rows.toggle_upgrade(self.session.roster, entry, upgrade_row)
        return "key.put-back" if isinstance(edit, RemoveUpgrade) else "key.take"

    @property
    def has_halves(self) -> bool:
        """Whether the row under the cursor has a mark for each copy of a combined unit."""
        return self.upgrade_row is not None and len(self.upgrade_row.halves) > 1

    def report_cursor(self, key: str | None) -> None:
        """Notify the editor and update the key bar if Enter has a different meaning now."""
        super().report_cursor(key)
        if self.enter_label != self._shown_verb:
            self._shown_verb = self.enter_label
            self.screen.refresh_bindings()

    def toggle_option(self, half: int = 0) -> Refusal | None:
        """Take or remove the option under the cursor; return why that was refused."""
        entry, upgrade_row = self.session.selected_entry, self.upgrade_row
        if entry is None or upgrade_row is None:
            return None
        return self.session.try_apply(unit_rows.toggle_upgrade(self.session.roster, entry, upgrade_row, half))

    def change_count(self, by: int) -> Refusal | None:
        """Take one more or one less of the option under the cursor; return why that was refused."""
        entry, upgrade_row = self.session.selected_entry, self.upgrade_row
        if entry is None or upgrade_row is None or upgrade_row.option is None:
            return None
        change = unit_rows.add_upgrade if by > 0 else unit_rows.remove_upgrade
        return self.session.try_apply(change(self.session.roster, entry, upgrade_row))

    def toggle_rule_texts(self) -> None:
        """Show or hide the rule texts."""
        self.shows_rule_texts = not self.shows_rule_texts
        self.paint()

    def cursor_preview(self) -> EditPreview | None:
        """Return the preview of Enter on the row under the cursor; computed once for each state of the list."""
        entry, upgrade_row = self.session.selected_entry, self.upgrade_row
        if entry is None or upgrade_row is None:
            return None
        key = (self.session.revision, entry.id, upgrade_row.key)
        if key != self._preview_key:
            edit = unit_rows.toggle_upgrade(self.session.roster, entry, upgrade_row)
            self._cached_preview = None if isinstance(edit, Refusal) else self.session.preview(edit)
            self._preview_key = key
        return self._cached_preview

    def hint_rows(self, preview: EditPreview | None) -> list[Row]:
        """Return what Enter would lead to: points, verdict, loadout, odds and rule texts."""
        entry, session, language = self.session.selected_entry, self.session, self.app.language
        if entry is None or self._previewed_entry is not None:
            return []
        rows: list[Row] = []
        self._last_preview = preview
        if preview is not None:
            odds = []
            for roster in (preview.current.roster, preview.previewed.roster):
                unit = roster.find_entry(self.session.selected_id or "")
                odds.append(session.odds_cache.get(unit, roster, language) if unit is not None else None)
            changed = loadout_change_row(preview, unit_rows.session_glossary(session, language))
            details = (preview_row(preview, language), odds_change_row(odds[0], odds[1], language), changed)
            rows += [detail for detail in details if detail is not None]
        text = unit_rows.explain_row(session, entry, self.cursor_key, language) if len(rows) < _MAX_HINT_ROWS else ""
        return [*rows, row("hint", text, (), "dim", wrap=True, selectable=False)] if text else rows

    def compute_odds(self) -> Iterator[None]:
        """Compute the odds of the unit now and after Enter; show the first."""
        cache, language = self.session.odds_cache, self.app.language
        if self.entry is not None:
            cache.compute(self.entry, self.session.roster, language)
            self.paint()
            yield
        if self._last_preview is not None:
            roster = self._last_preview.previewed.roster
            entry = roster.find_entry(self.session.selected_id or "")
            if entry is not None:
                cache.compute(entry, roster, language)
                yield

    def check_options(self) -> Iterator[None]:
        """Check which options would cause an error, one at a time, and show it."""
        entry = self.session.selected_entry
        if entry is None:
            return
        for upgrade_row in unit_rows.list_upgrade_rows(entry):
            for half in upgrade_row.halves if upgrade_row.option is not None else ():
                assert upgrade_row.option is not None
                self.session.option_error(entry, upgrade_row.section, upgrade_row.option, half)
                yield
        if self._previewed_entry is None:
            self.paint()
        yield
