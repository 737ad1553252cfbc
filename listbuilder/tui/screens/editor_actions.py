"""What can be done to the list from the editor: every action is an edit, and every edit can be undone."""

from __future__ import annotations

from textual.widgets import Input

from listbuilder.model import EntryId, RosterEntry
from listbuilder.rules.capacity import section_capacity
from listbuilder.rules.edits import Add, Duplicate, Edit, Join, Move, Note, Part, Remove, Rename, Split, details
from listbuilder.rules.picking import combining, option_name, picks_of, putting_back, taking
from listbuilder.rules.unknown import unknown_title
from listbuilder.rules.wording import describe_title
from listbuilder.tui.dialogs.choose import ChooseDialog
from listbuilder.tui.dialogs.list_details import ListDetailsDialog
from listbuilder.tui.dialogs.write import WriteDialog
from listbuilder.tui.screens.editor_base import EditorBase
from listbuilder.tui.view.army import army_order
from listbuilder.tui.view.detail import Place, find_place
from listbuilder.tui.view.joining import ALONE, join_rows, partner_rows
from listbuilder.tui.view.problems import foremost
from listbuilder.tui.view.words import reason, step_name, title_of
from listbuilder.tui.workspace import find_unit

PANES = ("units", "army", "detail")


class EditActions(EditorBase):
    """The actions that change the list."""

    def perform(self, edit: Edit | None, select: str | None = None) -> None:
        """Carry out an edit and show what came of it."""
        if edit is not None and self.workspace.do(edit):
            if select is not None:
                self.selected = select
            self.edited()

    def action_add(self) -> None:
        """Turn to the units; from there, add the one under the cursor."""
        if self.pane == "units" and self.rows("units").has_focus:
            self.add_highlighted()
        else:
            self.turn_to("units")

    def action_add_anyway(self) -> None:
        """Add the unit under the cursor although something speaks against it."""
        self.add_highlighted(anyway=True)

    def add_highlighted(self, *, anyway: bool = False) -> None:
        """Add the unit under the cursor, or say why that cannot be."""
        unit = find_unit(self.workspace, self.rows("units").cursor_key or "")
        if unit is None:
            return
        why = self.workspace.unit_offer(unit)
        if why is not None and not anyway:
            self.app.say(reason(why, self.app.language), "warning")
            return
        if self.workspace.do(Add(unit.ref, subject=unit.name)):
            self.selected = self.workspace.army.entries[-1].id
            self.edited()

    def action_remove(self) -> None:
        """Take the selected unit out."""
        name = self.selected_name()
        if name is not None:
            self.perform(Remove(EntryId(self.selected or ""), subject=name))

    def action_duplicate(self) -> None:
        """Add a copy of the selected unit."""
        name = self.selected_name()
        before = {entry.id for entry in self.workspace.army.entries}
        if name is not None and self.workspace.do(Duplicate(EntryId(self.selected or ""), subject=name)):
            self.selected = next(entry.id for entry in self.workspace.army.entries if entry.id not in before)
            self.edited()

    def action_shift(self, by: int) -> None:
        """Move the selected unit past the one above or below it."""
        worked = self.worked
        if worked is None or worked.entry.joins is not None:
            return
        order: list[str] = [entry.id for entry in self.workspace.army.entries]
        tops = [name for name in army_order(self.workspace.roster) if not self._joins(name)]
        place = tops.index(worked.id) + by
        if 0 <= place < len(tops):
            self.perform(
                Move(worked.id, order.index(tops[place]) - order.index(worked.id), subject=self.selected_name())
            )

    def _joins(self, entry: str) -> bool:
        return entry in self.workspace.roster.joined_ids

    def action_undo(self) -> None:
        """Take the last step back, and say which."""
        step = self.workspace.undo()
        if step is not None:
            self.edited()
            self.tell(self.tr("tui.undone", step=step_name(step, self.app.language)))

    def action_redo(self) -> None:
        """Do again what was undone, and say what."""
        step = self.workspace.redo()
        if step is not None:
            self.edited()
            self.tell(self.tr("tui.redone", step=step_name(step, self.app.language)))

    def action_fix(self) -> None:
        """Carry out the fix of the finding that is shown."""
        place = self.rows("problems").cursor_key if self.rows("problems").has_focus else None
        finding = (
            self.workspace.report.diagnostics[int(place)]
            if place is not None
            else foremost(self.workspace, self.selected)
        )
        if finding is None:
            return
        if not self.workspace.fix(finding, describe_title(finding.code, self.app.language)):
            self.app.say(self.tr("tui.problems.no-fix"), "warning")
            return
        self.edited()

    def toggle_pick(self, key: str) -> None:
        """Take what is under the cursor, or put it back where it is taken."""
        worked, place = self._place(key)
        if worked is None or place is None:
            return
        if place.option is None:
            self._take_none(worked, place)
        elif picks_of(worked, place.section, place.option, place.half) and self._only_once(worked, place):
            self.perform(putting_back(worked, place.section, place.option, place.half))
        else:
            self._take(worked, place)

    def action_more(self, by: int) -> None:
        """Take one more, or one less, of what is under the cursor."""
        worked, place = self._place(self.rows("detail").cursor_key)
        if self.pane != "detail" or worked is None or place is None or place.option is None:
            return
        if by > 0:
            self._take(worked, place)
        elif picks_of(worked, place.section, place.option, place.half):
            self.perform(putting_back(worked, place.section, place.option, place.half))

    def _place(self, key: str | None) -> tuple[RosterEntry | None, Place | None]:
        worked = self.worked
        return worked, find_place(worked, key) if worked is not None else None

    def _only_once(self, worked: RosterEntry, place: Place) -> bool:
        capacity = section_capacity(place.section, worked.unit)
        if capacity.one_of or capacity.each == 1 or place.option is None:
            return True
        return self.workspace.option_offer(worked, place.section, place.option, place.half) is not None

    def _take(self, worked: RosterEntry, place: Place) -> None:
        assert place.option is not None
        capacity = section_capacity(place.section, worked.unit)
        if capacity.each == 1 and picks_of(worked, place.section, place.option, place.half):
            return
        why = self.workspace.option_offer(worked, place.section, place.option, place.half)
        if why is not None:
            self.app.say(reason(why, self.app.language), "warning")
        else:
            self.perform(taking(worked, place.section, place.option, place.half))

    def _take_none(self, worked: RosterEntry, place: Place) -> None:
        section = place.section
        edits = [
            putting_back(worked, section, option, place.half)
            for option in section.options
            for _ in range(picks_of(worked, section, option, place.half))
        ]
        names = tuple(
            option_name(option) for option in section.options if picks_of(worked, section, option, place.half)
        )
        if edits and self.workspace.do_all(edits, "edit.put-back", names):
            self.edited()

    def action_combine(self) -> None:
        """Make two copies one, or take a combined unit apart."""
        worked = self.worked
        if worked is None:
            return
        if worked.entry.combined is not None:
            self.perform(Split(worked.id, subject=self.selected_name()))
            return
        rows = partner_rows(self.workspace, worked, self.app.language)
        if len(rows) == 1:
            self._try(combining(worked))
        else:
            title = self.tr("tui.combine.title", name=title_of(worked, self.app.language))
            self.app.push_screen(ChooseDialog(title, rows), self._combine_with)

    def _combine_with(self, answer: str | None) -> None:
        worked = self.worked
        if answer is None or worked is None:
            return
        edit = combining(worked)
        if answer != ALONE:
            edit = type(edit)(worked.id, other=EntryId(answer), subject=edit.subject)
        self._try(edit)

    def _try(self, edit: Edit) -> None:
        """Carry an edit out unless something speaks against it."""
        why = self.workspace.try_out(edit)
        if why is not None:
            self.app.say(reason(why, self.app.language), "warning")
        else:
            self.perform(edit)

    def action_join(self) -> None:
        """Let a hero join a unit, or leave it."""
        worked = self.worked
        if worked is None:
            return
        if not worked.hero and worked.entry.joins is None:
            self.app.say(self.tr("tui.join.no-hero"), "warning")
            return
        rows = join_rows(self.workspace, worked, self.app.language)
        title = self.tr("tui.join.title", name=title_of(worked, self.app.language))
        self.app.push_screen(ChooseDialog(title, rows, self._why_not_join), self._join_with)

    def _why_not_join(self, key: str) -> str:
        worked = self.worked
        if worked is None or key == ALONE:
            return ""
        return reason(self.workspace.try_out(Join(worked.id, EntryId(key))), self.app.language)

    def _join_with(self, answer: str | None) -> None:
        worked = self.worked
        if answer is None or worked is None:
            return
        if answer == ALONE:
            self.perform(Part(worked.id, subject=self.selected_name()))
        else:
            self._try(Join(worked.id, EntryId(answer), subject=self.selected_name()))

    def action_rename(self) -> None:
        """Give the selected unit a name of its own."""
        worked = self.worked
        if worked is not None:
            name = worked.unit.name.to(self.app.language)
            title = self.tr("tui.rename.title", name=name)
            self.app.push_screen(WriteDialog(title, worked.entry.name or "", name), self._rename)

    def _rename(self, answer: str | None) -> None:
        if answer is not None and self.selected is not None:
            self.perform(Rename(EntryId(self.selected), answer, subject=self.selected_name()))

    def action_note(self) -> None:
        """Write a note on the selected unit."""
        worked = self.worked
        if worked is not None:
            title = self.tr("tui.note.title", name=title_of(worked, self.app.language))
            self.app.push_screen(WriteDialog(title, worked.entry.notes or "", "", lines=True), self._write_note)

    def _write_note(self, answer: str | None) -> None:
        if answer is not None and self.selected is not None:
            self.perform(Note(EntryId(self.selected), answer, subject=self.selected_name()))

    def action_details(self) -> None:
        """Change name, player, points, force organisation and event of the list."""
        self.app.push_screen(ListDetailsDialog(self.workspace), self._details)

    def _details(self, answer: dict[str, object] | None) -> None:
        if answer:
            self.perform(details(self.workspace.army.name, **answer))

    def action_search(self) -> None:
        """Type to filter the units."""
        self.turn_to("units", focus=False)
        self.query_one("#filter", Input).focus()

    def action_pane(self, by: int) -> None:
        """Turn to the next pane."""
        self.turn_to(PANES[(PANES.index(self.pane) + by) % len(PANES)])

    def action_turn(self, pane: str) -> None:
        """Turn to a pane."""
        self.turn_to(pane)

    def action_texts(self) -> None:
        """Show or hide what the selected unit's rules do."""
        self.texts = not self.texts
        self.paint()

    def selected_name(self) -> str | None:
        """Name the selected entry, also one whose unit nobody knows."""
        worked = self.worked
        if worked is not None:
            return title_of(worked, self.app.language)
        entry = self.workspace.army.entry(self.selected or "")
        return unknown_title(entry, self.app.language) if entry is not None else None
