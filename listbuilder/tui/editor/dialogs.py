"""The head of a list: name, player, points, force organisation, event, notes.

What a unit has learnt in a campaign: experience, traits, notes; what it would cost is shown while one types.

Choose one of the fixes of a finding, knowing what comes of each.

The fixes of a finding, each with what it comes to.

Mending: the fixes of a finding are shown, and the one that is chosen is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Checkbox, Input, Label, Select

from listbuilder.diagnostics import Diagnostic, Fix, Outcome, Severity, Verdict
from listbuilder.diagnostics.messages import describe, describe_title, word_fix
from listbuilder.i18n import format_number, translate
from listbuilder.model.army_list import LONGEST_NAME, LONGEST_NOTES
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Dialog, Page
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.labels import MARKS, price, verdict_parts
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Part, Row, row
from listbuilder.tui.widgets.row_list import Lines, Rows

_MOST_POINTS = 999_999


class ListDetailsDialog(Dialog[dict[str, object]]):
    """A form; gives what was changed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "keep", "key.keep", id="dialog.keep", priority=True)]

    def __init__(self, session: EditorSession) -> None:
        super().__init__()
        self._army = session.army
        self._session = session

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
            if self._session.system.force_organisation is not None:
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


_MOST_FIX_DIALOG = 8
"""More than these nobody reads; they are ranked."""


def is_fixable(finding: Diagnostic) -> bool:
    """Tell whether there is something that the program can do about a finding."""
    return finding.fix is not None and bool(finding.fix.edits)


def usable_fixes(finding: Diagnostic) -> list[Fix]:
    """Give the fixes that the program can carry out, of the few that anybody reads; the best first."""
    return [fix for fix in islice(finding.fixes, _MOST_FIX_DIALOG) if fix.edits]


def fix_rows(fixes: Sequence[Fix], language: str) -> list[Row]:
    """List fixes by rank: what is done, and in a second line what comes of it."""
    rows: list[Row] = []
    for place, fix in enumerate(fixes):
        rows.append(row(str(place), plain_line(word_fix(fix, language), 300), wrap=True, hang=2))
        if fix.outcome is not None:
            rows.append(row(f"outcome:{place}", _outcome(fix.outcome, language), pickable=False, wrap=True, hang=4))
    return rows


def _outcome(outcome: Outcome, language: str) -> tuple[Part, ...]:
    """Say points, units touched and the verdict after it."""
    points = f"{price(outcome.after - outcome.before, language)} → {format_number(language, outcome.after)}"
    touched = translate(language, "tui.fixes.touched", n=len(outcome.touched))
    words = [points if outcome.after != outcome.before else translate(language, "tui.fixes.same"), touched]
    if outcome.removed:
        words.append(translate(language, "tui.fixes.removed", n=len(outcome.removed)))
    mark, word = verdict_parts(outcome.verdict, language)
    left = f" ({outcome.errors})" if outcome.verdict is Verdict.ILLEGAL and outcome.errors else ""
    return (Part("    " + " · ".join(words) + " · ", "dim"), Part(f"{mark.text} {word.text}{left}", word.role))


class FixDialog(Dialog[Fix]):
    """The ranked fixes; the key that opened them takes the first, unless the finding is a mere warning."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f", "first", "key.fix-first", id="fix.first")]

    def __init__(self, finding: Diagnostic, fixes: Sequence[Fix]) -> None:
        super().__init__()
        self._finding = finding
        self._fixes = tuple(fixes)

    def compose(self) -> ComposeResult:
        """Put the fixes under the finding."""
        with Vertical(classes="dialog"):
            yield Lines(classes="sentence")
            yield Rows(one_click=True, verb="key.fix-this")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the fixes."""
        language, finding = self.app.language, self._finding
        title = f"{finding.code}  {describe_title(finding.code, language)}"
        self.query_one(Vertical).border_title = Content(plain_line(title, 60))
        sentence = (MARKS[finding.severity], Part(f" {plain_line(describe(finding, language), 600)}"))
        self.query_one(Lines).show([row("sentence", sentence, pickable=False, wrap=True, hang=2)])
        rows = self.query(Rows).last()
        rows.show(fix_rows(self._fixes, language))
        self.set_focus(rows)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing happens to a list for a mere warning unless it is chosen."""
        del parameters
        return True if action != "first" or self._finding.severity is Severity.ERROR else None

    def action_first(self) -> None:
        """Take the first fix."""
        self.dismiss(self._fixes[0])

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Take the fix that was chosen."""
        self.dismiss(self._fixes[int(event.key)])


def offer_fixes(page: Page, session: EditorSession, finding: Diagnostic) -> bool:
    """Show what would mend a finding, best first; tell whether there is anything."""
    fixes = usable_fixes(finding)
    if not fixes:
        return False
    title = describe_title(finding.code, page.app.language)

    def apply(fix: Fix | None) -> None:
        if fix is not None:
            session.apply_fix(fix, title)

    page.app.push_screen(FixDialog(finding, fixes), apply)
    return True
