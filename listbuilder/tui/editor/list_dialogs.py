"""Dialogs of the editor: details of the list, campaign progress of a unit, and fixes of a finding."""

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

from listbuilder.diagnostics import Diagnostic, Fix, FixOutcome, Severity, Verdict
from listbuilder.diagnostics.messages import describe_finding, describe_title, format_fix
from listbuilder.i18n import format_number, translate
from listbuilder.model.army_list import MAX_LIST_NOTES_LENGTH, MAX_NAME_LENGTH
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Dialog, Page
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.labels import SEVERITY_MARKS, format_price, verdict_parts
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Part, Row, row
from listbuilder.tui.widgets.row_list import RowLabel, RowList

_MAX_POINTS = 999_999


class ListDetailsDialog(Dialog[dict[str, object]]):
    """A form for the details of the list; returns the values that were changed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "save", "key.keep", id="dialog.keep", priority=True)]

    def __init__(self, session: EditorSession) -> None:
        super().__init__()
        self._army = army = session.army
        self._session = session
        points = "" if army.points is None else str(army.points)
        self._initial_texts = _printable(
            name=army.name, player=army.player or "", points=points, notes=army.notes or ""
        )

    def compose(self) -> ComposeResult:
        """Lay out a field for each detail."""
        army = self._army
        with VerticalScroll(classes="dialog form"):
            for name, text in self._initial_texts.items():
                yield Label(self.tr(f"tui.details.{name}"), markup=False)
                yield Input(
                    text,
                    id=name,
                    compact=True,
                    type="integer" if name == "points" else "text",
                    max_length=MAX_LIST_NOTES_LENGTH if name == "notes" else MAX_NAME_LENGTH,
                )
            if self._session.system.force_organisation is not None:
                yield Checkbox(Content(self.tr("tui.details.force_org")), army.force_org, id="force_org", compact=True)
            events = {
                event.id: Content(sanitize_line(event.name.to(self.app.language)))
                for event in self.app.library.events()
                if not event.systems or army.system in event.systems
            }
            if events:
                yield Label(self.tr("tui.details.event"), markup=False)
                yield Select(
                    [(name, event) for event, name in events.items()],
                    value=army.event if army.event in events else Select.NULL,
                    id="event",
                    compact=True,
                    prompt=self.tr("tui.details.no-event"),
                )
            yield Label(self.tr("tui.write.form"), classes="hint", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Set the title and focus the name."""
        self.query_one(VerticalScroll).border_title = self.tr("tui.details.title")
        # on a small screen, scrolling to the field would hide its label
        self.set_focus(self.query_one("#name", Input), scroll_visible=False)

    @on(Input.Submitted)
    def action_save(self) -> None:
        """Return what was changed; a field that was not touched keeps its line breaks."""
        changes: dict[str, object] = {}
        for name, before in self._initial_texts.items():
            text = self.query_one(f"#{name}", Input).value
            if text != before:
                changes[name] = text.strip() or None
        points = changes.get("points")
        if isinstance(points, str):
            changes["points"] = min(_MAX_POINTS, int(points)) if points.isdecimal() else None
        if changes.get("name", "") is None:
            del changes["name"]
        for box in self.query(Checkbox):
            changes["force_org"] = box.value
        for select in self.query(Select):
            changes["event"] = None if select.value is Select.NULL else select.value
        self.dismiss({name: value for name, value in changes.items() if value != getattr(self._army, name)})


def _printable(**texts: str) -> dict[str, str]:
    """Return the texts of a form by the names of its fields, without line breaks."""
    return {name: "".join(letter for letter in text if letter.isprintable()) for name, text in texts.items()}


_MAX_XP = 99_999


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """The campaign progress of a unit: experience, traits and notes."""

    xp: int
    traits: tuple[str, ...]
    notes: str


class CampaignDialog(Dialog[CampaignProgress]):
    """A form for campaign progress, with a preview of the cost; returns the progress."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "save", "key.keep", id="dialog.keep", priority=True)]

    def __init__(
        self, title: str, progress: CampaignProgress, preview: Callable[[CampaignProgress], list[Row]]
    ) -> None:
        super().__init__()
        self._title = title
        self._progress = progress
        self._preview = preview
        self._initial_texts = _printable(xp=str(progress.xp), traits=", ".join(progress.traits), notes=progress.notes)

    def compose(self) -> ComposeResult:
        """Lay out a field for each value and the preview."""
        with VerticalScroll(classes="dialog form"):
            for name, text in self._initial_texts.items():
                yield Label(self.tr(f"tui.campaign.{name}"), markup=False)
                kind = "integer" if name == "xp" else "text"
                yield Input(text, id=name, compact=True, type=kind, max_length=2000)  # type: ignore[arg-type]  # two of its kinds
            yield RowLabel(classes="sentence")
            yield Label(self.tr("tui.write.form"), classes="hint", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Set the title and focus the experience."""
        self.query_one(VerticalScroll).border_title = Content(sanitize_line(self._title, 60))
        self.set_focus(self.query_one("#xp", Input))
        self._show_preview()

    @property
    def progress(self) -> CampaignProgress:
        """The progress in the form; a field that was not touched keeps its line breaks."""
        before = self._initial_texts
        xp, traits, notes = (self.query_one(f"#{name}", Input).value for name in before)
        split_traits = tuple(word[:MAX_NAME_LENGTH] for part in traits.split(",") if (word := part.strip()))
        return CampaignProgress(
            self._progress.xp if xp == before["xp"] else min(_MAX_XP, int(xp)) if xp.isdecimal() else 0,
            self._progress.traits if traits == before["traits"] else split_traits,
            self._progress.notes if notes == before["notes"] else notes.strip(),
        )

    @on(Input.Changed)
    def _show_preview(self) -> None:
        self.query_one(RowLabel).show(self._preview(self.progress))

    @on(Input.Submitted)
    def action_save(self) -> None:
        """Return the progress."""
        self.dismiss(self.progress)


_MAX_FIXES = 8


def is_fixable(finding: Diagnostic) -> bool:
    """Return whether the best fix of a finding can be applied."""
    return finding.fix is not None and bool(finding.fix.edits)


def applicable_fixes(finding: Diagnostic) -> list[Fix]:
    """Return the best fixes of a finding that can be applied."""
    return [fix for fix in islice(finding.fixes, _MAX_FIXES) if fix.edits]


def fix_rows(fixes: Sequence[Fix], language: str) -> list[Row]:
    """Return two rows for each fix: what it does, and its outcome."""
    rows: list[Row] = []
    for index, fix in enumerate(fixes):
        rows.append(row(str(index), sanitize_line(format_fix(fix, language), 300), wrap=True, hang=2))
        if fix.outcome is not None:
            parts = _outcome_parts(fix.outcome, language)
            rows.append(row(f"outcome:{index}", parts, selectable=False, wrap=True, hang=4))
    return rows


def _outcome_parts(outcome: FixOutcome, language: str) -> tuple[Part, ...]:
    """Return points, number of changed units and the verdict after a fix."""
    change = format_price(outcome.points_after - outcome.points_before, language)
    points = f"{change} → {format_number(language, outcome.points_after)}"
    is_same = outcome.points_after == outcome.points_before
    words = [translate(language, "tui.fixes.same") if is_same else points]
    words.append(translate(language, "tui.fixes.touched", n=len(outcome.changed)))
    if outcome.removed:
        words.append(translate(language, "tui.fixes.removed", n=len(outcome.removed)))
    mark, word = verdict_parts(outcome.verdict, language)
    errors_left = f" ({outcome.errors_left})" if outcome.verdict is Verdict.ILLEGAL and outcome.errors_left else ""
    return (Part("    " + " · ".join(words) + " · ", "dim"), Part(f"{mark.text} {word.text}{errors_left}", word.role))


class FixDialog(Dialog[Fix]):
    """The ranked fixes of a finding; pressing its key again applies the first."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f", "first", "key.fix-first", id="fix.first")]

    def __init__(self, finding: Diagnostic, fixes: Sequence[Fix]) -> None:
        super().__init__()
        self._finding = finding
        self._fixes = tuple(fixes)

    def compose(self) -> ComposeResult:
        """Lay out the finding and the fixes."""
        with Vertical(classes="dialog"):
            yield RowLabel(classes="sentence")
            yield RowList(choose_on_click=True, enter_label="key.fix-this")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the fixes."""
        language, finding = self.app.language, self._finding
        title = f"{finding.code}  {describe_title(finding.code, language)}"
        self.query_one(Vertical).border_title = Content(sanitize_line(title, 60))
        sentence = Part(f" {sanitize_line(describe_finding(finding, language), 600)}")
        parts = (SEVERITY_MARKS[finding.severity], sentence)
        self.query_one(RowLabel).show([row("sentence", parts, selectable=False, wrap=True, hang=2)])
        rows = self.query(RowList).last()
        rows.show(fix_rows(self._fixes, language))
        self.set_focus(rows)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Apply the first fix by key only for an error; the fix of a warning must be chosen."""
        del parameters
        return True if action != "first" or self._finding.severity is Severity.ERROR else None

    def action_first(self) -> None:
        """Return the first fix."""
        self.dismiss(self._fixes[0])

    @on(RowList.Selected)
    def _choose(self, event: RowList.Selected) -> None:
        """Return the fix that was chosen."""
        self.dismiss(self._fixes[int(event.key)])


def show_fixes(page: Page, session: EditorSession, finding: Diagnostic) -> bool:
    """Show the fixes of a finding, best first, and return whether there are any."""
    fixes = applicable_fixes(finding)
    if fixes:
        title = describe_title(finding.code, page.app.language)
        page.app.ask(FixDialog(finding, fixes), lambda fix: session.apply_fix(fix, title))
    return bool(fixes)
