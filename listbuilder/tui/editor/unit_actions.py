"""What is done to the selected unit: each deed is an edit of the session, perhaps after a question.

Whom a hero may join, and which copy a unit may be combined with.
"""

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
"""The key that stands for no other unit."""


def join_rows(session: EditorSession, hero: RosterEntry, language: str) -> list[Row]:
    """List the units a hero could join, dim where something speaks against it, and standing alone."""
    rows = [row(ALONE, translate(language, "tui.join.alone"))]
    for host in session.roster.entries:
        if host.id == hero.id or host.entry.joins is not None or host.hero:
            continue
        closed = session.first_new_error(Join(hero.id, host.id)) is not None
        here = hero.entry.joins == host.id
        rows.append(_entry_row(host, language, "bold" if here else "dim" if closed else ""))
    return rows


def likely_host(rows: Sequence[Row]) -> str:
    """Give the first unit that nothing speaks against, for a hero who stands alone; else standing alone."""
    return next((row.key for row in rows if row.key != ALONE and row.left[0].role != "dim"), ALONE)


def likely_partner(rows: Sequence[Row]) -> str:
    """Give the copy that costs nothing more, the one that was added last; else a fresh one."""
    return rows[-1].key


def partner_rows(session: EditorSession, worked: RosterEntry, language: str) -> list[Row]:
    """List the other copies of a unit that could become its second half, and a fresh one."""
    rows = [row(ALONE, translate(language, "tui.combine.fresh"), f"+{format_number(language, worked.unit.cost)}")]
    others = (other for other in session.roster.entries if other.unit is worked.unit and other.id != worked.id)
    rows.extend(_entry_row(other, language, "") for other in others if other.entry.combined is None)
    return rows


def _entry_row(worked: RosterEntry, language: str, role: str) -> Row:
    size = f"  {TIMES}{worked.models}" if worked.models > 1 else ""
    left = (Part(told_apart(worked, language), role), Part(size, "dim"))
    return row(worked.id, left, (Part(format_number(language, worked.cost), role),))


class Deeds:
    """Everything that a key does to the selected unit, by the name of the deed."""

    def __init__(self, session: EditorSession, page: Page) -> None:
        self._session = session
        self._page = page
        self._by_name: dict[str, Callable[[], object]] = {
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
        """Carry a deed out."""
        if self.can(name):
            self._by_name[name]()

    def can(self, name: str) -> bool:
        """Tell whether a deed makes sense for the selected unit."""
        worked = self._session.selected_entry
        if name in ("remove", "duplicate"):
            return self._session.selected_id is not None
        if worked is None:
            return False
        if name == "combine":
            return worked.entry.combined is not None or self._session.system.combining.allowed
        if name == "campaign":
            learnt = worked.entry.xp or worked.entry.traits
            return self._session.system.experience is not None or bool(learnt)
        if name == "join":
            return worked.hero or worked.entry.joins is not None
        return True

    @property
    def _language(self) -> str:
        return self._page.app.language

    @property
    def _subject(self) -> str | None:
        """Name what is done something to; several by their number."""
        number = len(self._session.target_ids)
        several = self._page.tr("sheet.units", n=number) if number > 1 else None
        return several or self._session.selected_name(self._language)

    @property
    def _worked(self) -> RosterEntry:
        worked = self._session.selected_entry
        assert worked is not None, "asked by can"
        return worked

    def _remove(self) -> None:
        self._session.apply(removing(self._session.target_ids, self._subject))

    def _duplicate(self) -> None:
        self._session.apply(duplicating(self._session.target_ids, self._subject), follow=True)

    def _move(self, by: int) -> None:
        """Move the unit past the one above or below it; a hero in a unit stays with it."""
        self._session.apply(Shift(self._session.target_ids, by, subject=self._subject))

    def _rename(self) -> None:
        worked = self._worked
        name = worked.unit.name.to(self._language)
        dialog = WriteDialog(
            self._page.tr("tui.rename.title", name=name), worked.entry.name or "", name, most=LONGEST_NAME
        )
        self._write(dialog, lambda entry, answer: Rename(entry, answer, subject=self._subject))

    def _note(self) -> None:
        worked = self._worked
        title = self._page.tr("tui.note.title", name=title_of(worked, self._language))
        dialog = WriteDialog(title, worked.entry.notes or "", lines=True, most=LONGEST_NOTE)
        self._write(dialog, lambda entry, answer: Note(entry, answer, subject=self._subject))

    def _campaign(self) -> None:
        """Write down what the unit has learnt in a campaign, as one step."""
        worked, session = self._worked, self._session
        entry, subject = worked.entry, self._subject

        def edit(learnt: Learnt) -> Edit:
            written = (Experience(entry.id, learnt.xp, learnt.traits), Note(entry.id, learnt.notes))
            return Several(written, Experience.label, subject=subject)

        def ahead(learnt: Learnt) -> list[Row]:
            ghost = session.preview(edit(learnt))
            return [] if ghost is None else [ghost_row(ghost, self._language)]

        def written(answer: Learnt | None) -> None:
            if answer is not None:
                self._session.apply(edit(answer))

        title = self._page.tr("tui.campaign.title", name=title_of(worked, self._language))
        learnt = Learnt(entry.xp, entry.traits, entry.notes or "")
        self._page.app.push_screen(CampaignDialog(title, learnt, ahead), written)

    def _write(self, dialog: WriteDialog, build: Callable[[EntryId, str], Rename | Note]) -> None:
        entry = self._worked.id

        def written(answer: str | None) -> None:
            if answer is not None:
                self._session.apply(build(entry, answer))

        self._page.app.push_screen(dialog, written)

    def _combine(self) -> None:
        """Make two copies one, or take a combined unit apart."""
        worked, roster = self._worked, self._session.roster
        if worked.entry.combined is not None:
            self._attempt(upgrade_actions.split(roster, worked.id))
            return
        rows = partner_rows(self._session, worked, self._language)
        if len(rows) == 1:
            self._attempt(upgrade_actions.combine(roster, worked.id))
            return
        title = self._page.tr("tui.combine.title", name=title_of(worked, self._language))

        def deed(key: str) -> Deed:
            return upgrade_actions.combine(roster, worked.id, EntryId(key) if key != ALONE else None)

        self._choose(title, rows, deed, likely_partner(rows))

    def _join(self) -> None:
        """Let a hero join a unit, or leave it."""
        worked, session = self._worked, self._session

        def deed(key: str) -> Deed:
            if key == ALONE:
                return upgrade_actions.part(session.roster, worked.id)
            return upgrade_actions.join(session.roster, worked.id, EntryId(key))

        title = self._page.tr("tui.join.title", name=title_of(worked, self._language))
        rows = join_rows(session, worked, self._language)
        self._choose(title, rows, deed, likely_host(rows) if worked.entry.joins is None else ALONE)

    def _choose(self, title: str, rows: list[Row], deed: Callable[[str], Deed], cursor: str = ALONE) -> None:
        """Let another unit be chosen; what would come of it is said before, and may be done all the same."""

        def ahead(key: str) -> Row | None:
            edit = deed(key)
            ghost = None if isinstance(edit, Refused) else self._session.preview(edit)
            return None if ghost is None else ghost_row(ghost, self._language)

        def chosen(answer: str | None) -> None:
            if answer is not None:
                self._attempt(deed(answer))

        self._page.app.push_screen(ChooseDialog(title, rows, ahead, cursor), chosen)

    def _attempt(self, deed: Deed) -> None:
        """Do it, or say why it has no meaning."""
        refused = self._session.try_apply(deed)
        if refused is not None:
            self._page.app.say(refused.to(self._language), "warning")
