"""The head of a list: name, player, points, force organisation, event, notes.

What a unit has learnt in a campaign: experience, traits, notes; what it would cost is shown while one types.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Checkbox, Input, Label, Select

from listbuilder.model.army_list import LONGEST_NAME, LONGEST_NOTES
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Dialog
from listbuilder.tui.editor.session import Workspace
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Row
from listbuilder.tui.widgets.row_list import Lines

_MOST_POINTS = 999_999


class ListDetailsDialog(Dialog[dict[str, object]]):
    """A form; gives what was changed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "keep", "key.keep", id="dialog.keep", priority=True)]

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._army = workspace.army
        self._workspace = workspace

    def compose(self) -> ComposeResult:
        """Offer a field for each detail."""
        army = self._army
        with VerticalScroll(classes="dialog form"):
            for name, text in self._texts().items():
                yield Label(self.tr(f"tui.details.{name}"), markup=False)
                yield Input(
                    text,
                    id=name,
                    compact=True,
                    type="integer" if name == "points" else "text",
                    max_length=LONGEST_NOTES if name == "notes" else LONGEST_NAME,
                )
            if self._workspace.system.force_organisation is not None:
                yield Checkbox(Content(self.tr("tui.details.force_org")), army.force_org, id="force_org", compact=True)
            events = self._events()
            if events:
                yield Label(self.tr("tui.details.event"), markup=False)
                known = {event for _, event in events}
                yield Select(
                    events,
                    value=army.event if army.event in known else Select.NULL,
                    id="event",
                    compact=True,
                    prompt=self.tr("tui.details.no-event"),
                )
            yield Label(self.tr("tui.write.form"), classes="hint", markup=False)
        yield KeyBar()

    def _texts(self) -> dict[str, str]:
        army = self._army
        points = "" if army.points is None else str(army.points)
        texts = {"name": army.name, "player": army.player or "", "points": points, "notes": army.notes or ""}
        return {name: "".join(letter for letter in text if letter.isprintable()) for name, text in texts.items()}

    def _events(self) -> list[tuple[Content, str]]:
        language, system = self.app.language, self._army.system
        return [
            (Content(plain_line(event.name.to(language))), event.id)
            for event in self.app.library.events()
            if not event.systems or system in event.systems
        ]

    def on_mount(self) -> None:
        """Head the box, and begin with the name."""
        self.query_one(VerticalScroll).border_title = self.tr("tui.details.title")
        # it is in sight already; on a small screen its label would be scrolled away
        self.set_focus(self.query_one("#name", Input), scroll_visible=False)

    @on(Input.Submitted)
    def action_keep(self) -> None:
        """Give what was changed; a field that was not touched stays as it is, line breaks and all."""
        changes: dict[str, object] = {}
        for name, before in self._texts().items():
            text = self.query_one(f"#{name}", Input).value
            if text != before:
                changes[name] = _points(text) if name == "points" else text.strip() or None
        if changes.get("name", "") is None:
            del changes["name"]
        for box in self.query(Checkbox):
            changes["force_org"] = box.value
        for select in self.query(Select):
            changes["event"] = None if select.value is Select.NULL else select.value
        self.dismiss({name: value for name, value in changes.items() if value != getattr(self._army, name)})


def _points(text: str) -> int | None:
    return min(_MOST_POINTS, int(text)) if text.strip().isdecimal() else None


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
