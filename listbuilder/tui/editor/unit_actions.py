"""Actions on the selected unit, with their dialogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from listbuilder.i18n import format_number, translate
from listbuilder.model import EntryId, RosterEntry
from listbuilder.model.army_list import MAX_ENTRY_NOTES_LENGTH, MAX_NAME_LENGTH
from listbuilder.rules import edits, upgrade_actions
from listbuilder.rules.upgrade_actions import EditOrRefusal, Refusal
from listbuilder.textutil.sanitize import TIMES
from listbuilder.tui.base_app import Dialog, Page
from listbuilder.tui.dialogs import ChoiceDialog, TextDialog
from listbuilder.tui.editor.list_dialogs import CampaignDialog, CampaignProgress
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.status import preview_row
from listbuilder.tui.labels import entry_title, numbered_title
from listbuilder.tui.widgets.row import Part, Row, row

T = TypeVar("T")
_MOVES = {"up": -1, "down": 1}
NO_UNIT = ""
"""The key of the row for "no other unit"."""


def host_rows(session: EditorSession, hero: RosterEntry, language: str) -> list[Row]:
    """Return the units that a hero could join, dimmed if that is an error, and detaching."""
    rows = [row(NO_UNIT, translate(language, "tui.join.alone"))]
    for host in session.roster.entries:
        if host.id == hero.id or host.entry.joins is not None or host.is_hero:
            continue
        has_error = session.first_new_error(edits.AttachHero(hero.id, host.id)) is not None
        is_host = hero.entry.joins == host.id
        rows.append(_entry_row(host, language, "bold" if is_host else "dim" if has_error else ""))
    return rows


def default_host(rows: Sequence[Row]) -> str:
    """Return the first unit without an error for a hero that is not attached, else no unit."""
    return next((row.key for row in rows if row.key != NO_UNIT and row.left[0].role != "dim"), NO_UNIT)


def partner_rows(session: EditorSession, entry: RosterEntry, language: str) -> list[Row]:
    """Return the copies that a unit can be combined with, and a new copy."""
    rows = [row(NO_UNIT, translate(language, "tui.combine.fresh"), f"+{format_number(language, entry.unit.cost)}")]
    others = (other for other in session.roster.entries if other.unit is entry.unit and other.id != entry.id)
    rows.extend(_entry_row(other, language, "") for other in others if other.entry.combined is None)
    return rows


def _entry_row(entry: RosterEntry, language: str, role: str) -> Row:
    size = f"  {TIMES}{entry.models}" if entry.models > 1 else ""
    left = (Part(numbered_title(entry, language), role), Part(size, "dim"))
    return row(entry.id, left, (Part(format_number(language, entry.cost), role),))


class UnitActions:
    """The actions on the selected unit, by name."""

    def __init__(self, session: EditorSession, page: Page) -> None:
        self._session = session
        self._page = page

    def run(self, name: str) -> None:
        """Run an action if it is enabled."""
        session, targets, subject = self._session, self._session.target_ids, self._subject
        if not self.is_enabled(name):
            return
        if name == "remove":
            session.apply(edits.remove_entries(targets, subject))
        elif name == "duplicate":
            session.apply(edits.duplicate_entries(targets, subject), follow=True)
        elif name in _MOVES:
            session.apply(edits.MoveEntries(targets, _MOVES[name], subject=subject))
        else:
            dialogs = {
                "rename": self._rename,
                "note": self._note,
                "campaign": self._campaign,
                "combine": self._combine,
                "join": self._join,
            }
            dialogs[name]()

    def is_enabled(self, name: str) -> bool:
        """Return whether an action is possible for the selected unit."""
        entry = self._session.selected_entry
        if name in ("remove", "duplicate"):
            return self._session.selected_id is not None
        if entry is None:
            return False
        if name == "combine":
            return entry.entry.combined is not None or self._session.system.combining.allowed
        if name == "campaign":
            progress = entry.entry.xp or entry.entry.traits
            return self._session.system.experience is not None or bool(progress)
        if name == "join":
            return entry.is_hero or entry.entry.joins is not None
        return True

    @property
    def _language(self) -> str:
        return self._page.app.language

    @property
    def _subject(self) -> str | None:
        """The name of the selected unit, or the number of marked units."""
        count = len(self._session.target_ids)
        several = self._page.tr("sheet.units", n=count) if count > 1 else None
        return several or self._session.selected_name(self._language)

    @property
    def _entry(self) -> RosterEntry:
        entry = self._session.selected_entry
        assert entry is not None, "such an action is not enabled"
        return entry

    def _rename(self) -> None:
        selected, subject = self._entry, self._subject
        name = selected.unit.name.to(self._language)
        title = self._page.tr("tui.rename.title", name=name)
        dialog = TextDialog(title, selected.entry.name or "", name, max_length=MAX_NAME_LENGTH)
        self._ask(dialog, lambda answer: edits.RenameEntry(selected.id, answer, subject=subject))

    def _note(self) -> None:
        selected, subject = self._entry, self._subject
        title = self._page.tr("tui.note.title", name=entry_title(selected, self._language))
        dialog = TextDialog(title, selected.entry.notes or "", multiline=True, max_length=MAX_ENTRY_NOTES_LENGTH)
        self._ask(dialog, lambda answer: edits.SetNotes(selected.id, answer, subject=subject))

    def _campaign(self) -> None:
        """Edit experience, traits and notes as one step."""
        entry, subject = self._entry.entry, self._subject

        def build_edit(progress: CampaignProgress) -> edits.Edit:
            experience = edits.SetExperience(entry.id, progress.xp, progress.traits)
            parts = (experience, edits.SetNotes(entry.id, progress.notes))
            return edits.CompositeEdit(parts, edits.SetExperience.label, subject=subject)

        def preview_rows(progress: CampaignProgress) -> list[Row]:
            preview = self._session.preview(build_edit(progress))
            return [] if preview is None else [preview_row(preview, self._language)]

        title = self._page.tr("tui.campaign.title", name=entry_title(self._entry, self._language))
        progress = CampaignProgress(entry.xp, entry.traits, entry.notes or "")
        self._ask(CampaignDialog(title, progress, preview_rows), build_edit)

    def _combine(self) -> None:
        """Combine two copies, or split a combined unit."""
        entry, roster = self._entry, self._session.roster
        if entry.entry.combined is not None:
            self._apply(upgrade_actions.split_entry(roster, entry.id))
            return
        rows = partner_rows(self._session, entry, self._language)
        if len(rows) == 1:
            self._apply(upgrade_actions.combine_entry(roster, entry.id))
            return
        title = self._page.tr("tui.combine.title", name=entry_title(entry, self._language))

        def build_edit(key: str) -> EditOrRefusal:
            return upgrade_actions.combine_entry(roster, entry.id, EntryId(key) if key != NO_UNIT else None)

        # the copy that was added last costs nothing more
        self._ask_for_unit(title, rows, build_edit, rows[-1].key)

    def _join(self) -> None:
        """Attach a hero to a unit, or detach it."""
        hero, session = self._entry, self._session

        def build_edit(key: str) -> EditOrRefusal:
            if key == NO_UNIT:
                return upgrade_actions.detach_hero(session.roster, hero.id)
            return upgrade_actions.attach_hero(session.roster, hero.id, EntryId(key))

        title = self._page.tr("tui.join.title", name=entry_title(hero, self._language))
        rows = host_rows(session, hero, self._language)
        self._ask_for_unit(title, rows, build_edit, default_host(rows) if hero.entry.joins is None else NO_UNIT)

    def _ask_for_unit(
        self, title: str, rows: list[Row], build_edit: Callable[[str], EditOrRefusal], cursor: str
    ) -> None:
        """Ask for a different unit, with a preview of each; an error does not prevent the choice."""

        def preview_choice(key: str) -> Row | None:
            edit = build_edit(key)
            preview = None if isinstance(edit, Refusal) else self._session.preview(edit)
            return None if preview is None else preview_row(preview, self._language)

        self._ask(ChoiceDialog(title, rows, preview_choice, cursor), build_edit)

    def _ask(self, dialog: Dialog[T], build_edit: Callable[[T], EditOrRefusal]) -> None:
        """Show a dialog and apply the edit that its answer stands for."""
        self._page.app.ask(dialog, lambda answer: self._apply(build_edit(answer)))

    def _apply(self, edit: EditOrRefusal) -> None:
        """Apply an edit, or show why it was refused."""
        refusal = self._session.try_apply(edit)
        if refusal is not None:
            self._page.app.show_message(refusal.to(self._language), "warning")
