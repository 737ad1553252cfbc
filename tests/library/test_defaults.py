"""What a file does not say: reading it gives what the model has without being told."""

from __future__ import annotations

from dataclasses import fields

from listbuilder.library.build_event import build_event
from listbuilder.library.build_faction import _section
from listbuilder.library.build_limit import build_limits
from listbuilder.library.build_system import build_system
from listbuilder.model import (
    Citation,
    Event,
    EventId,
    Limit,
    Measure,
    Section,
    SectionId,
    Selection,
    System,
    SystemId,
    Text,
    Variant,
)
from listbuilder.model.system import ForceOrganisation, Formation

HEAD = {"id": "g", "name": "Game", "edition": "1", "short": "G", "citation": {"document": "Book"}}
SYSTEM = System(
    id=SystemId("g"), name=Text("Game"), edition="1", short="G", sha256="", citation=Citation(document=Text("Book"))
)


def parts(value: System | Limit | Section) -> dict[str, object]:
    """Give all that a thing is made of; it is equal to itself alone."""
    return {one.name: getattr(value, one.name) for one in fields(value)}


def test_an_event() -> None:
    assert build_event({"id": "cup", "name": "Cup"}) == Event(id=EventId("cup"), name=Text("Cup"))
    empty: dict[str, object] = {"lists": {}, "teams": {}, "scoring": {}, "limits": {}}
    assert build_event({"id": "cup", "name": "Cup", **empty}) == Event(id=EventId("cup"), name=Text("Cup"))


def test_a_system() -> None:
    assert parts(build_system(HEAD, "")) == parts(SYSTEM)
    empty: dict[str, object] = {
        "combining": {},
        "joining": {},
        "command_group": {},
        "tracking": {},
        "combat": {},
        "points": {},
    }
    told = build_system({**HEAD, **empty, "measure": {}, "wounds": {}, "campaign": {}}, "")
    assert parts(told) == parts(SYSTEM)
    built = build_system({**HEAD, "force_organisation": {}, "formation": {}}, "")
    assert (built.force_organisation, built.formation) == (ForceOrganisation(), Formation())


def test_a_usual_target_is_as_tough_as_anybody() -> None:
    raw = {**HEAD, "combat": {"field": [{"name": "Men", "models": 10, "defense": 4}]}}
    (target,) = build_system(raw, "").combat.field
    assert (target.tough, target.rules) == (1, ())


def test_a_limit_and_a_section() -> None:
    built = build_limits({"heroes": {}, "own": {"counts": "units", "of": {}, "each": "unit"}})
    assert parts(built["heroes"]) == parts(Limit(id="heroes", counts=Measure.HEROES))
    assert parts(built["own"]) == parts(Limit(id="own", counts=Measure.UNITS, of=Selection(), each_unit=True))
    raw = {"id": "s", "variant": "upgrade", "options": [], "targets": []}
    assert parts(_section(raw)) == parts(Section(SectionId("s"), Variant.UPGRADE, ()))
