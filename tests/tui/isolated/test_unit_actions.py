"""Unit actions without a screen: when they are enabled, what they ask, and cancelling."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from listbuilder.model import Entry, Half
from listbuilder.rules.army_summary import EntryOrder
from listbuilder.rules.edits import AddEntry, RemoveEntry
from listbuilder.tui.dialogs import ChoiceDialog, TextDialog
from listbuilder.tui.editor.list_dialogs import CampaignDialog, CampaignProgress
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_actions import UnitActions
from tests.sentences import sentence
from tests.tui.isolated.fake_page import FakePage
from tests.tui.isolated.small_app import LIBRARY, sample
from tests.tui.screen_helpers import fits

NAMES = ("remove", "duplicate", "rename", "note", "campaign", "combine", "join", "up", "down")


class ActionCase:
    """An open list with its unit actions."""

    def __init__(self, session: EditorSession | None = None, selected: str | None = None) -> None:
        self.session = session or sample("iron-vale")
        self.page = FakePage()
        self.deeds = UnitActions(self.session, self.page.page)
        if selected is not None:
            self.session.select(selected)

    @property
    def able(self) -> set[str]:
        return {name for name in NAMES if self.deeds.is_enabled(name)}

    @property
    def order(self) -> list[str]:
        return [str(entry.id) for entry in self.session.army.entries]

    def entry(self, name: str) -> Entry:
        entry = self.session.army.find_entry(name)
        assert entry is not None
        return entry

    def open_dialog(self, kind: type[Any]) -> Any:
        """Return the open dialog."""
        ((dialog, _),) = self.page.app.asked
        assert isinstance(dialog, kind)
        return dialog

    @property
    def step(self) -> tuple[str, object]:
        """The label and subject of the last step."""
        step = self.session.history.next_undo
        assert step is not None
        return step.label, step.subject


def change_entry(name: str, entry: str, **values: object) -> EditorSession:
    """Return a sample with one changed entry."""
    opened = sample(name)
    entries = tuple(
        replace(candidate, **values) if candidate.id == entry else candidate  # type: ignore[arg-type]  # its fields
        for candidate in opened.army.entries
    )
    return EditorSession(opened.library, replace(opened.army, entries=entries))


WITHOUT_COMBINING = next(
    header.file.name
    for header in LIBRARY.sample_lists()
    if not LIBRARY.system(header.system).combining.allowed and LIBRARY.system(header.system).experience is None
)
ALWAYS = {"remove", "duplicate", "rename", "note", "up", "down"}


@pytest.mark.parametrize(
    ("selected", "more"),
    [("spears", {"campaign", "combine"}), ("otto", {"campaign", "combine", "join"}), ("tank", {"campaign", "combine"})],
)
def test_actions_are_enabled_where_they_apply(selected, more):
    assert ActionCase(selected=selected).able == ALWAYS | more


def test_unsupported_actions_are_enabled_only_for_repair():
    first = sample(WITHOUT_COMBINING).army.entries[0].id
    assert ActionCase(selected=first, session=sample(WITHOUT_COMBINING)).able - {"join"} == ALWAYS
    for values, more in (
        ({"xp": 5}, {"campaign"}),
        ({"traits": ("Swift",)}, {"campaign"}),
        ({"combined": Half()}, {"combine"}),
    ):
        case = ActionCase(change_entry(WITHOUT_COMBINING, first, **values), first)
        assert case.able - {"join"} == ALWAYS | more
    case = ActionCase(change_entry("iron-vale", "tank", joins="spears"), "tank")
    assert "join" in case.able, "any attached unit can be detached"


def test_unknown_unit_can_be_removed_and_copied():
    case = ActionCase(change_entry("iron-vale", "tank", unit="human-empire/nobody"), "tank")
    assert case.able == {"remove", "duplicate"}
    case.deeds.run("remove")
    assert "tank" not in case.order
    empty = ActionCase(EditorSession(LIBRARY, replace(sample("iron-vale").army, entries=())))
    assert empty.able == set()
    for name in NAMES:
        empty.deeds.run(name)
    assert (empty.page.app.asked, empty.session.history.past) == ([], ())


def test_step_names_one_unit_or_counts_several():
    case = ActionCase(selected="tank")
    case.deeds.run("duplicate")
    assert case.step == ("edit.duplicate", "The Kettle")
    assert case.session.selected_id not in ("tank", None), "the copy is selected"
    assert case.entry(str(case.session.selected_id)).unit == case.entry("tank").unit
    case.deeds.run("remove")
    assert case.step == ("edit.remove", "The Kettle")
    case.session.army_view = replace(case.session.army_view, marked=frozenset({"tank", "altar"}))
    case.deeds.run("duplicate")
    assert case.step == ("edit.duplicate", sentence("sheet.units", n=2))
    assert len(case.order) == 14
    case.deeds.run("remove")
    assert case.step == ("edit.remove", sentence("sheet.units", n=2))
    assert "tank" not in case.order
    assert "altar" not in case.order


def test_units_move_past_their_neighbours():
    case = ActionCase(selected="altar")
    before = case.order
    case.deeds.run("up")
    assert case.order.index("altar") == before.index("altar") - 1
    assert case.step == ("edit.move", "Altar Wagon of Aether")
    case.deeds.run("down")
    assert case.order == before
    case.deeds.run("down")
    assert case.order.index("altar") == before.index("altar") + 1


@pytest.mark.parametrize(
    ("name", "selected", "text", "attribute"),
    [("rename", "tank", "The Kettle", "name"), ("note", "mortar", "holds the home objective", "notes")],
)
def test_name_and_note_are_edited_or_cancelled(name, selected, text, attribute):
    case = ActionCase(selected=selected)
    case.deeds.run(name)
    dialog = case.open_dialog(TextDialog)
    assert (dialog._initial_text, dialog._lines) == (text, name == "note")
    case.page.app.answer(None)
    assert case.session.history.past == ()
    case.deeds.run(name)
    case.page.app.answer("Other")
    assert getattr(case.entry(selected), attribute) == "Other"
    assert case.step[0] == f"edit.{name}"
    case = ActionCase(selected="altar")
    case.deeds.run(name)
    assert case.open_dialog(TextDialog)._initial_text == "", "what has none has an empty line"


def test_campaign_changes_are_previewed_and_applied():
    case = ActionCase(selected="mortar")
    case.deeds.run("campaign")
    dialog = case.open_dialog(CampaignDialog)
    assert dialog._progress == CampaignProgress(0, (), "holds the home objective")
    ((row),) = dialog._preview(CampaignProgress(10, (), ""))
    assert fits(row.text, "tui.would") or "+" in row.text
    case.page.app.answer(None)
    assert case.session.history.past == ()
    case.deeds.run("campaign")
    case.page.app.answer(CampaignProgress(10, ("Swift",), "brave"))
    entry = case.entry("mortar")
    assert (entry.xp, entry.traits, entry.notes) == (10, ("Swift",), "brave")
    assert case.step == ("edit.experience", "Fat Gertrud")
    case = ActionCase(selected="altar")
    case.deeds.run("campaign")
    assert case.open_dialog(CampaignDialog)._progress.notes == ""


def test_combined_unit_splits_and_single_unit_combines():
    case = ActionCase(selected="spears")
    case.deeds.run("combine")
    assert case.entry("spears").combined is None
    assert case.step[0] == "edit.split"
    case = ActionCase(selected="gryphs")
    case.deeds.run("combine")
    assert case.page.app.asked == [], "there is nobody to choose"
    assert case.entry("gryphs").combined is not None


def test_second_half_is_chosen_among_copies():
    case = ActionCase(selected="gryphs")
    case.deeds.run("duplicate")
    copy = str(case.session.selected_id)
    case.session.select("gryphs")
    steps = len(case.session.history.past)
    case.deeds.run("combine")
    dialog = case.open_dialog(ChoiceDialog)
    assert [row.key for row in dialog._rows] == ["", copy]
    assert dialog._cursor == copy, "it costs nothing more"
    assert dialog._explain(copy) is not None
    case.page.app.answer(None)
    assert len(case.session.history.past) == steps
    case.deeds.run("combine")
    case.page.app.answer(copy)
    assert copy not in case.order
    assert case.entry("gryphs").combined is not None
    case.session.undo()
    case.session.select("gryphs")
    case.deeds.run("combine")
    case.page.app.answer("")
    assert copy in case.order, "a fresh copy is the second half"
    assert case.entry("gryphs").combined is not None


def test_hero_attaches_and_detaches_by_choice():
    case = ActionCase(selected="otto")
    case.deeds.run("join")
    assert case.open_dialog(ChoiceDialog)._cursor == "", "who has joined is offered to stand alone"
    case.page.app.answer(None)
    assert case.entry("otto").joins == "spears"
    case.deeds.run("join")
    case.page.app.answer("")
    assert case.entry("otto").joins is None
    case.deeds.run("join")
    assert case.open_dialog(ChoiceDialog)._cursor == "spears", "the first unit that nothing speaks against"
    assert case.open_dialog(ChoiceDialog)._explain("spears") is not None
    case.page.app.answer("gryphs")
    assert case.entry("otto").joins == "gryphs"
    assert case.step[0] == "edit.join"


def test_impossible_action_is_reported_and_not_done():
    case = ActionCase(selected="otto")
    case.deeds.run("join")
    dialog = case.open_dialog(ChoiceDialog)
    assert dialog._explain("nobody") is None
    case.page.app.answer("nobody")
    ((tone, _),) = case.page.app.messages
    assert tone == "warning"
    assert case.entry("otto").joins == "spears"


def test_selection_follows_added_and_removed_units():
    case = ActionCase()
    session, order = case.session, case.order
    selected_ids: list[str | None] = []
    session.on_change = lambda: selected_ids.append(session.selected_id)
    session.select("tank")
    session.apply(RemoveEntry(session.selected_id or ""))  # type: ignore[arg-type]  # an id
    assert session.selected_id == "mortar", "the one in its place"
    session.apply(RemoveEntry("mortar"))  # type: ignore[arg-type]  # an id
    assert session.selected_id == "beamer", "the last where none is"
    assert selected_ids == ["mortar", "beamer"]
    session.apply(AddEntry("human-empire/infantrymen"), follow=True)  # type: ignore[arg-type]  # an id
    assert session.selected_id == case.order[-1]
    session.select("spears")
    session.apply(AddEntry("human-empire/infantrymen"))  # type: ignore[arg-type]  # an id
    assert session.selected_id == "spears", "who does not follow stays"
    selected_ids.clear()
    assert session.apply(RemoveEntry("nobody")) is False  # type: ignore[arg-type]  # an id
    assert selected_ids == [], "nothing has changed"
    for _ in range(4):
        assert session.undo() is not None
    assert (session.undo(), session.selected_id, case.order) == (None, "tank", order)
    assert session.redo() is not None
    assert session.selected_id == "mortar"
    for name in case.order:
        session.apply(RemoveEntry(name))  # type: ignore[arg-type]  # an id
    assert {session.selected_id, session.selected_id, session.selected_entry, session.selected_name("en")} == {None}
    assert session.target_ids == ()
    session.toggle_mark()
    assert session.army_view.marked == frozenset()


def test_army_view_marks_folds_and_sorts():
    session = ActionCase(selected="tank").session
    session.toggle_mark()
    assert session.army_view.marked == {"tank"}
    assert session.target_ids == ("tank",)
    session.select("altar")
    session.toggle_mark()
    assert [str(name) for name in session.target_ids] == ["altar", "tank"], "in the order of the list"
    session.toggle_mark()
    assert session.army_view.marked == {"tank"}
    session.toggle_fold()
    assert session.army_view.unfolded == {"altar"}
    session.toggle_fold(every=True)
    everybody = {str(entry.id) for entry in session.army.entries}
    assert session.army_view.unfolded == everybody
    session.toggle_fold()
    assert session.army_view.unfolded == everybody - {"altar"}
    session.toggle_fold(every=True)
    session.toggle_fold(every=True)
    assert session.army_view.unfolded == frozenset()
    orders = []
    for _ in EntryOrder:
        session.sort_by_next_order()
        orders.append(session.army_view.order)
    assert orders == [*list(EntryOrder)[1:], EntryOrder.LISTED]
    session.sort_by_next_order()
    session.apply(RemoveEntry("altar"))  # type: ignore[arg-type]  # an id
    assert session.selected_id not in ("altar", None)


def test_unknown_unit_keeps_its_name_from_file():
    session = ActionCase(change_entry("iron-vale", "tank", unit="human-empire/nobody"), "tank").session
    assert session.selected_entry is None
    assert "The Kettle" in (session.selected_name("en") or "")
    assert ActionCase(selected="tank").session.selected_name("en") == "The Kettle"
