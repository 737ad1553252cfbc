"""Make small changes to the code, run the tests on each, and print which rooms notice them."""

from __future__ import annotations

import argparse
import random
import shutil
import sys
from pathlib import Path
from time import monotonic

from proof.mutants.changing import Change, changes
from proof.mutants.knowing import Knowledge
from proof.mutants.rooms import ROOMS, Room
from proof.mutants.telling import Row, table, write
from proof.mutants.trying import Trial, Workshop

REPOSITORY = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
KNOWN = REPOSITORY / ".cache" / "mutants"


def main() -> int:
    """Sample changes in every room, try each, and tell which no test noticed."""
    arguments = _parser().parse_args()
    if arguments.fresh:
        shutil.rmtree(KNOWN, ignore_errors=True)
    knowledge = Knowledge(KNOWN)
    knowledge.load()
    rows: list[Row] = []
    with Workshop(REPOSITORY, knowledge) as workshop:
        for room in (room for room in ROOMS if room.name in arguments.rooms.split(",")):
            knowledge.left_out.update(workshop.learn(room))
            rows.append(_try_room(workshop, room, arguments))
            if arguments.write is not None:
                write(rows[-1:], arguments.write)
    print(table(rows))
    if knowledge.left_out:
        print("left out, for they fail without any change:", *sorted(knowledge.left_out), sep="\n  ")
    return 0 if not knowledge.left_out and all(row.good for row in rows) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m proof.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="changes in each room")
    parser.add_argument("--skip", type=int, default=0, help="leave so many of the sample out, to go on with a seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60, help="draw no more changes in a room after so long")
    parser.add_argument("--rooms", default=",".join(room.name for room in ROOMS))
    parser.add_argument("--only", default="", help="only changes in files whose path holds this")
    parser.add_argument("--fresh", action="store_true", help="find out anew what each test reaches")
    parser.add_argument("--write", type=Path, help="put the rooms' rows into this page")
    return parser


def _try_room(workshop: Workshop, room: Room, arguments: argparse.Namespace) -> Row:
    found = [change for change in possible(room, workshop.copy) if arguments.only in change.path]
    order = random.Random(arguments.seed).sample(found, len(found))
    trials: list[Trial] = []
    ends = monotonic() + 60 * arguments.minutes
    for change in order[arguments.skip : arguments.skip + arguments.count]:
        if monotonic() > ends:
            break
        trial = workshop.attempt(change, room)
        trials.append(trial)
        said = f"noticed by {trial.noticed}" if trial.noticed else f"SURVIVED: {change.place} -> {change.new}"
        print(f"  {change.path}:{change.line} {said}", flush=True)
    survivors = tuple(trial.change.place for trial in trials if not trial.noticed)
    return Row(room.name, room.wanted, len(found), arguments.seed, len(trials), survivors)


def possible(room: Room, project: Path) -> list[Change]:
    """Give all changes that can be made in a room, without those that are known to change nothing."""
    known = {line.partition("  #")[0].strip() for line in EQUIVALENT.read_text(encoding="utf-8").splitlines()}
    return sorted(
        change
        for path in room.files(project)
        for change in changes(path.relative_to(project).as_posix(), path.read_text(encoding="utf-8"))
        if change.place not in known
    )


if __name__ == "__main__":
    sys.exit(main())
