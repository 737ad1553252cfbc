"""The head of a list: name, player, points, force organisation, event, notes."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Checkbox, Input, Label, Select

from listbuilder.sheet.plain import plain_line
from listbuilder.tui.face import Dialog
from listbuilder.tui.workspace import Workspace

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
            for name, text in (("name", army.name), ("player", army.player or ""), ("notes", army.notes or "")):
                yield Label(self.tr(f"tui.details.{name}"), markup=False)
                yield Input(text, id=name, compact=True, max_length=400)
            yield Label(self.tr("tui.details.points"), markup=False)
            yield Input(
                "" if army.points is None else str(army.points), id="points", type="integer", compact=True, max_length=6
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

    def _events(self) -> list[tuple[Content, str]]:
        language, system = self.app.language, self._army.system
        return [
            (Content(plain_line(event.name.to(language))), event.id)
            for event in self.app.library.events()
            if not event.systems or system in event.systems
        ]

    def on_mount(self) -> None:
        """Head the box."""
        self.query_one(VerticalScroll).border_title = self.tr("tui.details.title")

    @on(Input.Submitted)
    def action_keep(self) -> None:
        """Give what was changed."""
        army = self._army
        found: dict[str, object] = {
            "name": self._value("name") or army.name,
            "player": self._value("player") or None,
            "notes": self._value("notes") or None,
            "points": self._points(),
        }
        for box in self.query(Checkbox):
            found["force_org"] = box.value
        for select in self.query(Select):
            found["event"] = None if select.value is Select.NULL else select.value
        self.dismiss({name: value for name, value in found.items() if value != getattr(army, name)})

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    def _points(self) -> int | None:
        text = self._value("points")
        return min(_MOST_POINTS, max(0, int(text))) if text.lstrip("-").isdecimal() else None
