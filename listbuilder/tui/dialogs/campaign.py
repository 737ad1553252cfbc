"""What a unit has learnt in a campaign: experience, traits, notes; what it would cost is shown while one types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, Label

from listbuilder.model.army_list import LONGEST_NAME
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.face import Dialog
from listbuilder.tui.view.row import Row
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.lines import Lines

_MOST = 99_999
_FIELDS = ("xp", "traits", "notes")


@dataclass(frozen=True, slots=True)
class Learnt:
    """What the form says."""

    xp: int
    traits: tuple[str, ...]
    notes: str


class CampaignDialog(Dialog[Learnt]):
    """A form; gives what it says, and shows what would come of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "keep", "key.keep", id="dialog.keep", priority=True)]

    def __init__(self, title: str, learnt: Learnt, ahead: Callable[[Learnt], list[Row]]) -> None:
        super().__init__()
        self._title = title
        self._learnt = learnt
        self._ahead = ahead

    def compose(self) -> ComposeResult:
        """Offer a field for each thing, and the price under them."""
        with VerticalScroll(classes="dialog form"):
            for name, text in self._texts().items():
                yield Label(self.tr(f"tui.campaign.{name}"), markup=False)
                kind = "integer" if name == "xp" else "text"
                yield Input(text, id=name, compact=True, type=kind, max_length=2000)  # type: ignore[arg-type]  # two of its kinds
            yield Lines(classes="sentence")
            yield Label(self.tr("tui.write.form"), classes="hint", markup=False)
        yield KeyBar()

    def _texts(self) -> dict[str, str]:
        learnt = self._learnt
        texts = {"xp": str(learnt.xp), "traits": ", ".join(learnt.traits), "notes": learnt.notes}
        return {name: "".join(letter for letter in text if letter.isprintable()) for name, text in texts.items()}

    def on_mount(self) -> None:
        """Head the box, and begin with the experience."""
        self.query_one(VerticalScroll).border_title = Content(plain_line(self._title, 60))
        self.set_focus(self.query_one("#xp", Input))
        self._tell()

    @property
    def learnt(self) -> Learnt:
        """What the form says; a field that was not touched stays as it is, line breaks and all."""
        before = self._texts()
        xp, traits, notes = (self.query_one(f"#{name}", Input).value for name in _FIELDS)
        named = tuple(word[:LONGEST_NAME] for part in traits.split(",") if (word := part.strip()))
        return Learnt(
            self._learnt.xp if xp == before["xp"] else min(_MOST, int(xp)) if xp.isdecimal() else 0,
            self._learnt.traits if traits == before["traits"] else named,
            self._learnt.notes if notes == before["notes"] else notes.strip(),
        )

    @on(Input.Changed)
    def _tell(self) -> None:
        self.query_one(Lines).show(self._ahead(self.learnt))

    @on(Input.Submitted)
    def action_keep(self) -> None:
        """Give what the form says."""
        self.dismiss(self.learnt)
