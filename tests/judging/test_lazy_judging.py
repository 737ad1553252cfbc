"""Judging does no work that is not needed for the verdict."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import listbuilder
from listbuilder.judging.judge import judge_army
from listbuilder.library import Library, build_faction, build_system
from listbuilder.library.build_faction import build_rule
from listbuilder.model import ArmyList, Entry, EntryId, Rule, RuleId, Unit

LISTS = Path(listbuilder.__file__).parents[1] / "data" / "lists"
LEGAL = sorted(str(path) for path in LISTS.glob("*.yaml") if "illegal" not in path.name)
COMMAND = "import sys; from listbuilder.__main__ import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"


def _loaded(*arguments: str) -> list[str]:
    """Return the modules that a command imports, in a new process."""
    run = subprocess.run([sys.executable, "-c", COMMAND, *arguments], capture_output=True, text=True, check=True)
    return run.stderr.split()


def test_legal_lists_load_no_fix_modules() -> None:
    loaded = _loaded("validate", *LEGAL, "--jobs", "1", "--format", "json")
    assert "listbuilder.validation.engine" in loaded
    assert not [name for name in loaded if name.startswith("listbuilder.validation.fixes")]


def test_illegal_lists_load_fix_modules() -> None:
    illegal = next(str(path) for path in LISTS.glob("*illegal*.yaml"))
    loaded = _loaded("validate", illegal, "--jobs", "1", "--format", "json")
    assert "listbuilder.validation.fixes" in loaded


def test_only_repeated_rules_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only repeated rules need their numbers added up; other texts stay unread."""
    read: set[str] = set()

    def build(key: RuleId, raw: Mapping[str, object]) -> Rule:
        read.add(key)
        return build_rule(key, raw)

    monkeypatch.setattr(build_faction, "build_rule", build)
    monkeypatch.setattr(build_system, "build_rule", build)
    library = Library.open(user=False)
    twice: set[str] = set()
    for header in library.factions():
        units = library.faction(header.id, header.systems[0], header.version).units.values()
        twice.update(rule for unit in units for rule in _repeated(unit))
        entries = tuple(Entry(id=EntryId(str(index)), unit=unit.ref) for index, unit in enumerate(units))
        judge_army(ArmyList(name="All of them", system=header.systems[0], entries=entries), library)
    assert read <= twice


def _repeated(unit: Unit) -> Iterator[str]:
    things = [stack.equipment for stack in unit.equipment]
    rules = [rule.id for rule in (*unit.rules, *(rule for equipment in things for rule in equipment.all_rules))]
    return (rule for rule, times in Counter(rules).items() if times > 1)
