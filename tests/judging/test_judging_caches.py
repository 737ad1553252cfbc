"""Caches between lists never change the findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

import pytest

from listbuilder.judging.judge import judge_army
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import _count_equipment
from listbuilder.model import ArmyList, Entry, Half, SystemId, Upgrade
from listbuilder.rules import roster_builder


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


@pytest.fixture(scope="module")
def armies(library: Library) -> list[ArmyList]:
    samples = [load_list(header.file).army for header in library.sample_lists()]
    return list(chain.from_iterable(map(_spoiled, samples)))


def _spoiled(army: ArmyList) -> Iterable[ArmyList]:
    """Return a list and mostly illegal variants that share entries and upgrades with it."""
    yield army
    yield _each(army, lambda entry: replace(entry, upgrades=(*entry.upgrades, *entry.upgrades)))
    yield _each(army, lambda entry: replace(entry, upgrades=(*entry.upgrades, Upgrade("nothing-of-ours"))))
    yield _each(army, lambda entry: replace(entry, combined=Half(entry.upgrades)))
    yield _each(army, lambda entry: replace(entry, combined=Half(())))
    yield _each(army, lambda entry: replace(entry, name="Renamed", xp=7))
    for system in ("aof-3.5", "aofs-3.5", "aofr-3.5"):
        yield replace(army, system=SystemId(system))
    yield replace(army, entries=army.entries * 2)


def _each(army: ArmyList, change: object) -> ArmyList:
    assert callable(change)
    entries: tuple[Entry, ...] = tuple(change(entry) for entry in army.entries)
    return replace(army, entries=entries)


def _forget() -> None:
    roster_builder._build_halves.cache_clear()
    _count_equipment.cache_clear()


def _judged(army: ArmyList, library: Library) -> tuple[object, ...]:
    judged = judge_army(army, library)
    findings = tuple((finding.code, finding.on, str(finding.params), finding.severity) for finding in judged.report)
    hashes = (judged.army_hash, judged.list_hash) if isinstance(judged, Judged) else ()
    return judged.verdict, findings, hashes


def _cold(army: ArmyList, library: Library) -> tuple[object, ...]:
    _forget()
    return _judged(army, library)


def test_caches_never_change_the_result(library: Library, armies: list[ArmyList]) -> None:
    expected = [_cold(army, library) for army in armies]
    _forget()
    assert [_judged(army, library) for army in armies] == expected
    assert [_judged(army, library) for army in reversed(armies)] == expected[::-1]
    assert len({verdict for verdict, _, _ in expected}) > 1, "the lists must differ in verdict"


def test_caches_are_bounded(library: Library, armies: list[ArmyList]) -> None:
    expected = [_cold(army, library) for army in armies]
    _forget()
    assert [_judged(army, library) for army in armies] == expected
    assert roster_builder._build_halves.cache_info().maxsize is not None
