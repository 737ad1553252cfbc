"""Preview of an edit before it is made."""

from __future__ import annotations

import pytest

from listbuilder.diagnostics import Diagnostic, Report, Verdict, build_report
from listbuilder.diff.loadouts import DiffStatus, compare_loadouts
from listbuilder.library import Library
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, Half, Roster, SystemId, Upgrade
from listbuilder.rules.edits import AddEntry, CombineEntry, RemoveEntry
from listbuilder.rules.limits import most_critical
from listbuilder.rules.roster_builder import build_roster
from listbuilder.rules.upgrade_actions import build_add_edit, build_remove_edit
from listbuilder.validation.check_registry import CheckContext
from listbuilder.validation.engine import validate
from listbuilder.validation.preview import EditPreview, EditPreviewer, format_limit_status
from tests.sentences import sentence
from tests.unit.making import faction, option, section, unit

SYSTEM = Library.open(user=False).system("aof-3.2")
ARMS = section("replace", option("Axe (A2)"), option("Bow (A1)"), affects="all", on=["Blade"])
EDGE = section("upgrade", option("Rending", 15), affects="all", on=["Axe"])
RELICS = section("upgrade", option("Ring", 10), option("Horse (Tough(3), Hooves (A1))", 500), select="up_to 2")
SUBJECT = unit(ARMS, EDGE, RELICS, size=3, arms=["3x Blade (A1)"], rules=["Tough(3)", "Hero"])
BOOK = faction(SUBJECT)


def entry(name: str, *picks: str, combined: bool = False) -> Entry:
    second = Half() if combined else None
    return Entry(id=EntryId(name), unit=SUBJECT.ref, upgrades=tuple(map(Upgrade, picks)), combined=second)


def make_roster(*entries: Entry, points: int | None = 1000, force_org: bool = False) -> Roster:
    books = {FactionId("test"): BookPin("1")}
    army = ArmyList(
        name="", system=SystemId("aof-3.2"), points=points, force_org=force_org, books=books, entries=entries
    )
    return build_roster(army, SYSTEM, {BOOK.id: BOOK})


def ahead(roster: Roster) -> EditPreviewer:
    return EditPreviewer(roster, validate(roster))


def preview_edit(roster: Roster, edit) -> EditPreview:
    ghost = ahead(roster).preview(edit)
    assert ghost is not None
    return ghost


def take(roster: Roster, name: str) -> EditPreview:
    [(group, choice)] = SUBJECT.find_options(name)
    return preview_edit(roster, build_add_edit(roster.entries[0], group, choice))


def lines(ghost: EditPreview) -> list[str]:
    [change] = ghost.entry_changes
    shown = [(line.status, line.latest) for line in change.lines]
    return [f"{mark.value} {stack.count} {stack.equipment.name}" for mark, stack in shown]


def test_preview_of_adding_shows_points() -> None:
    ghost = preview_edit(make_roster(entry("a")), AddEntry(SUBJECT.ref))
    assert (ghost.points_before, ghost.points_after, ghost.points_limit) == (100, 200, 1000)
    [change] = ghost.entry_changes
    assert change.before is None
    assert {line.status for line in change.lines} == {DiffStatus.ADDED}


def counts(measure: str, number: int, most: int, language: str = "en") -> str:
    return sentence("preview.of", language, n=number, most=sentence(f"counted.{measure}", language, n=most))


def test_preview_shows_counts_after_the_edit() -> None:
    roster = make_roster(entry("a"), points=1500, force_org=True)
    changes = preview_edit(roster, AddEntry(SUBJECT.ref)).notable_changes
    for language in ("en", "de"):
        expected = [
            counts("heroes", 2, 3, language),
            counts("copies", 2, 3, language),
            counts("units", 2, 10, language),
        ]
        assert [shift.to(language) for shift in changes] == expected


def test_preview_warns_about_the_last_copy() -> None:
    roster = make_roster(entry("a"), entry("b"), points=1500, force_org=True)
    changes = preview_edit(roster, AddEntry(SUBJECT.ref)).notable_changes
    assert [shift.to("en") for shift in changes] == [
        counts("heroes", 3, 3),
        sentence("preview.last-copy"),
        counts("units", 3, 10),
    ]
    assert [shift.uses_last for shift in changes] == [True, True, False]
    three = make_roster(entry("a"), entry("b"), entry("c"), points=1500, force_org=True)
    ghost = preview_edit(three, AddEntry(SUBJECT.ref))
    assert [shift.to("en") for shift in ghost.notable_changes if shift.breaks_limit] == [
        counts("heroes", 4, 3),
        counts("copies", 4, 3),
    ]
    assert [finding.code for finding in ghost.new_findings] == ["ORG001", "ORG002"]
    assert ghost.verdict is Verdict.ILLEGAL


def test_preview_shows_an_exceeded_share() -> None:
    roster = make_roster(entry("a"), points=1500, force_org=True)
    assert "share" not in [shift.after.limit.id for shift in take(roster, "ring").notable_changes]
    [share] = [shift for shift in take(roster, "horse").notable_changes if shift.after.limit.id == "share"]
    assert share.to("en") == sentence("preview.percent", n=40, most=35)
    assert share.breaks_limit


def test_preview_of_option_shows_new_loadout() -> None:
    assert lines(take(make_roster(entry("a")), "axe")) == [
        "same 1 Tough",
        "same 1 Hero",
        "removed 3 Blade",
        "added 3 Axe",
    ]
    assert lines(take(make_roster(entry("a", "axe")), "rending")) == ["same 1 Tough", "same 1 Hero", "changed 3 Axe"]
    mounted = lines(take(make_roster(entry("a")), "horse"))
    assert mounted == ["changed 1 Tough", "same 1 Hero", "same 3 Blade", "added 1 Hooves", "added 1 Horse"]


def test_different_ratings_and_counts_are_changes() -> None:
    single = unit(RELICS, size=1, arms=["Blade (A1)"], rules=["Tough(3)"])
    book = faction(single)
    bare, ridden = (
        build_roster(
            ArmyList(name="", system=SYSTEM.id, entries=(Entry(id=EntryId("a"), unit=single.ref, upgrades=picks),)),
            SYSTEM,
            {book.id: book},
        ).entries[0]
        for picks in ((), (Upgrade("horse"),))
    )
    [tough] = [line for line in compare_loadouts(bare, ridden) if line.latest.equipment.name == "Tough"]
    assert (tough.status, tough.before.equipment.label, tough.after.equipment.label) == (
        DiffStatus.CHANGED,
        "Tough(3)",
        "Tough(6)",
    )
    [gone] = [
        line for line in compare_loadouts(ridden, bare) if line.status is DiffStatus.REMOVED and line.after is None
    ][1:]
    assert gone.latest.equipment.name == "Horse"


def test_preview_of_combining_doubles_the_loadout() -> None:
    assert lines(preview_edit(make_roster(entry("a")), CombineEntry(EntryId("a")))) == [
        "same 1 Tough",
        "same 1 Hero",
        "changed 6 Blade",
    ]


def test_preview_of_removing_shows_losses() -> None:
    roster = make_roster(entry("a", "horse"), entry("b"), points=650)
    ghost = preview_edit(roster, RemoveEntry(EntryId("b")))
    assert ghost.verdict is Verdict.LEGAL
    assert ghost.new_findings == ()
    [change] = ghost.entry_changes
    assert (change.before.id, change.after) == ("b", None)
    assert {line.status for line in change.lines} == {DiffStatus.REMOVED}


def test_illegal_edits_are_previewed_not_refused() -> None:
    ghost = take(make_roster(entry("a"), points=110), "axe")
    assert ghost.verdict is Verdict.LEGAL
    ghost = take(make_roster(entry("a"), points=100), "axe")
    assert [finding.code for finding in ghost.new_findings] == ["PTS001"]
    ghost = take(make_roster(entry("a")), "rending")
    assert [finding.code for finding in ghost.new_findings] == ["UPG004"]


def test_removing_a_needed_upgrade_is_previewed() -> None:
    roster = make_roster(entry("a", "axe", "rending"))
    [(group, axe)] = SUBJECT.find_options("axe")
    ghost = preview_edit(roster, build_remove_edit(roster.entries[0], group, axe))
    assert [finding.code for finding in ghost.new_findings] == ["UPG004"]


def test_existing_findings_stay_in_the_preview() -> None:
    roster = make_roster(entry("a"))
    lost = Diagnostic("IMP001", None, {"text": "?"})
    ghost = EditPreviewer(roster, build_report([lost, *validate(roster)])).preview(AddEntry(SUBJECT.ref))
    assert ghost is not None
    assert "IMP001" in [finding.code for finding in ghost.report]
    assert ghost.new_findings == ()


def test_meaningless_edits_have_no_preview() -> None:
    assert ahead(make_roster(entry("a"))).preview(RemoveEntry(EntryId("gone"))) is None


def test_new_warnings_follow_new_errors() -> None:
    roster = make_roster(entry("a"), points=None)
    ghost = EditPreviewer(roster, Report()).preview(AddEntry(SUBJECT.ref))
    assert ghost is not None
    assert [finding.code for finding in ghost.new_findings] == [
        finding.code for finding in ghost.report if finding.severity.value in ("error", "unchecked", "warning")
    ]


def test_existing_warnings_are_not_new() -> None:
    warned = make_roster(entry("a", "rending"), Entry(id=EntryId("b"), unit=SUBJECT.ref, name="x", combined=Half()))
    before = [Diagnostic("FRM001", EntryId("a"), {"unit": "x", "n": 2}), *validate(warned)]
    now, same = CheckContext(warned), build_report(before)
    assert EditPreview(now, now, same, same).new_findings == ()
    assert [new_finding.code for new_finding in EditPreview(now, now, build_report(before[1:]), same).new_findings] == [
        "FRM001"
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_one_decisive_count_per_limit(language: str) -> None:
    roster = make_roster(entry("a"), points=1500, force_org=True)
    shown = [format_limit_status(standing, language) for standing in most_critical(CheckContext(roster).limit_statuses)]
    assert shown[0] == counts("heroes", 1, 3, language)
    assert len(shown) == 4
    assert sentence("preview.percent", language, n=7, most=35) in shown[2]


def test_fullest_count_is_decisive() -> None:
    roster = make_roster(entry("a", "ring"), entry("b", "horse"), points=1500, force_org=True)
    [share] = [status for status in most_critical(CheckContext(roster).limit_statuses) if status.limit.id == "share"]
    assert share.tally.about.id == "b"
    assert share.excess == 600 - 525
