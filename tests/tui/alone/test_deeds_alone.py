"""What is done to units, without a screen: which deeds make sense, what each asks, and that no answer does nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from listbuilder.model import Entry, Half
from listbuilder.rules.edits import Add, Remove
from listbuilder.rules.summary import Order
from listbuilder.tui.dialogs import ChooseDialog, WriteDialog
from listbuilder.tui.editor.dialogs import CampaignDialog, Learnt
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_actions import Deeds
from tests.tui.alone.pretend import PretendPage
from tests.tui.alone.small_app import LIBRARY, sample

NAMES = ("remove", "duplicate", "rename", "note", "campaign", "combine", "join", "up", "down")


class Desk:
    """A list on the session and what can be done to it."""

    def __init__(self, session: EditorSession | None = None, selected: str | None = None) -> None:
        self.session = session or sample("iron-vale")
        self.page = PretendPage()
        self.deeds = Deeds(self.session, self.page.page)
        if selected is not None:
            self.session.select(selected)

    @property
    def able(self) -> set[str]:
        return {name for name in NAMES if self.deeds.can(name)}

    @property
    def order(self) -> list[str]:
        return [str(entry.id) for entry in self.session.army.entries]

    def entry(self, name: str) -> Entry:
        found = self.session.army.entry(name)
        assert found is not None
        return found

    def asked(self, kind: type[Any]) -> Any:
        """The dialog that is open."""
        ((dialog, _),) = self.page.app.asked
        assert isinstance(dialog, kind)
        return dialog

    @property
    def step(self) -> tuple[str, object]:
        """What the last step was."""
        step = self.session.history.undoable
        assert step is not None
        return step.label, step.subject


def changed(name: str, entry: str, **values: object) -> EditorSession:
    """A sample with one entry that is another."""
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
def test_a_deed_is_offered_where_it_makes_sense(selected, more):
    assert Desk(selected=selected).able == ALWAYS | more


def test_what_the_game_does_not_have_is_offered_only_where_it_has_to_be_put_right():
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
    assert "join" in desk.able, "who is no hero and has joined a unit can leave it"


def test_a_unit_that_nobody_knows_can_be_removed_and_copied_and_an_empty_army_has_nothing():
    desk = Desk(changed("iron-vale", "tank", unit="human-empire/nobody"), "tank")
    assert desk.able == {"remove", "duplicate"}
    desk.deeds.do("remove")
    assert "tank" not in desk.order
    empty = Desk(EditorSession(LIBRARY, replace(sample("iron-vale").army, entries=())))
    assert empty.able == set()
    for name in NAMES:
        empty.deeds.do(name)
    assert (empty.page.app.asked, empty.session.history.past) == ([], ())


def test_one_unit_is_done_something_to_by_its_name_and_several_by_their_number():
    desk = Desk(selected="tank")
    desk.deeds.do("duplicate")
    assert desk.step == ("edit.duplicate", "The Kettle")
    assert desk.session.selected_id not in ("tank", None), "the copy is selected"
    assert desk.entry(str(desk.session.selected_id)).unit == desk.entry("tank").unit
    desk.deeds.do("remove")
    assert desk.step == ("edit.remove", "The Kettle")
    desk.session.army_view = replace(desk.session.army_view, marked=frozenset({"tank", "altar"}))
    desk.deeds.do("duplicate")
    assert desk.step == ("edit.duplicate", "2 units")
    assert len(desk.order) == 14
    desk.deeds.do("remove")
    assert desk.step == ("edit.remove", "2 units")
    assert "tank" not in desk.order
    assert "altar" not in desk.order


def test_units_are_moved_past_their_neighbours():
    desk = Desk(selected="altar")
    before = desk.order
    desk.deeds.do("up")
    assert desk.order.index("altar") == before.index("altar") - 1
    assert desk.step == ("edit.move", "Altar Wagon of Aether")
    desk.deeds.do("down")
    assert desk.order == before
    desk.deeds.do("down")
    assert desk.order.index("altar") == before.index("altar") + 1


@pytest.mark.parametrize(
    ("name", "selected", "text", "attribute"),
    [("rename", "tank", "The Kettle", "name"), ("note", "mortar", "holds the home objective", "notes")],
)
def test_a_name_and_a_note_are_written_and_no_answer_changes_nothing(name, selected, text, attribute):
    desk = Desk(selected=selected)
    desk.deeds.do(name)
    dialog = desk.asked(WriteDialog)
    assert (dialog._initial_text, dialog._lines) == (text, name == "note")
    desk.page.app.answer(None)
    assert desk.session.history.past == ()
    desk.deeds.do(name)
    desk.page.app.answer("Other")
    assert getattr(desk.entry(selected), attribute) == "Other"
    assert desk.step[0] == f"edit.{name}"
    desk = Desk(selected="altar")
    desk.deeds.do(name)
    assert desk.asked(WriteDialog)._initial_text == "", "what has none has an empty line"


def test_what_is_learnt_is_priced_before_and_written_after_the_answer():
    desk = Desk(selected="mortar")
    desk.deeds.do("campaign")
    dialog = desk.asked(CampaignDialog)
    assert dialog._progress == Learnt(0, (), "holds the home objective")
    ((row),) = dialog._preview(Learnt(10, (), ""))
    assert row.text.startswith("Then:") or "+" in row.text
    desk.page.app.answer(None)
    assert desk.session.history.past == ()
    desk.deeds.do("campaign")
    desk.page.app.answer(Learnt(10, ("Swift",), "brave"))
    entry = desk.entry("mortar")
    assert (entry.xp, entry.traits, entry.notes) == (10, ("Swift",), "brave")
    assert desk.step == ("edit.experience", "Fat Gertrud")
    desk = Desk(selected="altar")
    desk.deeds.do("campaign")
    assert desk.asked(CampaignDialog)._progress.notes == ""


def test_a_combined_unit_is_taken_apart_and_one_without_a_copy_combined_at_once():
    desk = Desk(selected="spears")
    desk.deeds.do("combine")
    assert desk.entry("spears").combined is None
    assert desk.step[0] == "edit.split"
    desk = Desk(selected="gryphs")
    desk.deeds.do("combine")
    assert desk.page.app.asked == [], "there is nobody to choose"
    assert desk.entry("gryphs").combined is not None


def test_among_several_copies_the_second_half_is_chosen():
    desk = Desk(selected="gryphs")
    desk.deeds.do("duplicate")
    copy = str(desk.session.selected_id)
    desk.session.select("gryphs")
    steps = len(desk.session.history.past)
    desk.deeds.do("combine")
    dialog = desk.asked(ChooseDialog)
    assert [row.key for row in dialog._rows] == ["", copy]
    assert dialog._cursor == copy, "it costs nothing more"
    assert dialog._explain(copy) is not None
    desk.page.app.answer(None)
    assert len(desk.session.history.past) == steps
    desk.deeds.do("combine")
    desk.page.app.answer(copy)
    assert copy not in desk.order
    assert desk.entry("gryphs").combined is not None
    desk.session.undo()
    desk.session.select("gryphs")
    desk.deeds.do("combine")
    desk.page.app.answer("")
    assert copy in desk.order, "a fresh copy is the second half"
    assert desk.entry("gryphs").combined is not None


def test_a_hero_joins_and_parts_by_choice():
    desk = Desk(selected="otto")
    desk.deeds.do("join")
    assert desk.asked(ChooseDialog)._cursor == "", "who has joined is offered to stand alone"
    desk.page.app.answer(None)
    assert desk.entry("otto").joins == "spears"
    desk.deeds.do("join")
    desk.page.app.answer("")
    assert desk.entry("otto").joins is None
    desk.deeds.do("join")
    assert desk.asked(ChooseDialog)._cursor == "spears", "the first unit that nothing speaks against"
    assert desk.asked(ChooseDialog)._explain("spears") is not None
    desk.page.app.answer("gryphs")
    assert desk.entry("otto").joins == "gryphs"
    assert desk.step[0] == "edit.join"


def test_what_has_no_meaning_is_said_and_not_done():
    desk = Desk(selected="otto")
    desk.deeds.do("join")
    dialog = desk.asked(ChooseDialog)
    assert dialog._explain("nobody") is None
    desk.page.app.answer("nobody")
    ((tone, _),) = desk.page.app.said
    assert tone == "warning"
    assert desk.entry("otto").joins == "spears"


def test_the_bench_stays_near_what_goes_and_goes_to_what_comes():
    desk = Desk()
    session, order = desk.session, desk.order
    told: list[str | None] = []
    session.on_change = lambda: told.append(session.selected_id)
    session.select("tank")
    session.apply(Remove(session.selected_id or ""))  # type: ignore[arg-type]  # an id
    assert session.selected_id == "mortar", "the one in its place"
    session.apply(Remove("mortar"))  # type: ignore[arg-type]  # an id
    assert session.selected_id == "beamer", "the last where none is"
    assert told == ["mortar", "beamer"]
    session.apply(Add("human-empire/infantrymen"), follow=True)  # type: ignore[arg-type]  # an id
    assert session.selected_id == desk.order[-1]
    session.select("spears")
    session.apply(Add("human-empire/infantrymen"))  # type: ignore[arg-type]  # an id
    assert session.selected_id == "spears", "who does not follow stays"
    told.clear()
    assert session.apply(Remove("nobody")) is False  # type: ignore[arg-type]  # an id
    assert told == [], "nothing has changed"
    for _ in range(4):
        assert session.undo() is not None
    assert (session.undo(), session.selected_id, desk.order) == (None, "tank", order)
    assert session.redo() is not None
    assert session.selected_id == "mortar"
    for name in desk.order:
        session.apply(Remove(name))  # type: ignore[arg-type]  # an id
    assert {session.selected_id, session.selected_id, session.selected_entry, session.selected_name("en")} == {None}
    assert session.target_ids == ()
    session.toggle_mark()
    assert session.army_view.marked == frozenset()


def test_the_army_is_looked_at_otherwise():
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
    for _ in Order:
        session.sort_by_next_order()
        orders.append(session.army_view.order)
    assert orders == [*list(Order)[1:], Order.LISTED]
    session.sort_by_next_order()
    session.apply(Remove("altar"))  # type: ignore[arg-type]  # an id
    assert session.selected_id not in ("altar", None)


def test_a_unit_that_nobody_knows_has_the_name_that_the_file_has():
    session = Desk(changed("iron-vale", "tank", unit="human-empire/nobody"), "tank").session
    assert session.selected_entry is None
    assert "The Kettle" in (session.selected_name("en") or "")
    assert Desk(selected="tank").session.selected_name("en") == "The Kettle"
