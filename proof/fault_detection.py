"""Injects faults into legal lists and counts missed faults and false alarms."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from math import inf
from time import monotonic

from listbuilder.diagnostics import Verdict
from listbuilder.library import Library
from listbuilder.validation.engine import validate
from proof.faults import FAULTS, FaultContext
from proof.generated_lists import legal_lists, list_sources


@dataclass
class FaultResults:
    """The results of the injected faults."""

    lists: int = 0
    false_alarms: list[str] = field(default_factory=list)
    injected: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)


def inject_faults(library: Library, count: int, seed: int, minutes: float = inf) -> FaultResults:
    """Generate legal lists and inject every possible fault into each, within a time limit."""
    result = FaultResults()
    deadline = monotonic() + 60 * minutes
    rng = random.Random(seed + 1)
    for source, army in legal_lists(list_sources(library), count, seed):
        if monotonic() > deadline:
            break
        roster = source.build_roster(army)
        report = validate(roster)
        result.lists += 1
        if report.verdict is not Verdict.LEGAL:
            result.false_alarms.append(
                f"{source.system.id} {source.faction.id}: {[finding.code for finding in report]}"
            )
        for name, (code, inject) in FAULTS.items():
            faulty = inject(FaultContext(source, roster, rng))
            if faulty is None:
                continue
            result.injected[name] += 1
            codes = {finding.code for finding in validate(source.build_roster(faulty))}
            if code in codes:
                result.found[name] += 1
            else:
                result.missed.append(f"{name} in {source.system.id} {source.faction.id}: {sorted(codes)}")
    return result
