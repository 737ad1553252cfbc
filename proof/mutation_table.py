"""Sown faults: how many kinds are found with the right code, and how often a legal list raises a false alarm."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from math import inf
from time import monotonic

from listbuilder.diagnostics import Verdict
from listbuilder.library import Library
from listbuilder.validation.engine import validate
from proof.faults import FAULTS, Field
from proof.generating import legal_lists, tables


@dataclass
class Sown:
    """What became of the faults that were sown."""

    lists: int = 0
    false_alarms: list[str] = field(default_factory=list)
    sown: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)


def sow(library: Library, count: int, seed: int, minutes: float = inf) -> Sown:
    """Generate legal lists and sow every fault that each has room for; no more lists after so many minutes."""
    result = Sown()
    ends = monotonic() + 60 * minutes
    dice = random.Random(seed + 1)  # not a secret
    for table, army in legal_lists(tables(library), count, seed):
        if monotonic() > ends:
            break
        roster = table.work_out(army)
        report = validate(roster)
        result.lists += 1
        if report.verdict is not Verdict.LEGAL:
            result.false_alarms.append(f"{table.system.id} {table.faction.id}: {[one.code for one in report]}")
        for name, (code, sower) in FAULTS.items():
            bent = sower(Field(table, roster, dice))
            if bent is None:
                continue
            result.sown[name] += 1
            codes = {finding.code for finding in validate(table.work_out(bent))}
            if code in codes:
                result.found[name] += 1
            else:
                result.missed.append(f"{name} in {table.system.id} {table.faction.id}: {sorted(codes)}")
    return result
