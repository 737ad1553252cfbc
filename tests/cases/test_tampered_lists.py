"""Legal sample lists, tampered with in every way a file allows: each change is caught, none makes a list cheaper."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from listbuilder.datafiles.reader import load_document
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.library import Library
from listbuilder.model import Roster, RosterEntry
from listbuilder.rules.loadout import section_capacity

LISTS = Path(__file__).parents[2] / "data" / "lists"
SAMPLES = sorted(path for path in LISTS.glob("*.yaml") if "illegal" not in path.name)
Raw = dict[str, Any]


class Tampering(NamedTuple):
    """A change to a list file, and the findings that must catch it."""

    codes: str
    """Codes separated by spaces; at least one must be found."""
    apply: Callable[[Raw, Roster], bool]
    """Change the list; False if it has nothing to change."""
    verdict: str = "illegal"


def _entry(raw: Raw, roster_entry: RosterEntry) -> Raw:
    return next(entry for entry in raw["units"] if entry["id"] == roster_entry.id)


def _first(raw: Raw, **values: object) -> bool:
    raw["units"][0].update(values)
    return True


def _add(entry: Raw, *picks: object) -> bool:
    entry["upgrades"] = [*entry.get("upgrades", []), *picks]
    return True


def _set(**values: object) -> Callable[[Raw, Roster], bool]:
    return lambda raw, _: raw.update(values) is None


def _set_first(**values: object) -> Callable[[Raw, Roster], bool]:
    return lambda raw, _: _first(raw, **values)


def _picked(*picks: object) -> Callable[[Raw, Roster], bool]:
    return lambda raw, _: _add(raw["units"][0], *picks)


def _foreign_option(raw: Raw, roster: Roster) -> bool:
    entry = roster.entries[0]
    for unit in roster.factions[entry.unit.faction].units.values():
        for section in unit.sections:
            for option in section.options:
                if not entry.unit.find_options(option.id):
                    return _add(_entry(raw, entry), option.id)
    return False


def _exclusive(raw: Raw, roster: Roster) -> bool:
    for roster_entry in roster.entries:
        for section in roster_entry.unit.sections:
            if (
                section_capacity(section, roster_entry.unit).is_exclusive
                and len(section.options) > 1
                and not section.targets
            ):
                references = [
                    roster_entry.unit.option_reference(section.id, option.id) for option in section.options[:2]
                ]
                entry = _entry(raw, roster_entry)
                return entry.update(upgrades=references) is None and entry.pop("combined", None) is not entry
    return False


def _times(count: object) -> Callable[[Raw, Roster], bool]:
    def apply(raw: Raw, roster: Roster) -> bool:
        entry = roster.entries[0]
        section = entry.unit.sections[0]
        _entry(raw, entry)["upgrades"] = [{entry.unit.option_reference(section.id, section.options[0].id): count}]
        return True

    return apply


def _commanded(roster: Roster) -> Iterator[tuple[RosterEntry, str]]:
    ranks = roster.system.command_group.rules
    for entry in roster.entries:
        for upgrade in entry.halves[0].upgrades:
            if any(getattr(stack.equipment, "id", None) in ranks for stack in upgrade.option.gains):
                yield entry, upgrade.upgrade.option


def _second_banner(raw: Raw, roster: Roster) -> bool:
    for roster_entry, pick in _commanded(roster):
        return _add(_entry(raw, roster_entry), pick)
    return False


def _banner_in_both_halves(raw: Raw, roster: Roster) -> bool:
    for roster_entry, pick in _commanded(roster):
        entry = _entry(raw, roster_entry)
        picks = [option for option in entry.get("combined", {}).get("upgrades", []) if option != pick]
        entry["combined"] = {"upgrades": [*picks, pick]}
        return True
    return False


def _half_price(raw: Raw, roster: Roster) -> bool:
    for entry in roster.entries:
        if any(upgrade.section.affects_all for upgrade in entry.halves[0].upgrades) and not entry.is_hero:
            _entry(raw, entry)["combined"] = {"upgrades": []}
            return True
    return False


def _heroes(roster: Roster) -> list[RosterEntry]:
    return [entry for entry in roster.entries if entry.is_hero]


def _join(raw: Raw, roster: Roster, host: Callable[[RosterEntry], str]) -> bool:
    for hero in _heroes(roster):
        _entry(raw, hero)["joins"] = host(hero)
        return True
    return False


def _in_a_circle(raw: Raw, roster: Roster) -> bool:
    heroes = _heroes(roster)
    if len(heroes) < 2:
        return False
    for here, there in ((heroes[0], heroes[1]), (heroes[1], heroes[0])):
        _entry(raw, here)["joins"] = there.id
    return True


def _soldiers_join(raw: Raw, roster: Roster) -> bool:
    soldiers = [entry for entry in roster.entries if not entry.is_hero]
    _entry(raw, soldiers[0])["joins"] = soldiers[-1].id
    return len(soldiers) > 1


def _combined_hero(raw: Raw, roster: Roster) -> bool:
    for hero in _heroes(roster):
        _entry(raw, hero)["combined"] = {"upgrades": []}
        return True
    return False


def _army_of_another_game(raw: Raw, roster: Roster) -> bool:
    foreign = "green-road/ranger" if roster.system.id != "way-of-wood" else "free-cities/pikemen"
    return _first(raw, unit=foreign, upgrades=[])


def _twice(raw: Raw, _: Roster) -> bool:
    raw["units"].append(copy.deepcopy(raw["units"][0]))
    return True


def _pin(**values: object) -> Callable[[Raw, Roster], bool]:
    def apply(raw: Raw, roster: Roster) -> bool:
        faction = roster.factions[roster.entries[0].unit.faction]
        raw["books"] = {faction.id: {"version": faction.version, **values}}
        return True

    return apply


def _own_book(raw: Raw, roster: Roster) -> bool:
    unit = {"id": "giant", "name": "Giant", "size": 1, "quality": 2, "defense": 2, "cost": 1}
    book = {"format": 1, "id": "my-book", "systems": [roster.system.id], "version": "1", "name": "Mine"}
    raw["factions"] = [{**book, "units": [unit]}]
    raw["units"] = [{"id": "a", "unit": "my-book/giant"}]
    return True


def _own_prices(raw: Raw, roster: Roster) -> bool:
    """Add a bundled faction at one point a unit; the bundled one is used all the same."""
    faction = roster.factions[roster.entries[0].unit.faction]
    units = [{"id": unit, "name": "X", "size": 1, "quality": 2, "defense": 2, "cost": 1} for unit in faction.units]
    book = {"format": 1, "id": faction.id, "systems": [roster.system.id], "version": "1", "name": "X", "units": units}
    raw["factions"] = [book]
    return raw.update(points=1) is None


TAMPERINGS = {
    "a lower price in the entry": Tampering("LST001", _set_first(cost=1), verdict="legal"),
    "a lower total in the list": Tampering("LST001", _set(total=1), verdict="legal"),
    "a points limit of 1": Tampering("PTS001", _set(points=1)),
    "an unknown system": Tampering("LST003", _set(system="aof-99"), verdict="unreadable"),
    "an unknown event": Tampering("LST005", _set(event="../../../etc/passwd.yaml"), verdict="unchecked"),
    "an invented unit": Tampering("UNT001", lambda raw, _: _first(raw, unit=raw["units"][0]["unit"] + "-x")),
    "an invented faction": Tampering("UNT002", _set_first(unit="nobody/guards"), verdict="unchecked"),
    "a unit without a faction": Tampering("UNT002 DAT010", _set_first(unit="guards")),
    "another game's unit": Tampering("UNT003", _army_of_another_game),
    "an invented option": Tampering("UPG001", _picked("sword-of-victory")),
    "another unit's option": Tampering("UPG008", _foreign_option),
    "an option ninety times": Tampering("UPG002 UPG003 UPG004 UPG005 CMD001", _times(90)),
    "two exclusive options": Tampering("UPG003", _exclusive),
    "an option minus three times": Tampering("UPG006", _times(-3)),
    "an option zero times": Tampering("UPG006", _times(0)),
    "an option half a time": Tampering("DAT008", _times(0.5)),
    "an option true times": Tampering("DAT008", _times(True)),
    "an option 10**30 times": Tampering("UPG006", _times(10**30)),
    "a second banner": Tampering("CMD001", _second_banner),
    "a banner in both halves": Tampering("CMD001", _banner_in_both_halves),
    "half a whole-unit upgrade": Tampering("CMB004 CMB001 CMB002", _half_price),
    "a combined hero": Tampering("CMB003 CMB001", _combined_hero),
    "a join to nothing": Tampering("HER003 HER001", lambda raw, roster: _join(raw, roster, lambda _: "nobody")),
    "a join to itself": Tampering("HER004 HER001", lambda raw, roster: _join(raw, roster, lambda hero: hero.id)),
    "a join in a circle": Tampering("HER005 HER001", _in_a_circle),
    "a join without a hero": Tampering("HER002 HER001", _soldiers_join),
    "negative experience": Tampering("UNT005 DAT009", _set_first(xp=-500)),
    "one id twice": Tampering("LST002", _twice),
    "a different version": Tampering("VER001", _pin(version="0.1"), verdict="unchecked"),
    "a different hash": Tampering("VER002", _pin(sha256="0" * 64), verdict="legal"),
    "a book of its own": Tampering("IMP007", _own_book, verdict="unchecked"),
    "prices of its own": Tampering("PTS001", _own_prices),
}


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def _judge(raw: Raw, folder: Path, library: Library) -> Judged | Unreadable:
    path = folder / "list.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    return judge_file(path, library)[0]


def _plain(sample: Path) -> Raw:
    value = load_document(sample).value
    assert isinstance(value, dict)
    return copy.deepcopy(value)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_tampered_lists_are_caught(sample: Path, tmp_path: Path, library: Library) -> None:
    honest = _judge(_plain(sample), tmp_path, library)
    assert honest.verdict.value == "legal"
    assert isinstance(honest, Judged)
    for name, tampering in TAMPERINGS.items():
        raw = _plain(sample)
        if not tampering.apply(raw, honest.roster):
            continue
        judged = _judge(raw, tmp_path, library)
        codes = {finding.code for finding in judged.report}
        assert codes & set(tampering.codes.split()), (name, codes)
        assert judged.verdict.value == tampering.verdict, (name, codes)
        if tampering.verdict == "legal":
            assert isinstance(judged, Judged)
            assert judged.roster.cost == honest.roster.cost, name


def test_every_tampering_applies_to_a_sample(library: Library) -> None:
    rosters = [library.roster(_army(sample, library)) for sample in SAMPLES]
    for name, tampering in TAMPERINGS.items():
        pairs = zip(SAMPLES, rosters, strict=True)
        assert any(tampering.apply(_plain(sample), roster) for sample, roster in pairs), name


def _army(sample: Path, library: Library) -> Any:
    judged = judge_file(sample, library)[0]
    assert judged.army is not None
    return judged.army


def test_embedded_books_do_not_leak_between_lists(tmp_path: Path, library: Library) -> None:
    roster = library.roster(_army(SAMPLES[0], library))
    raw = _plain(SAMPLES[0])
    _own_book(raw, roster)
    assert _judge(raw, tmp_path, library).verdict.value == "unchecked"
    del raw["factions"]
    assert {finding.code for finding in _judge(raw, tmp_path, library).report} >= {"UNT002"}


def test_list_cannot_name_an_event_file(tmp_path: Path, library: Library) -> None:
    event = tmp_path / "mine.yaml"
    event.write_text("format: 1\nid: mine\nname: Mine\n", encoding="utf-8")
    judged = _judge({**_plain(SAMPLES[0]), "event": str(event)}, tmp_path, library)
    assert [finding.code for finding in judged.report if finding.code == "LST005"]
    assert judged.verdict.value == "unchecked"
