"""Autosave, saving and leaving without a screen, and what each answer does to the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.disk import UnsavedError
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.rules.edits import RemoveEntry, RenameEntry
from listbuilder.tui.dialogs import QuestionDialog, TextDialog
from listbuilder.tui.editor.saving import FILE_CHECK_INTERVAL, JOURNAL_DELAY, SaveController
from tests.sentences import sentence
from tests.tui.isolated.fake_page import FakePage
from tests.tui.isolated.small_app import sample


class Case:
    """A list opened from its file."""

    def __init__(self, path: Path, keeper: OpenListFile | None = None) -> None:
        self.path = path
        self.page = FakePage()
        self.open_file = keeper or OpenListFile.load(path, self.page.app.journal)
        self.session = sample("iron-vale")
        self.save_controller = SaveController(
            self.session, self.open_file, self.page.page, self.page.show_status, self.page.paint
        )
        self.session.on_change = self.save_controller.handle_edit
        self.leave_count = 0

    def edit(self) -> None:
        entry = self.session.army.entries[0].id
        self.session.apply(RemoveEntry(entry, subject=entry))

    def leave(self) -> None:
        def count_leave() -> None:
            self.leave_count += 1

        self.save_controller.leave(count_leave)

    def names(self) -> list[str]:
        """Return the offered answers."""
        dialog = self.page.app.asked[-1][0]
        assert isinstance(dialog, QuestionDialog)
        return [row.key for row in dialog._rows]

    @property
    def saved_units(self) -> int:
        """The number of units in the file."""
        return len(load_list(self.path).army.entries)

    @property
    def journalled_edits(self) -> list[int]:
        """The edit counts of all journalled lists."""
        return [record.edits for record in Journal().records()]


@pytest.fixture
def case(tmp_path: Path) -> Case:
    path = tmp_path / "lists" / "vale.yaml"
    path.parent.mkdir()
    save_list(sample("iron-vale").army, path)
    return Case(path)


def theirs(case: Case) -> None:
    """Change the file as another program does."""
    army = load_list(case.path).army
    save_list(RenameEntry(army.entries[0].id, "Theirs")(army), case.path)


def full(*_: object, **__: object) -> None:
    raise UnsavedError("save.full", Path("x"))


ALL = len(sample("iron-vale").army.entries)


def test_edits_are_journalled_together_after_a_delay(case):
    case.save_controller.start_watching()
    assert (case.page.timers, case.journalled_edits) == ([], []), "nothing has changed yet"
    assert [seconds for seconds, _ in case.page.intervals] == [FILE_CHECK_INTERVAL]
    case.edit()
    case.edit()
    assert [seconds for seconds, _ in case.page.timers] == [JOURNAL_DELAY]
    assert case.journalled_edits == []
    case.page.tick()
    assert case.journalled_edits == [2]
    case.edit()
    case.page.tick()
    assert case.journalled_edits == [3]
    assert not case.save_controller.is_saved


def test_edits_are_counted_since_last_save(case):
    case.edit()
    case.edit()
    case.save_controller.save()
    case.edit()
    case.page.tick()
    assert case.journalled_edits == [1]
    case.session.undo()
    case.session.undo()
    case.page.tick()
    assert case.journalled_edits == [1], "one step before what the file has is one step away from it"


def test_recovered_list_is_journalled_at_once(tmp_path):
    case = Case(tmp_path / "new.yaml", OpenListFile(tmp_path / "new.yaml", Journal()))
    case.save_controller.start_watching()
    assert len(case.page.timers) == 1
    case.page.tick()
    assert case.journalled_edits == [1], "at least one edit, though there was none yet"


def test_untouched_copy_is_saved_only_on_request(tmp_path):
    for saved in (False, True):
        path = tmp_path / f"{saved}.yaml"
        case = Case(path, OpenListFile(path, Journal(), is_unmodified=True))
        case.save_controller.start_watching()
        assert case.save_controller.is_saved
        if saved:
            case.save_controller.save()
        case.leave()
        assert (case.leave_count, path.exists(), case.journalled_edits) == (1, saved, [])


def test_leaving_saves_and_clears_journal(case):
    case.edit()
    case.page.tick()
    painted = case.page.painted
    case.leave()
    assert (case.leave_count, case.saved_units, case.journalled_edits, case.page.app.asked) == (1, ALL - 1, [], [])
    assert case.page.painted == painted + 1, "that it is saved is shown"
    assert case.page.statuses == []


def test_saving_reports_the_path(case):
    case.edit()
    case.save_controller.save()
    assert case.page.statuses == [("good", sentence("tui.saved", path=case.path))]
    assert case.saved_units == ALL - 1
    assert case.save_controller.is_saved


def test_journal_is_written_on_suspend(case):
    case.save_controller.start_watching()
    case.edit()
    for then in case.page.app.suspending:
        then(None)
    assert case.journalled_edits == [1]
    case.save_controller.save()
    assert case.save_controller.write_journal() is True
    assert case.journalled_edits == [], "what is saved needs no note"


def test_failed_journal_is_reported_once_until_it_works(case, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(OpenListFile, "write_journal", full)
        for _ in range(2):
            case.edit()
            case.page.tick()
        assert [tone for tone, _ in case.page.app.messages] == ["error"]
        assert case.save_controller.write_journal() is False
        assert len(case.page.app.messages) == 2
    case.edit()
    case.page.tick()
    with monkeypatch.context() as broken:
        broken.setattr(OpenListFile, "write_journal", full)
        case.edit()
        case.page.tick()
    assert len(case.page.app.messages) == 3


@pytest.mark.parametrize(
    ("answer", "leave_count", "journalled"),
    [(None, 0, [1]), ("later", 1, [1]), ("drop", 1, [])],
    ids=["none", "later", "drop"],
)
def test_leaving_unsaved_list_asks(case, answer, leave_count, journalled):
    case.path.chmod(0o444)
    case.edit()
    case.leave()
    assert case.save_controller.is_asking
    assert case.names() == ["as", "later", "drop"]
    case.leave()
    assert len(case.page.app.asked) == 1, "nobody is asked twice"
    case.page.app.answer(answer)
    assert (case.save_controller.is_asking, case.leave_count, case.journalled_edits, case.saved_units) == (
        False,
        leave_count,
        journalled,
        ALL,
    )


def test_failed_save_offers_only_another_name(case, monkeypatch):
    case.path.chmod(0o444)
    case.edit()
    case.save_controller.save()
    assert case.names() == ["as"]
    case.page.app.answer(None)
    with monkeypatch.context() as broken:
        broken.setattr(OpenListFile, "write_journal", full)
        case.leave()
    assert case.names() == ["as", "drop"], "the journal cannot keep the changes"


def test_saving_under_another_name_continues_leaving(case):
    case.path.chmod(0o444)
    case.edit()
    case.leave()
    case.page.app.answer("as")
    dialog = case.page.app.asked[-1][0]
    assert isinstance(dialog, TextDialog)
    assert case.save_controller.is_asking
    offered = Path(dialog._initial_text)
    assert offered.parent == case.path.parent
    for answer in (None, "  "):
        case.page.app.answer(answer)
        assert (case.save_controller.is_asking, case.leave_count) == (False, 0)
        case.leave()
        case.page.app.answer("as")
    case.page.app.answer(str(offered))
    assert (case.leave_count, case.open_file.path, case.saved_units) == (1, offered, ALL)
    assert len(load_list(offered).army.entries) == ALL - 1
    assert case.page.statuses == [("good", sentence("tui.saved", path=offered))]


def test_failed_save_as_asks_again(case):
    case.save_controller.save_as()
    occupied = case.path.parent / "taken.yaml"
    occupied.write_text("x", encoding="utf-8")
    case.page.app.answer(str(occupied))
    assert case.names() == ["as"], "nobody wanted to leave"
    case.page.app.answer("as")
    other = case.path.parent / "other.yaml"
    case.page.app.answer(str(other))
    assert (case.open_file.path, occupied.read_text(encoding="utf-8")) == (other, "x")
    assert case.page.app.asked == []


def test_deleted_file_is_reported_and_written_again(case):
    case.path.unlink()
    case.save_controller.check_file()
    assert [role for role, _ in case.page.statuses] == ["warn"]
    assert case.page.painted == 1
    assert not case.save_controller.is_saved
    case.page.tick()
    assert case.journalled_edits == [1]
    case.save_controller.check_file()
    assert len(case.page.statuses) == 1, "said once"
    case.leave()
    assert (case.leave_count, case.saved_units) == (1, ALL)


def test_outside_change_is_asked_about_once(case):
    case.save_controller.check_file()
    assert case.page.app.asked == []
    case.edit()
    theirs(case)
    case.save_controller.check_file()
    case.save_controller.check_file()
    assert len(case.page.app.asked) == 1
    assert case.names() == ["load", "mine", "as"]
    assert case.journalled_edits == [1], "mine is safe whatever is answered"
    before = case.session.army
    case.page.app.answer(None)
    assert case.session.army is before
    assert load_list(case.path).army.entries[0].name == "Theirs"


@pytest.mark.parametrize(
    ("answer", "mine", "filed"), [("load", False, ALL), ("mine", True, ALL - 1)], ids=["load", "mine"]
)
def test_outside_change_is_loaded_or_overwritten(case, answer, mine, filed):
    case.edit()
    theirs(case)
    case.leave()
    case.page.app.answer(answer)
    assert case.leave_count == 1
    assert (len(case.session.army.entries) == ALL - 1) is mine
    assert case.saved_units == filed
    assert (load_list(case.path).army.entries[0].name == "Theirs") is not mine
    if not mine:
        case.session.undo()
        assert len(case.session.army.entries) == ALL - 1, "undo brings mine back"


def test_own_version_is_saved_under_another_name(case):
    case.edit()
    theirs(case)
    case.leave()
    case.page.app.answer("as")
    other = case.path.parent / "other.yaml"
    case.page.app.answer(str(other))
    assert (case.leave_count, len(load_list(other).army.entries)) == (1, ALL - 1)
    assert load_list(case.path).army.entries[0].name == "Theirs"


def test_unreadable_outside_change_is_reported(case):
    case.edit()
    case.path.write_text("{", encoding="utf-8")
    case.leave()
    case.page.app.answer("load")
    assert ([tone for tone, _ in case.page.app.messages], case.leave_count) == (["error"], 0)
    case.path.chmod(0o444)
    case.leave()
    case.page.app.answer("mine")
    assert case.names() == ["as", "later", "drop"]
    assert case.leave_count == 0
