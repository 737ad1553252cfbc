"""The keys of the editor, in the order of its line of keys, and what they are called at the moment."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from listbuilder.i18n import translate
from listbuilder.tui.bench import Bench
from listbuilder.tui.view.fixes import is_fixable
from listbuilder.tui.view.words import step_name

_LONGEST_STEP = 26
"""How much of an undone step's name fits into the line of keys."""
KEYS: list[BindingType] = [
    Binding("full_stop", "second_half", "key.second-half", id="editor.second-half", key_display="."),
    Binding("a", "add", "key.add", id="editor.add"),
    Binding("x,delete", "remove", "key.remove", id="editor.remove"),
    Binding("u", "undo", "key.undo", id="editor.undo"),
    Binding("f", "fix", "key.fix", id="editor.fix"),
    Binding("c", "deed('combine')", "key.combine", id="editor.combine"),
    Binding("j", "deed('join')", "key.join", id="editor.join"),
    Binding("slash", "search", "key.search", id="editor.search"),
    Binding("p", "visit('export')", "key.print", id="editor.print"),
    Binding("ctrl+r", "redo", "key.redo", id="editor.redo"),
    Binding("tab", "pane(1)", "key.pane", id="editor.pane", key_display="Tab"),
    Binding("d", "deed('duplicate')", "key.duplicate", id="editor.duplicate"),
    Binding("r", "deed('rename')", "key.rename", id="editor.rename"),
    Binding("e", "visit('details')", "key.details", id="editor.details"),
    Binding("exclamation_mark", "problems", "key.problems", id="editor.problems"),
    Binding("escape", "back", "key.back", id="editor.back", key_display="Esc"),
    Binding("n", "deed('note')", "key.note", show=False, id="editor.note"),
    Binding("E", "deed('campaign')", "key.campaign", show=False, id="editor.campaign"),
    Binding("t", "look('texts')", "key.texts", show=False, id="editor.texts"),
    Binding("plus,equals_sign", "more(1)", "key.more", show=False, id="editor.more"),
    Binding("minus", "more(-1)", "key.less", show=False, id="editor.less"),
    Binding("shift+up,left_square_bracket", "deed('up')", "key.move-up", show=False, id="editor.move-up"),
    Binding("shift+down,right_square_bracket", "deed('down')", "key.move-down", show=False, id="editor.move-down"),
    Binding("shift+tab", "pane(-1)", "key.pane-back", show=False, id="editor.pane-back"),
    Binding("right", "pane(1)", "key.pane", show=False, id="editor.right"),
    Binding("left", "pane(-1)", "key.pane-back", show=False, id="editor.left"),
    Binding("1", "turn_to('units')", "key.pane-units", show=False, id="editor.pane-1"),
    Binding("2", "turn_to('army')", "key.pane-army", show=False, id="editor.pane-2"),
    Binding("3", "turn_to('detail')", "key.pane-unit", show=False, id="editor.pane-3"),
    Binding("m", "look('mark')", "key.mark", show=False, id="editor.mark"),
    Binding("z", "look('fold')", "key.fold", show=False, id="editor.fold"),
    Binding("Z", "look('fold_all')", "key.fold-all", show=False, id="editor.fold-all"),
    Binding("y", "look('order')", "key.order", show=False, id="editor.order"),
    Binding("h", "visit('timeline')", "key.timeline", id="editor.timeline"),
    Binding("i", "visit('summary')", "key.summary", id="editor.summary"),
    Binding("w", "visit('odds')", "key.odds", show=False, id="editor.odds"),
    Binding("g", "visit('play')", "key.play", id="editor.play"),
    Binding("b", "visit('rules')", "key.rules", show=False, id="editor.rules"),
    Binding("v", "visit('compare')", "key.compare", show=False, id="editor.compare"),
    Binding("o", "visit('other_faction')", "key.other-faction", show=False, id="editor.other-faction"),
    Binding("ctrl+s", "save", "key.save", show=False, id="editor.save"),
    Binding("S", "save(True)", "key.save-as", show=False, id="editor.save-as"),
    Binding("question_mark,f1", "app.help", "key.help", id="editor.help", key_display="?"),
]


def name_key(bench: Bench, pane: str, binding: str | None, language: str) -> str | None:
    """Name a key whose meaning depends on the list and the pane in front; None for all others."""
    worked, step = bench.worked, bench.workspace.history.undoable
    if binding == "editor.undo" and step is not None:
        return f"{translate(language, 'key.undo')} “{step_name(step, language, _LONGEST_STEP)}”"
    if binding == "editor.remove" and pane == "units":
        return translate(language, "key.take-out")
    if binding == "editor.combine" and worked is not None and worked.entry.combined is not None:
        return translate(language, "key.split")
    if binding == "editor.join" and worked is not None and worked.entry.joins is not None:
        return translate(language, "key.part")
    return None


def is_able(bench: Bench, pane: str, action: str) -> bool:
    """Tell whether a key does anything now."""
    history = bench.workspace.history
    if action == "undo":
        return history.undoable is not None
    if action == "redo":
        return history.redoable is not None
    if action == "remove":
        return pane == "units" or bench.entry is not None
    if action == "fix":
        report = bench.workspace.report
        return any(map(is_fixable, report)) if bench.workspace.mended else bool(report.diagnostics)
    return True
