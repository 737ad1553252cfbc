"""Actions on the selected unit, with their dialogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from listbuilder.i18n import format_number, translate
from listbuilder.model import EntryId, RosterEntry
from listbuilder.model.army_list import LONGEST_NAME, LONGEST_NOTE
from listbuilder.rules import upgrade_actions
from listbuilder.rules.edits import Edit, Experience, Join, Note, Rename, Several, Shift, duplicating, removing
from listbuilder.rules.upgrade_actions import Deed, Refused
from listbuilder.textutil.sanitize import TIMES
from listbuilder.tui.base import Page
from listbuilder.tui.dialogs import ChooseDialog, WriteDialog
from listbuilder.tui.editor.dialogs import CampaignDialog, Learnt
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.status import ghost_row
from listbuilder.tui.labels import title_of, told_apart
from listbuilder.tui.widgets.row import Part, Row, row

ALONE = ""
"""The key of the row for "no other unit"."""


def join_rows(session: EditorSession, hero: RosterEntry, language: str) -> list[Row]:
    """Return the units that a hero could join, dimmed if that is an error, and detaching."""
    rows = [row(ALONE, translate(language, "tui.join.alone"))]
    for host in session.roster.entries:
        if host.id == hero.id or host.entry.joins is not None or host.hero:
            continue
        has_error = session.first_new_error(Join(hero.id, host.id)) is not None
        is_host = hero.entry.joins == host.id
        rows.append(_entry_row(host, language, "bold" if is_host else "dim" if has_error else ""))
    return rows


def likely_host(rows: Sequence[Row]) -> str:
    """Return the first unit without an error for a hero that is not attached, else no unit."""
    return next((row.key for row in rows if row.key != ALONE and row.left[0].role != "dim"), ALONE)


def likely_partner(rows: Sequence[Row]) -> str:
    """Return the copy that was added last, which costs nothing more; else a new one."""
    return rows[-1].key


def partner_rows(session: EditorSession, entry: RosterEntry, language: str) -> list[Row]:
    """Return the copies that a unit can be combined with, and a new copy."""
    rows = [row(ALONE, translate(language, "tui.combine.fresh"), f"+{format_number(language, entry.unit.cost)}")]
    others = (other for other in session.roster.entries if other.unit is entry.unit and other.id != entry.id)
    rows.extend(_entry_row(other, language, "") for other in others if other.entry.combined is None)
    return rows


def _entry_row(entry: RosterEntry, language: str, role: str) -> Row:
    size = f"  {TIMES}{entry.models}" if entry.models > 1 else ""
    left = (Part(told_apart(entry, language), role), Part(size, "dim"))
    return row(entry.id, left, (Part(format_number(language, entry.cost), role),))


class Deeds:
    """The actions on the selected unit, by name."""

    def __init__(self, session: EditorSession, page: Page) -> None:
        self._session = session
        self._page = page
        self._actions: dict[str, Callable[[], object]] = {
            "remove": self._remove,
            "duplicate": self._duplicate,
            "rename": self._rename,
            "note": self._note,
            "campaign": self._campaign,
            "combine": self._combine,
            "join": self._join,
            "up": lambda: self._move(-1),
            "down": lambda: self._move(1),
        }

    def do(self, name: str) -> None:
        """Run an action if it is enabled."""
        if self.can(name):
            self._actions[name]()

    def can(self, name: str) -> bool:
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
            return entry.hero or entry.entry.joins is not None
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
        assert entry is not None, "asked by can"
        return entry

    def _remove(self) -> None:
        self._session.apply(removing(self._session.target_ids, self._subject))

    def _duplicate(self) -> None:
        self._session.apply(duplicating(self._session.target_ids, self._subject), follow=True)

    def _move(self, by: int) -> None:
        """Move the unit up or down; an attached hero stays with its unit."""
        self._session.apply(Shift(self._session.target_ids, by, subject=self._subject))

    def _rename(self) -> None:
        selected = self._entry
        name = selected.unit.name.to(self._language)
        dialog = WriteDialog(
            self._page.tr("tui.rename.title", name=name), selected.entry.name or "", name, most=LONGEST_NAME
        )
        self._ask_for_text(dialog, lambda entry, answer: Rename(entry, answer, subject=self._subject))

    def _note(self) -> None:
        selected = self._entry
        title = self._page.tr("tui.note.title", name=title_of(selected, self._language))
        dialog = WriteDialog(title, selected.entry.notes or "", lines=True, most=LONGEST_NOTE)
        self._ask_for_text(dialog, lambda entry, answer: Note(entry, answer, subject=self._subject))

    def _campaign(self) -> None:
        """Edit experience, traits and notes as one step."""
        selected, session = self._entry, self._session
        entry, subject = selected.entry, self._subject

        def build_edit(progress: Learnt) -> Edit:
            edits = (Experience(entry.id, progress.xp, progress.traits), Note(entry.id, progress.notes))
            return Several(edits, Experience.label, subject=subject)

        def preview_rows(progress: Learnt) -> list[Row]:
            preview = session.preview(build_edit(progress))
            return [] if preview is None else [ghost_row(preview, self._language)]

        def apply(answer: Learnt | None) -> None:
            if answer is not None:
                self._session.apply(build_edit(answer))

        title = self._page.tr("tui.campaign.title", name=title_of(selected, self._language))
        progress = Learnt(entry.xp, entry.traits, entry.notes or "")
        self._page.app.push_screen(CampaignDialog(title, progress, preview_rows), apply)

    def _ask_for_text(self, dialog: WriteDialog, build: Callable[[EntryId, str], Rename | Note]) -> None:
        entry = self._entry.id

        def apply(answer: str | None) -> None:
            if answer is not None:
                self._session.apply(build(entry, answer))

        self._page.app.push_screen(dialog, apply)

    def _combine(self) -> None:
        """Combine two copies, or split a combined unit."""
        entry, roster = self._entry, self._session.roster
        if entry.entry.combined is not None:
            self._apply(upgrade_actions.split(roster, entry.id))
            return
        rows = partner_rows(self._session, entry, self._language)
        if len(rows) == 1:
            self._apply(upgrade_actions.combine(roster, entry.id))
            return
        title = self._page.tr("tui.combine.title", name=title_of(entry, self._language))

        def build_edit(key: str) -> Deed:
            return upgrade_actions.combine(roster, entry.id, EntryId(key) if key != ALONE else None)

        self._ask_for_unit(title, rows, build_edit, likely_partner(rows))

    def _join(self) -> None:
        """Attach a hero to a unit, or detach it."""
        hero, session = self._entry, self._session

        def build_edit(key: str) -> Deed:
            if key == ALONE:
                return upgrade_actions.part(session.roster, hero.id)
            return upgrade_actions.join(session.roster, hero.id, EntryId(key))

        title = self._page.tr("tui.join.title", name=title_of(hero, self._language))
        rows = join_rows(session, hero, self._language)
        self._ask_for_unit(title, rows, build_edit, likely_host(rows) if hero.entry.joins is None else ALONE)

    def _ask_for_unit(
        self, title: str, rows: list[Row], build_edit: Callable[[str], Deed], cursor: str = ALONE
    ) -> None:
        """Ask for a different unit, with a preview of each; an error does not prevent the choice."""

        def preview_row(key: str) -> Row | None:
            edit = build_edit(key)
            preview = None if isinstance(edit, Refused) else self._session.preview(edit)
            return None if preview is None else ghost_row(preview, self._language)

        def apply(answer: str | None) -> None:
            if answer is not None:
                self._apply(build_edit(answer))

        self._page.app.push_screen(ChooseDialog(title, rows, preview_row, cursor), apply)

    def _apply(self, edit: Deed) -> None:
        """Apply an edit, or show why it was refused."""
        refusal = self._session.try_apply(edit)
        if refusal is not None:
            self._page.app.say(refusal.to(self._language), "warning")
