"""Make small changes to the code, run the tests on each, and print which rooms notice them."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from proof.mutants.changing import changes
from proof.mutants.rooms import ROOMS, Room
from proof.mutants.trying import Trial, Workshop

REPOSITORY = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")


def main() -> int:
    """Sample changes in every room, try each, and tell which no test noticed."""
    parser = argparse.ArgumentParser(prog="python -m proof.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="changes in each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rooms", default=",".join(room.name for room in ROOMS))
    arguments = parser.parse_args()
    known = {line.partition("#")[0].strip() for line in EQUIVALENT.read_text(encoding="utf-8").splitlines()}
    good = True
    with Workshop(REPOSITORY) as workshop:
        for room in (room for room in ROOMS if room.name in arguments.rooms.split(",")):
            trials = _try_room(workshop, room, arguments.count, arguments.seed, known)
            noticed = sum(trial.noticed for trial in trials)
            share = 100 * noticed // max(1, len(trials))
            print(
                f"{room.name:24} {noticed:4} of {len(trials):4} noticed, {share} of 100 (wanted: {room.wanted})",
                flush=True,
            )
            good &= share >= room.wanted
    return 0 if good else 1


def _try_room(workshop: Workshop, room: Room, count: int, seed: int, known: set[str]) -> list[Trial]:
    found = [
        change
        for path in room.files(REPOSITORY)
        for change in changes(str(path.relative_to(REPOSITORY)), path.read_text(encoding="utf-8"))
        if change.place not in known
    ]
    sample = random.Random(seed).sample(sorted(found), min(count, len(found)))
    trials: list[Trial] = []
    for change in sample:
        trial = workshop.attempt(change, room)
        trials.append(trial)
        if not trial.noticed:
            print(f"  survived: line {change.line}, {change.place} -> {change.new}", flush=True)
    return trials


if __name__ == "__main__":
    sys.exit(main())
