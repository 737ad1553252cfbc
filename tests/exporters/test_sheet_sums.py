"""The sums on a sheet that decide the verdict, including limits of the event."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.model import Event, EventId, Limit, Measure, Text
from listbuilder.sheet import PrintOptions
from listbuilder.sheet.build import build_limit_rows
from tests.exporters.sheet_samples import ARMY, roster
from tests.sentences import sentence

CAP = Limit(id="heroes", measure=Measure.HEROES, most=1)
SHARE = Limit(id="share", measure=Measure.SHARE, percent=35)
MODELS = Limit(id="crowd", measure=Measure.MODELS, least=90, name=Text("Crowd", (("de", "Menge"),)))
LIMITS = {limit.id: limit for limit in (CAP, SHARE, MODELS)}
EVENT = Event(id=EventId("day"), name=Text("Day"), limits=LIMITS)
PLAIN = replace(ARMY, force_org=False, points=2000)
POINTS = {sentence("sheet.sum.points"): sentence("sheet.sum.of", n="610", most="2,000")}


def sums(event: Event | None, language: str = "en", options: PrintOptions | None = None) -> dict[str, str]:
    limit_rows = build_limit_rows(replace(roster(PLAIN), event=event), language, options or PrintOptions())
    return {limit_row.label: limit_row.text for limit_row in limit_rows}


def test_only_points_count_without_limits() -> None:
    assert sums(None) == POINTS


def test_event_adds_its_own_limits() -> None:
    dearest = max(
        entry.cost + sum(hero.cost for hero in roster(PLAIN).attached_heroes.get(entry.id, ()))
        for entry in roster(PLAIN).entries
    )
    assert sums(EVENT) == {
        **POINTS,
        sentence("sheet.sum.heroes"): sentence("sheet.sum.of", n="2", most="1"),
        sentence("sheet.sum.share"): sentence("sheet.sum.of", n=f"{-(-dearest * 100 // 2000)}%", most="35%"),
        "Crowd": sentence("sheet.sum.least", n="35", least=90),
    }
    assert list(sums(EVENT, "de"))[-1] == "Menge"


def test_hidden_list_has_no_sums() -> None:
    assert sums(EVENT, options=PrintOptions(public=True)) == {}
    assert list(sums(EVENT, options=PrintOptions(points=False))) == [sentence("sheet.sum.heroes"), "Crowd"]
