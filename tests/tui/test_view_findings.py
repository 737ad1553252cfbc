"""What is wrong, what would mend it and what would come of an edit, as the builder says it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from listbuilder.diagnostics import Diagnostic, Fix, Outcome, Verdict, build_report
from listbuilder.i18n import translate
from listbuilder.model import ArmyList, EntryId
from listbuilder.rules.edits import Add, Remove, Rename
from listbuilder.rules.upgrade_actions import Refused
from listbuilder.tui.editor.dialogs import fix_rows, is_fixable, usable_fixes
from listbuilder.tui.editor.problems import foremost, problem_rows
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.status import changed_row, ghost_row
from listbuilder.tui.editor.unit_rows import lexicon_of
from listbuilder.tui.editor.upgrade_rows import find_place, toggle
from listbuilder.tui.screens.folder_rows import finding_rows
from listbuilder.tui.widgets.row import Part, Row
from tests.desk.rows import finding
from tests.tui.view_help import LIBRARY, opened, roles, shape, texts, with_other


def outcome(**given: Any) -> Outcome:
    plain = {"before": 100, "after": 90, "touched": ("a",), "removed": (), "verdict": Verdict.LEGAL, "errors": 0}
    return Outcome(**{**plain, **given})


def test_a_fix_says_what_comes_of_it() -> None:
    def said(**given: Any) -> str:
        (_, second) = fix_rows([Fix("fix.remove", {"subject": "x"}, outcome=outcome(**given))], "en")
        return second.text.strip()

    done, comes = fix_rows([Fix("fix.remove", {"subject": "x"}, outcome=outcome())], "en")
    assert [(one.key, one.pickable, one.wrap, one.hang) for one in (done, comes)] == [
        *(("0", True, True, 2), ("outcome:0", False, True, 4))
    ]
    assert said().startswith("-10 → 90 · ")
    assert said().endswith("· ✔ legal")
    assert "→" not in said(after=100)
    assert said(verdict=Verdict.ILLEGAL, errors=2).endswith("✗ illegal (2)")
    assert said(verdict=Verdict.UNCHECKED, errors=2).endswith("~ unchecked")
    assert len(said(removed=("a", "b")).split(" · ")) == len(said().split(" · ")) + 1
    assert [one.key for one in fix_rows([Fix("fix.remove", {"subject": "x"})] * 2, "en")] == ["0", "1"]


def test_problems_are_listed_with_their_fix_and_the_foremost_is_the_worst_of_the_unit() -> None:
    session = opened()
    assert texts(problem_rows(session, "en"))[0]
    key = session.roster.entries[0].id
    mend = Fix("fix.remove", {"subject": "x"}, edits=(object(),))  # type: ignore[arg-type]  # any edit
    plain, own, fixable = (
        Diagnostic("UPG004", None, {"target": "x"}),
        Diagnostic("UPG004", key, {"target": "y"}),
        Diagnostic("UPG004", key, {"target": "z"}, (mend,)),
    )
    view = with_other(session, report=build_report([plain, own, fixable]))
    assert foremost(view, key) == fixable
    assert foremost(view, None) == plain
    rows = {one.text.count("[f]"): one for one in problem_rows(view, "en")}
    assert set(rows) == {0, 1}
    assert rows[1].left[2].text == f"{session.roster.entries[0].title}  "
    assert foremost(SimpleNamespace(report=build_report([])), None) is None  # type: ignore[arg-type]


def test_what_would_be_is_told_for_what_comes_goes_and_changes() -> None:
    session = opened()
    first = session.roster.entries[0]
    lexicon = lexicon_of(session, "en")

    def told(edit: Any) -> tuple[Row, Row | None]:
        ghost = session.preview(edit)
        assert ghost is not None
        return ghost_row(ghost, "en"), changed_row(ghost, lexicon)

    added, comes = told(Add(first.unit.ref))
    cost = first.unit.cost
    assert added.left[0].text == f"Then: +{cost} → {2000 + cost:,} / 2,000"
    assert added.left[1].role == "bad"
    assert comes is not None
    assert {(part.text[:2], part.role) for part in comes.left} == {("+ ", "good")}
    gone, goes = told(Remove(first.id))
    assert gone.left[0].text.startswith(f"Then: -{first.cost} → ")
    assert goes is not None
    assert {(part.text[:2], part.role) for part in goes.left} == {("- ", "dim")}
    renamed, nothing = told(Rename(first.id, "Lads"))
    assert renamed.left[0].text == "Then: ±0 → 2,000 / 2,000"
    assert "✔ legal" in renamed.left[1].text
    assert nothing is None
    unsized = EditorSession(LIBRARY, replace(session.army, points=None))
    ghost = unsized.preview(Remove(first.id))
    assert ghost is not None
    assert ghost_row(ghost, "en").left[0].text.endswith(f"→ {2000 - first.cost:,}")


def test_findings_are_shown_with_their_fix() -> None:
    first, second = finding_rows([finding("ORG001", fix="Take it."), finding("PTS001", "note")], "en")
    assert first.text.startswith("! ORG001 About ORG001.  Fix: Take it.")
    assert second.text == "· PTS001 About PTS001."
    assert finding_rows([], "en")[0].left[0].role == "good"


def test_a_fix_in_words_with_points_units_and_verdict() -> None:
    mend = Fix("fix.remove", {"unit": "[red]x"}, outcome=outcome(touched=("a", "b"), removed=("a",)))
    first, second = fix_rows([mend], "en")
    assert roles(first) == [("Take out: [red]x", "")]
    assert roles(second) == [("    -10 → 90 · 2 units touched · 1 unit removed · ", "dim"), ("✔ legal", "good")]
    same = Fix("fix.remove", {"unit": "x"}, outcome=outcome(after=100, verdict=Verdict.ILLEGAL, errors=1))
    assert texts(fix_rows([same], "de")) == [
        *("Herausnehmen: x", "    gleiche Punkte · 1 Einheit betroffen · ✗ regelwidrig (1)")
    ]
    none_left = Fix("fix.remove", {"unit": "x"}, outcome=outcome(verdict=Verdict.ILLEGAL))
    assert fix_rows([none_left], "en")[1].left[1] == Part("✗ illegal", "bad")
    endless = Fix("fix.remove", {"unit": "x" * 400})
    assert [len(one.text) for one in fix_rows([endless], "en")] == [300]
    assert fix_rows([], "en") == []


def test_of_many_fixes_the_first_eight_are_read_and_those_offered_that_the_program_can_do() -> None:
    def fix(name: str, *, edits: bool = True) -> Fix:
        return Fix(name, edits=(object(),) if edits else ())  # type: ignore[arg-type]  # any edit

    nine = Diagnostic("ORG001", fixes=[fix(str(number)) for number in range(9)])
    assert [one.name for one in usable_fixes(nine)] == list("01234567")
    mixed = Diagnostic("ORG001", fixes=[fix("a", edits=False), fix("b")])
    assert [one.name for one in usable_fixes(mixed)] == ["b"]
    assert usable_fixes(Diagnostic("ORG001")) == []
    assert [is_fixable(one) for one in (nine, mixed, Diagnostic("ORG001"))] == [True, False, False]


def viewed(session: EditorSession, *found: Diagnostic, army: ArmyList | None = None) -> Any:
    """Make a session of which this was found."""
    return with_other(session, report=build_report([*found]), army=army or session.army)


def test_a_problem_names_unit_code_sentence_and_fix() -> None:
    session = opened()
    session.apply(Rename(EntryId("spears"), "[red]Lads"))
    mend = Fix("fix.remove", {"unit": "x" * 400}, edits=(object(),))  # type: ignore[arg-type]  # any edit
    heroes = {"n": 2, "most": 1, "how": "[b]"}
    own = Diagnostic("ORG001", "spears", heroes, (mend,))
    lone = Diagnostic("ORG001", None, {**heroes, "how": "h" * 700}, (Fix("fix.remove", {"unit": "you"}),))
    first, second = problem_rows(viewed(session, own, lone), "en")
    assert roles(first)[:5] == [
        *(("!", "bad"), (" ", ""), ("[red]Lads  ", "bold"), ("ORG001 too-many-heroes  ", "dim")),
        ("2 heroes, 1 allowed: [b].", ""),
    ]
    assert (len(first.left[5].text), first.left[5].role) == (len("  Fix: ") + 300, "accent")
    assert first.left[6] == Part(" [f]", "bold")
    assert [(part.text[:9], len(part.text), part.role) for part in second.left[2:]] == [
        *(("", 0, "bold"), ("ORG001 to", 24, "dim"), ("2 heroes,", 600, ""), ("  Fix: Ta", 20, "accent"))
    ]
    assert [(one.key, *shape(one)) for one in (first, second)] == [("0", True, True, 4), ("1", True, True, 4)]
    bare = replace(session.army, entries=())
    assert problem_rows(viewed(session, lone, army=bare), "en")[0].left[0] == Part("·", "dim"), "only begun"
    german = problem_rows(viewed(session, own), "de")[0]
    assert german.left[5].text.startswith("  Abhilfe: Herausnehmen: x")


def test_a_list_without_problems_says_so() -> None:
    (none,) = problem_rows(opened(), "en")
    assert (roles(none), none.pickable) == ([("✔ No problems.", "good")], False)
    assert texts(problem_rows(opened(), "de")) == [translate("de", "tui.problems.none")]


def test_the_foremost_problem_is_the_worst_then_the_units_own_then_one_that_can_be_mended() -> None:
    mend = Fix("fix.remove", {"unit": "x"}, edits=(object(),))  # type: ignore[arg-type]  # any edit
    told = Fix("fix.remove", {"unit": "x"})
    worst = Diagnostic("ORG001", "other", {"n": 2, "most": 1, "how": ""})
    own = Diagnostic("ORG005", "spears", {}, (told,))
    mended = Diagnostic("ORG005", "other", {}, (mend,))
    session = opened()

    def first(entry: str | None, *found: Diagnostic) -> Diagnostic | None:
        return foremost(viewed(session, *found), entry)

    assert first("spears", own, mended, worst) is worst
    assert first("spears", mended, own) is own
    assert first("elsewhere", own, mended) is mended, "a fix that is only told is none that can be done"


def ghost(*counts: str, broken: bool = False, **given: Any) -> Any:
    """Make what would be by hand: a list of 100 points that stays as it is."""
    told = [SimpleNamespace(broken=broken, to=lambda _, text=text: text) for text in counts]
    plain = {"before": 100, "after": 100, "limit": None, "verdict": Verdict.LEGAL, "arisen": (), "entries": ()}
    return SimpleNamespace(**{**plain, "told": told, **given})


def test_what_would_be_is_one_sentence_with_at_most_three_counts() -> None:
    counted = ghost_row(ghost("1 of 2 heroes", "", "3 of 4 units", "5 of 6 copies"), "en")
    assert roles(counted) == [("Then: ±0 → 100", ""), (" · ✔ legal", "good"), (" · 1 of 2 heroes · 3 of 4 units", "")]
    assert (counted.key, *shape(counted)) == ("ghost", False, True, 2)
    assert roles(ghost_row(ghost(*"abcd"), "en"))[2] == (" · a · b · c", "")
    assert roles(ghost_row(ghost("a", broken=True), "en"))[2] == ("", ""), "what is broken is said as a fault"
    dear = ghost_row(ghost(after=1101, limit=2000, verdict=Verdict.UNCHECKED), "de")
    assert dear.text == "Dann: +1.001 → 1.101 / 2.000 · ~ ungeprüft"


def test_what_would_then_be_wrong_stands_in_the_place_of_the_verdict() -> None:
    wrong = Diagnostic("ORG001", None, {"n": 2, "most": 1, "how": "[red]" + "x" * 500})
    worse = Diagnostic("ORG005", None, {"n": 2, "factions": ()})
    said = ghost_row(ghost(verdict=Verdict.ILLEGAL, arisen=(wrong, worse)), "en").left[1]
    assert said.text.startswith(" · ! 2 heroes, 1 allowed: [red]xxx")
    assert (len(said.text), said.role) == (len(" · ! ") + 400, "bad")
    assert ghost_row(ghost(verdict=Verdict.ILLEGAL, arisen=(worse,)), "en").left[1].role == "warn"


def test_what_an_upgrade_would_change_is_named_line_by_line() -> None:
    session = opened()
    worked = session.roster.entries[0]
    place = find_place(worked, "pick:replace-all-hand-weapons:halberd")
    assert place is not None
    deed = toggle(session.roster, worked, place)
    assert not isinstance(deed, Refused)
    seen = session.preview(deed)
    assert seen is not None
    changes = changed_row(seen, lexicon_of(session, "en"))
    assert changes is not None
    assert roles(changes) == [("- 20× Spear (A1, Counter)  ", "dim"), ("+ 20× Halberd (A1, Rending)  ", "good")]
    assert (changes.key, *shape(changes)) == ("changed", False, True, 2)


def test_findings_of_a_file_are_cut_where_they_never_end() -> None:
    told = finding("ORG001", "warning", message="[red]" + "m" * 700, fix="f" * 400)
    (shown,) = finding_rows([told], "de")
    assert [(part.text[:8], len(part.text), part.role) for part in shown.left] == [
        *(
            ("?", 1, "warn"),
            (" ORG001 ", 8, "dim"),
            ("[red]mmm", 600, ""),
            ("  Abhilf", len("  Abhilfe: ") + 300, "accent"),
        )
    ]
    assert (shown.key, *shape(shown)) == ("0", False, True, 2)
    assert [one.key for one in finding_rows([told, told], "en")] == ["0", "1"]
    (none,) = finding_rows([], "de")
    assert roles(none) == [(translate("de", "tui.problems.none"), "good")]
