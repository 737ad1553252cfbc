"""Rows for problems, fixes and previews of edits."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from listbuilder.diagnostics import Diagnostic, Fix, FixOutcome, Verdict, build_report
from listbuilder.i18n import translate
from listbuilder.model import ArmyList, EntryId
from listbuilder.rules.edits import AddEntry, RemoveEntry, RenameEntry
from listbuilder.rules.upgrade_actions import Refusal
from listbuilder.tui.editor.list_dialogs import applicable_fixes, fix_rows, is_fixable
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.status import loadout_change_row, most_urgent_finding, preview_row, problem_rows
from listbuilder.tui.editor.unit_rows import find_upgrade_row, session_glossary, toggle_upgrade
from listbuilder.tui.screens.folder_rows import finding_rows
from listbuilder.tui.widgets.row import Part, Row
from tests.desk.rows import finding
from tests.sentences import sentence
from tests.tui.view_helpers import LIBRARY, open_sample, roles, shape, texts, with_other

LEGAL, ILLEGAL, FIX = sentence("verdict.legal"), sentence("verdict.illegal"), sentence("sheet.word.fix")


def shorten_to(room: int, text: str) -> str:
    """Return a text that is too long, cut to this many letters."""
    assert len(text) > room
    return f"{text[: room - 1]}…"


def outcome(**fields: Any) -> FixOutcome:
    plain = {"points_before": 100, "points_after": 90, "changed": ("a",), "removed": ()}
    plain |= {"verdict": Verdict.LEGAL, "errors_left": 0}
    return FixOutcome(**{**plain, **fields})


def test_fix_shows_its_outcome() -> None:
    def outcome_text(**fields: Any) -> str:
        (_, second) = fix_rows([Fix("fix.remove", {"subject": "x"}, outcome=outcome(**fields))], "en")
        return second.text.strip()

    done, comes = fix_rows([Fix("fix.remove", {"subject": "x"}, outcome=outcome())], "en")
    assert [(row.key, row.selectable, row.wrap, row.hang) for row in (done, comes)] == [
        *(("0", True, True, 2), ("outcome:0", False, True, 4))
    ]
    assert outcome_text().startswith("-10 → 90 · ")
    assert outcome_text().endswith(f"· ✔ {LEGAL}")
    assert "→" not in outcome_text(points_after=100)
    assert outcome_text(verdict=Verdict.ILLEGAL, errors_left=2).endswith(f"✗ {ILLEGAL} (2)")
    assert outcome_text(verdict=Verdict.UNCHECKED, errors_left=2).endswith(f"~ {sentence('verdict.unchecked')}")
    assert len(outcome_text(removed=("a", "b")).split(" · ")) == len(outcome_text().split(" · ")) + 1
    assert [row.key for row in fix_rows([Fix("fix.remove", {"subject": "x"})] * 2, "en")] == ["0", "1"]


def test_problems_show_fixes_and_worst_comes_first() -> None:
    session = open_sample()
    assert texts(problem_rows(session, "en"))[0]
    key = session.roster.entries[0].id
    removal = Fix("fix.remove", {"subject": "x"}, edits=(object(),))  # type: ignore[arg-type]  # any edit
    plain, own, fixable = (
        Diagnostic("UPG004", None, {"target": "x"}),
        Diagnostic("UPG004", key, {"target": "y"}),
        Diagnostic("UPG004", key, {"target": "z"}, (removal,)),
    )
    view = with_other(session, report=build_report([plain, own, fixable]))
    assert most_urgent_finding(view, key) == fixable
    assert most_urgent_finding(view, None) == plain
    rows = {row.text.count("[f]"): row for row in problem_rows(view, "en")}
    assert set(rows) == {0, 1}
    assert rows[1].left[2].text == f"{session.roster.entries[0].title}  "
    assert most_urgent_finding(SimpleNamespace(report=build_report([])), None) is None  # type: ignore[arg-type]


def test_preview_shows_added_removed_and_changed() -> None:
    session = open_sample()
    first = session.roster.entries[0]
    lexicon = session_glossary(session, "en")

    def preview_rows(edit: Any) -> tuple[Row, Row | None]:
        preview = session.preview(edit)
        assert preview is not None
        return preview_row(preview, "en"), loadout_change_row(preview, lexicon)

    added, comes = preview_rows(AddEntry(first.unit.ref))
    cost = first.unit.cost
    assert added.left[0].text == sentence("tui.would", why=f"+{cost} → {2000 + cost:,} / 2,000")
    assert added.left[1].role == "bad"
    assert comes is not None
    assert {(part.text[:2], part.role) for part in comes.left} == {("+ ", "good")}
    gone, goes = preview_rows(RemoveEntry(first.id))
    assert gone.left[0].text == sentence("tui.would", why=f"-{first.cost} → {2000 - first.cost:,} / 2,000")
    assert goes is not None
    assert {(part.text[:2], part.role) for part in goes.left} == {("- ", "dim")}
    renamed, nothing = preview_rows(RenameEntry(first.id, "Lads"))
    assert renamed.left[0].text == sentence("tui.would", why="±0 → 2,000 / 2,000")
    assert f"✔ {LEGAL}" in renamed.left[1].text
    assert nothing is None
    unsized = EditorSession(LIBRARY, replace(session.army, points=None))
    preview = unsized.preview(RemoveEntry(first.id))
    assert preview is not None
    assert preview_row(preview, "en").left[0].text == sentence(
        "tui.would", why=f"-{first.cost} → {2000 - first.cost:,}"
    )


def test_findings_are_shown_with_their_fix() -> None:
    first, second = finding_rows([finding("ORG001", fix="Take it."), finding("PTS001", "note")], "en")
    assert first.text.startswith(f"! ORG001 About ORG001.  {FIX}: Take it.")
    assert second.text == "· PTS001 About PTS001."
    assert finding_rows([], "en")[0].left[0].role == "good"


def test_fix_row_shows_points_units_and_verdict() -> None:
    removal = Fix("fix.remove", {"unit": "[red]x"}, outcome=outcome(changed=("a", "b"), removed=("a",)))
    first, second = fix_rows([removal], "en")
    assert roles(first) == [(sentence("fix.remove", unit="[red]x"), "")]
    touched, removed = sentence("tui.fixes.touched", n=2), sentence("tui.fixes.removed", n=1)
    assert roles(second) == [(f"    -10 → 90 · {touched} · {removed} · ", "dim"), (f"✔ {LEGAL}", "good")]
    same = Fix("fix.remove", {"unit": "x"}, outcome=outcome(points_after=100, verdict=Verdict.ILLEGAL, errors_left=1))
    points, touched = sentence("tui.fixes.same", "de"), sentence("tui.fixes.touched", "de", n=1)
    assert texts(fix_rows([same], "de")) == [
        sentence("fix.remove", "de", unit="x"),
        f"    {points} · {touched} · ✗ {sentence('verdict.illegal', 'de')} (1)",
    ]
    none_left = Fix("fix.remove", {"unit": "x"}, outcome=outcome(verdict=Verdict.ILLEGAL))
    assert fix_rows([none_left], "en")[1].left[1] == Part(f"✗ {ILLEGAL}", "bad")
    endless = Fix("fix.remove", {"unit": "x" * 400})
    assert [len(row.text) for row in fix_rows([endless], "en")] == [300]
    assert fix_rows([], "en") == []


def test_only_applicable_fixes_are_offered() -> None:
    def fix(name: str, *, edits: bool = True) -> Fix:
        return Fix(name, edits=(object(),) if edits else ())  # type: ignore[arg-type]  # any edit

    nine = Diagnostic("ORG001", fixes=[fix(str(number)) for number in range(9)])
    assert [offered.name for offered in applicable_fixes(nine)] == list("01234567")
    mixed = Diagnostic("ORG001", fixes=[fix("a", edits=False), fix("b")])
    assert [offered.name for offered in applicable_fixes(mixed)] == ["b"]
    assert applicable_fixes(Diagnostic("ORG001")) == []
    assert [is_fixable(diagnostic) for diagnostic in (nine, mixed, Diagnostic("ORG001"))] == [True, False, False]


def view_with_findings(session: EditorSession, *findings: Diagnostic, army: ArmyList | None = None) -> Any:
    """Return a view of the session with these findings."""
    return with_other(session, report=build_report([*findings]), army=army or session.army)


def test_problem_row_shows_unit_code_and_fix() -> None:
    session = open_sample()
    session.apply(RenameEntry(EntryId("spears"), "[red]Lads"))
    removal = Fix("fix.remove", {"unit": "x" * 400}, edits=(object(),))  # type: ignore[arg-type]  # any edit
    heroes = {"n": 2, "most": 1, "how": "[b]"}
    own = Diagnostic("ORG001", "spears", heroes, (removal,))
    lone = Diagnostic("ORG001", None, {**heroes, "how": "h" * 700}, (Fix("fix.remove", {"unit": "you"}),))
    first, second = problem_rows(view_with_findings(session, own, lone), "en")
    assert roles(first)[:5] == [
        *(("!", "bad"), (" ", ""), ("[red]Lads  ", "bold"), ("ORG001 too-many-heroes  ", "dim")),
        (sentence("ORG001", n=2, most=1, how="[b]"), ""),
    ]
    assert (len(first.left[5].text), first.left[5].role) == (len(f"  {FIX}: ") + 300, "accent")
    assert first.left[6] == Part(" [f]", "bold")
    lone_fix = f"  {FIX}: {sentence('fix.remove', unit='you')}"
    assert roles(second)[2:4] == [("", "bold"), ("ORG001 too-many-heroes  ", "dim")]
    assert roles(second)[4] == (f"{sentence('ORG001', n=2, most=1, how='h' * 700)[:599]}…", "")
    assert roles(second)[5:] == [(lone_fix, "accent")]
    assert [(row.key, *shape(row)) for row in (first, second)] == [("0", True, True, 4), ("1", True, True, 4)]
    bare = replace(session.army, entries=())
    assert problem_rows(view_with_findings(session, lone, army=bare), "en")[0].left[0] == Part("·", "dim"), "only begun"
    german = problem_rows(view_with_findings(session, own), "de")[0]
    removing = sentence("fix.remove", "de", unit="x" * 400)
    assert german.left[5].text == f"  {sentence('sheet.word.fix', 'de')}: {shorten_to(300, removing)}"


def test_list_without_problems_says_so() -> None:
    (none,) = problem_rows(open_sample(), "en")
    assert (roles(none), none.selectable) == ([(sentence("tui.problems.none"), "good")], False)
    assert texts(problem_rows(open_sample(), "de")) == [translate("de", "tui.problems.none")]


def test_foremost_problem_is_worst_own_then_fixable() -> None:
    removal = Fix("fix.remove", {"unit": "x"}, edits=(object(),))  # type: ignore[arg-type]  # any edit
    advice = Fix("fix.remove", {"unit": "x"})
    worst = Diagnostic("ORG001", "other", {"n": 2, "most": 1, "how": ""})
    own = Diagnostic("ORG005", "spears", {}, (advice,))
    fixable = Diagnostic("ORG005", "other", {}, (removal,))
    session = open_sample()

    def first(entry: str | None, *findings: Diagnostic) -> Diagnostic | None:
        return most_urgent_finding(view_with_findings(session, *findings), entry)

    assert first("spears", own, fixable, worst) is worst
    assert first("spears", fixable, own) is own
    assert first("elsewhere", own, fixable) is fixable, "a fix that is only told is none that can be done"


def preview(*counts: str, broken: bool = False, **fields: Any) -> Any:
    """Return a fake preview of an unchanged 100-point list."""
    changes = [SimpleNamespace(breaks_limit=broken, to=lambda _, text=text: text) for text in counts]
    plain: dict[str, object] = {"points_before": 100, "points_after": 100, "points_limit": None}
    plain |= {"verdict": Verdict.LEGAL}
    plain |= {"new_findings": (), "entry_changes": ()}
    return SimpleNamespace(**{**plain, "notable_changes": changes, **fields})


def test_preview_has_at_most_three_counts() -> None:
    counted = preview_row(preview("1 of 2 heroes", "", "3 of 4 units", "5 of 6 copies"), "en")
    assert roles(counted) == [
        (sentence("tui.would", why="±0 → 100"), ""),
        (f" · ✔ {LEGAL}", "good"),
        (" · 1 of 2 heroes · 3 of 4 units", ""),
    ]
    assert (counted.key, *shape(counted)) == ("preview", False, True, 2)
    assert roles(preview_row(preview(*"abcd"), "en"))[2] == (" · a · b · c", "")
    assert roles(preview_row(preview("a", broken=True), "en"))[2] == ("", ""), "what is broken is said as a fault"
    dear = preview_row(preview(points_after=1101, points_limit=2000, verdict=Verdict.UNCHECKED), "de")
    would = sentence("tui.would", "de", why="+1.001 → 1.101 / 2.000")
    assert dear.text == f"{would} · ~ {sentence('verdict.unchecked', 'de')}"


def test_preview_shows_new_error_instead_of_verdict() -> None:
    wrong = Diagnostic("ORG001", None, {"n": 2, "most": 1, "how": "[red]" + "x" * 500})
    worse = Diagnostic("ORG005", None, {"n": 2, "factions": ()})
    error_part = preview_row(preview(verdict=Verdict.ILLEGAL, new_findings=(wrong, worse)), "en").left[1]
    heroes = sentence("ORG001", n=2, most=1, how="[red]" + "x" * 500)
    assert (error_part.text, error_part.role) == (f" · ! {shorten_to(400, heroes)}", "bad")
    assert preview_row(preview(verdict=Verdict.ILLEGAL, new_findings=(worse,)), "en").left[1].role == "warn"


def test_upgrade_preview_names_every_change() -> None:
    session = open_sample()
    entry = session.roster.entries[0]
    upgrade_row = find_upgrade_row(entry, "pick:replace-all-hand-weapons:halberd")
    assert upgrade_row is not None
    deed = toggle_upgrade(session.roster, entry, upgrade_row)
    assert not isinstance(deed, Refusal)
    preview = session.preview(deed)
    assert preview is not None
    changes = loadout_change_row(preview, session_glossary(session, "en"))
    assert changes is not None
    assert roles(changes) == [("- 20× Spear (A1, Counter)  ", "dim"), ("+ 20× Halberd (A1, Rending)  ", "good")]
    assert (changes.key, *shape(changes)) == ("changed", False, True, 2)


def test_long_findings_are_cut() -> None:
    long_finding = finding("ORG001", "warning", message="[red]" + "m" * 700, fix="f" * 400)
    (shown,) = finding_rows([long_finding], "de")
    fix = sentence("sheet.word.fix", "de")
    assert [(part.text[:8], len(part.text), part.role) for part in shown.left] == [
        *(
            ("?", 1, "warn"),
            (" ORG001 ", 8, "dim"),
            ("[red]mmm", 600, ""),
            (f"  {fix}"[:8], len(f"  {fix}: ") + 300, "accent"),
        )
    ]
    assert (shown.key, *shape(shown)) == ("0", False, True, 2)
    assert [row.key for row in finding_rows([long_finding, long_finding], "en")] == ["0", "1"]
    (none,) = finding_rows([], "de")
    assert roles(none) == [(translate("de", "tui.problems.none"), "good")]
