"""Upgrades: whether every pick is on offer, within its section's numbers, and finds its target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from listbuilder.diagnostics import Diagnostic, Fix
from listbuilder.model import Loadout, OptionId, Pick, RosterEntry, Section, SectionId, Taken, Trouble
from listbuilder.rules.capacity import section_capacity
from listbuilder.rules.edits import PutBack, SetPicks, Take
from listbuilder.rules.labels import Heading
from listbuilder.rules.picking import option_name
from listbuilder.validation.inspection import Inspection, closest, repair, titled
from listbuilder.validation.registry import check


def _copies(inspection: Inspection) -> Iterator[tuple[RosterEntry, int, Loadout]]:
    for worked in inspection.roster.entries:
        for half, loadout in enumerate(worked.halves):
            yield worked, half, loadout


@check("UPG001", "UPG004", "UPG006", "UPG007", "UPG008")
def picks_that_cannot_be_applied(inspection: Inspection) -> Iterator[Diagnostic]:
    """Every pick names one option of its unit, a sensible number of times, and its target is there."""
    for worked, half, loadout in _copies(inspection):
        for trouble in loadout.troubles:
            yield _TROUBLES[trouble.reason](inspection, worked, half, trouble)


def _unknown(inspection: Inspection, worked: RosterEntry, half: int, trouble: Trouble) -> Diagnostic:
    wanted = trouble.pick.option
    owners = [
        unit.name
        for unit in inspection.roster.factions[worked.unit.faction].units.values()
        if unit is not worked.unit and unit.find(wanted)
    ]
    off = PutBack(worked.id, wanted, (half,), every=True, subject=wanted)
    if owners:
        fix = repair("put-back-plain", off, option=wanted, unit=titled(worked))
        return inspection.found(
            "UPG008", worked.id, unit=titled(worked), half=half + 1, option=wanted, owners=tuple(owners[:3]), fix=fix
        )
    options = [option.id for section in worked.unit.sections for option in section.options]
    meant = closest(wanted.rpartition("/")[2], options)
    if meant is not None and len(worked.unit.find(meant)) == 1:
        take = Take(worked.id, meant, (half,), subject=meant)
        fix = repair("take-instead", off, take, option=wanted, meant=meant, unit=titled(worked))
    else:
        fix = repair("put-back-plain", off, option=wanted, unit=titled(worked))
    return inspection.found("UPG001", worked.id, unit=titled(worked), half=half + 1, option=wanted, fix=fix)


def _ambiguous(inspection: Inspection, worked: RosterEntry, half: int, trouble: Trouble) -> Diagnostic:
    wanted = trouble.pick.option
    ways = tuple(f"{section.id}/{option.id}" for section, option in worked.unit.find(wanted))
    picks = worked.entry.upgrades if half == 0 else worked.entry.combined.upgrades if worked.entry.combined else ()
    exact = tuple(Pick(ways[0], pick.count) if pick.option == wanted else pick for pick in picks)
    edit = SetPicks(worked.id, exact, half, subject=worked.title)
    fix = repair("say-which", edit, option=wanted, meant=ways[0])
    return inspection.found("UPG007", worked.id, unit=titled(worked), half=half + 1, option=wanted, ways=ways, fix=fix)


def _bad_count(inspection: Inspection, worked: RosterEntry, half: int, trouble: Trouble) -> Diagnostic:
    pick = trouble.pick
    name = option_name(trouble.option) if trouble.option is not None else pick.option
    off = PutBack(worked.id, pick.option, (half,), every=True, subject=name)
    fix = repair("put-back-plain", off, option=name, unit=titled(worked))
    return inspection.found("UPG006", worked.id, unit=titled(worked), half=half + 1, option=name, n=pick.count, fix=fix)


def _missing_target(inspection: Inspection, worked: RosterEntry, half: int, trouble: Trouble) -> Diagnostic:
    assert trouble.option is not None
    option = option_name(trouble.option)
    short = int(str(trouble.detail["short"]))
    off = [PutBack(worked.id, trouble.pick.option, (half,), subject=option)] * short
    taker = _taker(worked.halves[half], trouble)
    return inspection.found(
        "UPG004",
        worked.id,
        unit=titled(worked),
        half=half + 1,
        option=option,
        target=trouble.detail["target"],
        taker=option_name(taker.option) if taker is not None else "",
        fix=repair("put-back-plain", *off, option=option, unit=titled(worked)),
    )


def _taker(loadout: Loadout, trouble: Trouble) -> Taken | None:
    """Find the earlier pick that swapped the target away."""
    assert trouble.section is not None
    keys = {target.key for target in trouble.section.targets}
    for taken in loadout.taken:
        if taken.pick is trouble.pick:
            return None
        if any(target.key in keys for target in taken.section.targets):
            return taken
    return None


_TROUBLES = {
    "unknown": _unknown,
    "ambiguous": _ambiguous,
    "bad-count": _bad_count,
    "missing-target": _missing_target,
}


@check("UPG002", "UPG003", "UPG005")
def too_many_picks(inspection: Inspection) -> Iterator[Diagnostic]:
    """A section gives as many picks as its heading says, and each option as often as it allows."""
    for worked, half, loadout in _copies(inspection):
        if not loadout.taken:
            continue
        sections: dict[SectionId, tuple[Section, Counter[OptionId], list[Taken]]] = {}
        for taken in loadout.taken:
            _, counts, all_taken = sections.setdefault(taken.section.id, (taken.section, Counter(), []))
            counts[taken.option.id] += taken.count
            all_taken.append(taken)
        for section, counts, all_taken in sections.values():
            yield from _over_capacity(inspection, (worked, half), section, counts, all_taken)


def _over_capacity(
    inspection: Inspection,
    copy: tuple[RosterEntry, int],
    section: Section,
    counts: Counter[OptionId],
    all_taken: list[Taken],
) -> Iterator[Diagnostic]:
    worked, half = copy
    capacity = section_capacity(section, worked.unit)
    total = sum(counts.values())
    about: dict[str, Any] = {"unit": titled(worked), "half": half + 1, "section": Heading(section)}
    if capacity.each is not None:
        for option_id, count in counts.items():
            if count > capacity.each:
                taken = next(taken for taken in all_taken if taken.option.id == option_id)
                over = count - capacity.each
                total -= over
                name = option_name(taken.option)
                off = [PutBack(worked.id, taken.pick.option, (half,), subject=name)] * over
                fix = repair("put-back-plain", *off, option=name, unit=titled(worked))
                yield inspection.found(
                    "UPG005", worked.id, **about, option=name, n=count, most=capacity.each, over=over, fix=fix
                )
    if capacity.total is not None and total > capacity.total:
        over = total - capacity.total
        code = "UPG003" if capacity.one_of else "UPG002"
        names = tuple(option_name(taken.option) for taken in all_taken)
        yield inspection.found(
            code,
            worked.id,
            **about,
            options=names,
            n=total,
            most=capacity.total,
            over=over,
            fix=_first_ones(worked, half, all_taken, over),
        )


def _first_ones(worked: RosterEntry, half: int, all_taken: list[Taken], over: int) -> Fix:
    """Keep what was picked first, put the later ones back."""
    later = [taken for taken in reversed(all_taken) for _ in range(taken.count)][:over]
    off = [PutBack(worked.id, taken.pick.option, (half,), subject=option_name(taken.option)) for taken in later]
    return repair("put-back-plain", *off, option=tuple(edit.subject for edit in off), unit=titled(worked))
