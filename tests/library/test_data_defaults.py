"""Fields that a file leaves out get the model's defaults."""

from __future__ import annotations

from dataclasses import fields, replace

from listbuilder.datafiles.templates import _is_starter_unit
from listbuilder.library.build_faction import _build_section, _build_strike
from listbuilder.library.build_system import build_event, build_limits, build_system
from listbuilder.model import (
    Citation,
    EntryFilter,
    Event,
    EventId,
    Limit,
    Measure,
    RuleId,
    Section,
    SectionId,
    SpellAttack,
    System,
    SystemId,
    Text,
    Variant,
)
from listbuilder.model.notation import parse_rule
from listbuilder.model.system import ForceOrganisation, Formation, RuleRoles
from tests.unit.making import unit

HEAD = {"id": "g", "name": "Game", "edition": "1", "short": "G", "citation": {"document": "Book"}}
SYSTEM = System(
    id=SystemId("g"),
    name=Text("Game"),
    edition="1",
    abbreviation="G",
    sha256="",
    citation=Citation(document=Text("Book")),
)


def parts(value: System | Limit | Section) -> dict[str, object]:
    """Return all parts of a value, which equals only itself."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


def test_event_defaults() -> None:
    assert build_event({"id": "cup", "name": "Cup"}) == Event(id=EventId("cup"), name=Text("Cup"))
    empty: dict[str, object] = {"lists": {}, "teams": {}, "scoring": {}, "limits": {}}
    assert build_event({"id": "cup", "name": "Cup", **empty}) == Event(id=EventId("cup"), name=Text("Cup"))


def test_system_defaults() -> None:
    assert parts(build_system(HEAD, "")) == parts(SYSTEM)
    empty: dict[str, object] = {
        "combining": {},
        "joining": {},
        "command_group": {},
        "tracking": {},
        "combat": {},
        "points": {},
    }
    system = build_system({**HEAD, **empty, "measure": {}, "wounds": {}, "campaign": {}}, "")
    assert parts(system) == parts(SYSTEM)
    built = build_system({**HEAD, "force_organisation": {}, "formation": {}}, "")
    assert (built.force_organisation, built.formation) == (ForceOrganisation(), Formation())


def test_benchmark_target_defaults_to_tough_one() -> None:
    raw = {**HEAD, "combat": {"field": [{"name": "Men", "models": 10, "defense": 4}]}}
    (target,) = build_system(raw, "").combat.typical_targets
    assert (target.tough, target.rules) == (1, ())


def test_limit_and_section_defaults() -> None:
    built = build_limits({"heroes": {}, "own": {"counts": "units", "of": {}, "each": "unit"}})
    assert parts(built["heroes"]) == parts(Limit(id="heroes", measure=Measure.HEROES))
    assert parts(built["own"]) == parts(Limit(id="own", measure=Measure.UNITS, applies_to=EntryFilter(), per_unit=True))
    raw = {"id": "s", "variant": "upgrade", "options": [], "targets": []}
    assert parts(_build_section(raw)) == parts(Section(SectionId("s"), Variant.UPGRADE, ()))


def test_spell_targets_one_model_only_if_stated() -> None:
    assert _build_strike(None) is None
    assert _build_strike({"hits": 2}) == SpellAttack(2, (), False)
    lone = _build_strike({"hits": 2, "who": "lone-model", "rules": ["AP(4)"]})
    assert lone == SpellAttack(2, (parse_rule("AP(4)"),), True)


def test_template_starts_with_ordinary_troops() -> None:
    troop = unit(size=5)
    others = [unit(size=1), replace(troop, unique=True), replace(troop, narrative=True), unit(size=5, rules=["Hero"])]
    game = replace(SYSTEM, roles=RuleRoles(hero=RuleId("hero")))
    assert [_is_starter_unit(candidate, game) for candidate in (troop, *others)] == [True, False, False, False, False]
