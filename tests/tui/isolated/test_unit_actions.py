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


class Desk:
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
        found = self.session.army.find_entry(name)
        assert found is not None
        return found

    def asked(self, kind: type[Any]) -> Any:
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


def changed(name: str, entry: str, **values: object) -> EditorSession:
    """Return a sample with one changed entry."""
    opened = sample(name)
    entries = tuple(replace(one, **values) if one.id == entry else one for one in opened.army.entries)  # type: ignore[arg-type]  # fields of an entry
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
    assert Desk(selected=selected).able == ALWAYS | more


def test_unsupported_actions_are_enabled_only_for_repair():
    first = sample(WITHOUT_COMBINING).army.entries[0].id
    assert Desk(selected=first, session=sample(WITHOUT_COMBINING)).able - {"join"} == ALWAYS
    for values, more in (
        ({"xp": 5}, {"campaign"}),
        ({"traits": ("Swift",)}, {"campaign"}),
        ({"combined": Half()}, {"combine"}),
    ):
        desk = Desk(changed(WITHOUT_COMBINING, first, **values), first)
        assert desk.able - {"join"} == ALWAYS | more
    desk = Desk(changed("iron-vale", "tank", joins="spears"), "tank")
    assert "join" in desk.able, "any attached unit can be detached"


def test_unknown_unit_can_be_removed_and_copied():
    desk = Desk(changed("iron-vale", "tank", unit="human-empire/nobody"), "tank")
    assert desk.able == {"remove", "duplicate"}
    desk.deeds.run("remove")
    assert "tank" not in desk.order
    empty = Desk(EditorSession(LIBRARY, replace(sample("iron-vale").army, entries=())))
    assert empty.able == set()
    for name in NAMES:
        empty.deeds.run(name)
    assert (empty.page.app.asked, empty.session.history.past) == ([], ())


def test_step_names_one_unit_or_counts_several():
    desk = Desk(selected="tank")
    desk.deeds.run("duplicate")
    assert desk.step == ("edit.duplicate", "The Kettle")
    assert desk.session.selected_id not in ("tank", None), "the copy is selected"
    assert desk.entry(str(desk.session.selected_id)).unit == desk.entry("tank").unit
    desk.deeds.run("remove")
    assert desk.step == ("edit.remove", "The Kettle")
    desk.session.army_view = replace(desk.session.army_view, marked=frozenset({"tank", "altar"}))
    desk.deeds.run("duplicate")
    assert desk.step == ("edit.duplicate", sentence("sheet.units", n=2))
    assert len(desk.order) == 14
    desk.deeds.run("remove")
    assert desk.step == ("edit.remove", sentence("sheet.units", n=2))
    assert "tank" not in desk.order
    assert "altar" not in desk.order


def test_units_move_past_their_neighbours():
    desk = Desk(selected="altar")
    before = desk.order
    desk.deeds.run("up")
    assert desk.order.index("altar") == before.index("altar") - 1
    assert desk.step == ("edit.move", "Altar Wagon of Aether")
    desk.deeds.run("down")
    assert desk.order == before
    desk.deeds.run("down")
    assert desk.order.index("altar") == before.index("altar") + 1


@pytest.mark.parametrize(
    ("name", "selected", "text", "attribute"),
    [("rename", "tank", "The Kettle", "name"), ("note", "mortar", "holds the home objective", "notes")],
)
def test_name_and_note_are_edited_or_cancelled(name, selected, text, attribute):
    desk = Desk(selected=selected)
    desk.deeds.run(name)
    dialog = desk.asked(TextDialog)
    assert (dialog._initial_text, dialog._lines) == (text, name == "note")
    desk.page.app.answer(None)
    assert desk.session.history.past == ()
    desk.deeds.run(name)
    desk.page.app.answer("Other")
    assert getattr(desk.entry(selected), attribute) == "Other"
    assert desk.step[0] == f"edit.{name}"
    desk = Desk(selected="altar")
    desk.deeds.run(name)
    assert desk.asked(TextDialog)._initial_text == "", "what has none has an empty line"


def test_campaign_changes_are_previewed_and_applied():
    desk = Desk(selected="mortar")
    desk.deeds.run("campaign")
    dialog = desk.asked(CampaignDialog)
    assert dialog._progress == CampaignProgress(0, (), "holds the home objective")
    ((row),) = dialog._preview(CampaignProgress(10, (), ""))
    assert fits(row.text, "tui.would") or "+" in row.text
    desk.page.app.answer(None)
    assert desk.session.history.past == ()
    desk.deeds.run("campaign")
    desk.page.app.answer(CampaignProgress(10, ("Swift",), "brave"))
    entry = desk.entry("mortar")
    assert (entry.xp, entry.traits, entry.notes) == (10, ("Swift",), "brave")
    assert desk.step == ("edit.experience", "Fat Gertrud")
    desk = Desk(selected="altar")
    desk.deeds.run("campaign")
    assert desk.asked(CampaignDialog)._progress.notes == ""


def test_combined_unit_splits_and_single_unit_combines():
    desk = Desk(selected="spears")
    desk.deeds.run("combine")
    assert desk.entry("spears").combined is None
    assert desk.step[0] == "edit.split"
    desk = Desk(selected="gryphs")
    desk.deeds.run("combine")
    assert desk.page.app.asked == [], "there is nobody to choose"
    assert desk.entry("gryphs").combined is not None


def test_second_half_is_chosen_among_copies():
    desk = Desk(selected="gryphs")
    desk.deeds.run("duplicate")
    copy = str(desk.session.selected_id)
    desk.session.select("gryphs")
    steps = len(desk.session.history.past)
    desk.deeds.run("combine")
    dialog = desk.asked(ChoiceDialog)
    assert [row.key for row in dialog._rows] == ["", copy]
    assert dialog._cursor == copy, "it costs nothing more"
    assert dialog._explain(copy) is not None
    desk.page.app.answer(None)
    assert len(desk.session.history.past) == steps
    desk.deeds.run("combine")
    desk.page.app.answer(copy)
    assert copy not in desk.order
    assert desk.entry("gryphs").combined is not None
    desk.session.undo()
    desk.session.select("gryphs")
    desk.deeds.run("combine")
    desk.page.app.answer("")
    assert copy in desk.order, "a fresh copy is the second half"
    assert desk.entry("gryphs").combined is not None


def test_hero_attaches_and_detaches_by_choice():
    desk = Desk(selected="otto")
    desk.deeds.run("join")
    assert desk.asked(ChoiceDialog)._cursor == "", "who has joined is offered to stand alone"
    desk.page.app.answer(None)
    assert desk.entry("otto").joins == "spears"
    desk.deeds.run("join")
    desk.page.app.answer("")
    assert desk.entry("otto").joins is None
    desk.deeds.run("join")
    assert desk.asked(ChoiceDialog)._cursor == "spears", "the first unit that nothing speaks against"
    assert desk.asked(ChoiceDialog)._explain("spears") is not None
    desk.page.app.answer("gryphs")
    assert desk.entry("otto").joins == "gryphs"
    assert desk.step[0] == "edit.join"


def test_impossible_action_is_reported_and_not_done():
    desk = Desk(selected="otto")
    desk.deeds.run("join")
    dialog = desk.asked(ChoiceDialog)
    assert dialog._explain("nobody") is None
    desk.page.app.answer("nobody")
    ((tone, _),) = desk.page.app.said
    assert tone == "warning"
    assert desk.entry("otto").joins == "spears"


def test_selection_follows_added_and_removed_units():
    desk = Desk()
    session, order = desk.session, desk.order
    told: list[str | None] = []
    session.on_change = lambda: told.append(session.selected_id)
    session.select("tank")
    session.apply(RemoveEntry(session.selected_id or ""))  # type: ignore[arg-type]  # an id
    assert session.selected_id == "mortar", "the one in its place"
    session.apply(RemoveEntry("mortar"))  # type: ignore[arg-type]  # an id
    assert session.selected_id == "beamer", "the last where none is"
    assert told == ["mortar", "beamer"]
    session.apply(AddEntry("human-empire/infantrymen"), follow=True)  # type: ignore[arg-type]  # an id
    assert session.selected_id == desk.order[-1]
    session.select("spears")
    session.apply(AddEntry("human-empire/infantrymen"))  # type: ignore[arg-type]  # an id
    assert session.selected_id == "spears", "who does not follow stays"
    told.clear()
    assert session.apply(RemoveEntry("nobody")) is False  # type: ignore[arg-type]  # an id
    assert told == [], "nothing has changed"
    for _ in range(4):
        assert session.undo() is not None
    assert (session.undo(), session.selected_id, desk.order) == (None, "tank", order)
    assert session.redo() is not None
    assert session.selected_id == "mortar"
    for name in desk.order:
        session.apply(RemoveEntry(name))  # type: ignore[arg-type]  # an id
    assert {session.selected_id, session.selected_id, session.selected_entry, session.selected_name("en")} == {None}
    assert session.target_ids == ()
    session.toggle_mark()
    assert session.army_view.marked == frozenset()


def test_army_view_marks_folds_and_sorts():
    session = Desk(selected="tank").session
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
    session = Desk(changed("iron-vale", "tank", unit="human-empire/nobody"), "tank").session
    assert session.selected_entry is None
    assert "The Kettle" in (session.selected_name("en") or "")
    assert Desk(selected="tank").session.selected_name("en") == "The Kettle"
