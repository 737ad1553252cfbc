"""The key bar: what fits, what is dropped first, its style and clicks."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from listbuilder.tui.base_app import Page
from listbuilder.tui.palette import HelpScreen
from listbuilder.tui.widgets.key_bar import FilterInput, KeyBar, KeyHint, choose_gap, fit_keys
from listbuilder.tui.widgets.row import info, row
from listbuilder.tui.widgets.row_list import RowList
from tests.sentences import sentence
from tests.tui.isolated.small_app import alone, key_line

ADD, UNDO, JOIN, HELP = (
    KeyHint("a", "Add", "Add", True, "a"),
    KeyHint("u", "Undo “Remove”", "Undo", True, "u"),
    KeyHint("j", "Join", "Join", False, "j"),
    KeyHint("?", "Help", "Help", True, "question_mark,f1"),
)
ALL = (ADD, UNDO, JOIN, HELP)
ADDS, HELPS, JOINS, OPENS, PRINTS, UNDOES = (
    sentence(f"key.{name}") for name in ("add", "help", "join", "open", "print", "undo")
)


def names(room: int, *keys: KeyHint) -> list[str]:
    return [item.label for item in fit_keys(keys or ALL, room)]


@pytest.mark.parametrize(
    ("room", "shown", "gap"),
    [
        (38, ["Add", "Undo “Remove”", "Join", "Help"], 2),  # 5 + 15 + 6 + 6, and two cells between each
        (37, ["Add", "Undo", "Join", "Help"], 2),
        (29, ["Add", "Undo", "Join", "Help"], 2),  # 5 + 6 + 6 + 6 + 6
        (28, ["Add", "Undo", "Help"], 2),  # disabled keys are dropped first
        (21, ["Add", "Undo", "Help"], 2),
        (20, ["Add", "Undo", "Help"], 1),  # then the gaps are narrower
        (19, ["Add", "Undo", "Help"], 1),
        (18, ["Add", "Help"], 2),  # then less important keys
        (12, ["Add", "Help"], 1),
        (11, ["Help"], 2),  # Help always stays
        (0, ["Help"], 1),
    ],
)
def test_key_bar_shortens_then_drops_keys(room, shown, gap):
    assert names(room) == shown
    assert len(choose_gap(fit_keys(ALL, room), room)) == gap


def test_shorter_key_replaces_longer_one():
    long = KeyHint("l", "Look at everything", "Look at everything", True, "l")
    assert names(14, long, ADD, HELP) == ["Add", "Help"]
    dim = [replace(ADD, enabled=False), replace(UNDO, enabled=False), HELP]
    assert names(14, *dim) == ["Add", "Help"]


def test_wide_letters_count_as_two_cells():
    assert (ADD.width, KeyHint("⏎", "全角", "", True, "").width) == (5, 6)
    assert fit_keys(ALL, 29) == [ADD, replace(UNDO, label="Undo"), JOIN, HELP]


class Keys(Page):
    """A page with all kinds of bindings."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("z", "note('z')", "key.undo", id="keys.z"),
        Binding("a,b", "note('a')", "key.add", id="keys.a"),
        Binding("c", "note('c')", "key.add", id="keys.c"),
        Binding("d", "dim", "key.join", id="keys.d"),
        Binding("h", "note('h')", "key.rename", show=False, id="keys.h"),
        Binding("e", "note('e')", "", id="keys.e"),
        Binding("f9", "note('f9')", "key.print", id="keys.f9"),
        Binding("question_mark,f1", "app.help", "key.help", id="keys.help", key_display="?"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.rows = RowList(enter_label="key.open")
        self.pressed: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.rows
        yield FilterInput(self.rows)
        yield KeyBar()

    def on_mount(self) -> None:
        self.rows.show([row("a", "A")])
        self.rows.focus()

    def name_binding(self, binding: str | None) -> str | None:
        return self.tr("key.undo") + " everything" if binding == "keys.z" else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        return None if action == "dim" else True

    def action_note(self, key: str) -> None:
        self.pressed.append(key)

    def action_dim(self) -> None:
        self.pressed.append("dim")


async def test_keys_are_unique_ordered_and_help_last():
    page = Keys()
    async with alone(page) as (pilot, _):
        assert list(key_line(page).items()) == [
            ("⏎", OPENS),
            ("z", f"{UNDOES} everything"),
            ("a", ADDS),
            ("d", JOINS),
            ("F9", PRINTS),
            ("?", HELPS),
        ]
        bar = page.query_one(KeyBar)
        strip = bar.render_line(0)
        whole = f" ⏎ {OPENS}  z {UNDOES} everything  a {ADDS}  d {JOINS}  F9 {PRINTS}  ? {HELPS}"
        assert strip.text.rstrip() == whole
        assert strip.cell_length == 80
        assert bar.render_line(1).text.strip() == ""
        looks = {segment.text.strip(): segment.style for segment in strip}
        base, key, off = (looks[text] for text in (ADDS, "a", "d"))
        assert looks[JOINS] == off
        assert len({base, key, off}) == 3
        short = f" ⏎ {OPENS}  z {UNDOES}  a {ADDS}  F9 {PRINTS}  ? {HELPS}"
        await pilot.resize_terminal(len(short), 24)
        await pilot.pause()
        assert bar.render_line(0).text.rstrip() == short
        page.rows.show([info("nothing")])
        await pilot.pause()
        assert "⏎" not in key_line(page), "no row can be opened"
        page.rows.show([row("a", "A")])
        await pilot.pause()
        assert "⏎" in key_line(page)


async def test_letters_are_not_keys_while_typing():
    page = Keys()
    async with alone(page) as (pilot, _):
        page.set_focus(page.query_one(Input))
        await pilot.pause()
        assert list(key_line(page).items()) == [("⏎", OPENS), ("F9", PRINTS), ("F1", HELPS)]
        await pilot.press("z", "a", "f9")
        assert page.pressed == ["f9"]
        assert page.query_one(Input).value == "za"


async def test_click_presses_the_key_below():
    page = Keys()
    async with alone(page) as (pilot, _):
        text = page.query_one(KeyBar).render_line(0).text
        clicks: tuple[tuple[str, list[str]], ...] = (
            (f"z {UNDOES}", ["z"]),
            (f"a {ADDS}", ["a"]),
            (f"d {JOINS}", []),
            (f"F9 {PRINTS}", ["f9"]),
        )
        for word, pressed in clicks:
            for cell in (text.index(word), text.index(word) + len(word) + 1):  # from the key to the end of the gap
                page.pressed.clear()
                await pilot.click(KeyBar, offset=(cell, 0))
                await pilot.pause()
                assert (word, page.pressed) == (word, pressed)
        page.pressed.clear()
        await pilot.click(KeyBar, offset=(text.index(HELPS) + len(HELPS) + 4, 0))
        await pilot.pause()
        assert pilot.app.screen is page, "behind the last key there is none"
        await pilot.click(KeyBar, offset=(text.index(HELPS), 0))
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpScreen)
