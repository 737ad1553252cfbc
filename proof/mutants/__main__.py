"""Make small changes to the code, run the tests on each, and print how many the tests detect."""

from __future__ import annotations

import argparse
import random
import shutil
import sys
from pathlib import Path
from time import monotonic

from proof.mutants.coverage_notes import CoverageNotes
from proof.mutants.mutation_targets import TARGETS, MutationTarget
from proof.mutants.mutations import Mutation, find_mutations
from proof.mutants.results_page import ResultRow, format_table, write_page
from proof.mutants.trial_runner import Trial, TrialRunner

REPOSITORY = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
CACHE = REPOSITORY / ".cache" / "mutants"


def main() -> int:
    """Test a sample of the mutations of every target and print which ones survive."""
    arguments = _parser().parse_args()
    if arguments.fresh:
        shutil.rmtree(CACHE, ignore_errors=True)
    notes = CoverageNotes(CACHE)
    notes.load()
    rows: list[ResultRow] = []
    with TrialRunner(REPOSITORY, notes) as runner:
        for target in (target for target in TARGETS if target.name in arguments.targets.split(",")):
            notes.left_out.update(runner.record(target))
            rows.append(_test_target(runner, target, arguments))
            if arguments.write is not None:
                write_page(rows[-1:], arguments.write)
    print(format_table(rows))
    if notes.left_out:
        print("left out because they fail without a mutation:", *sorted(notes.left_out), sep="\n  ")
    return 0 if not notes.left_out and all(row.is_sufficient for row in rows) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m proof.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="number of mutations per target")
    parser.add_argument("--skip", type=int, default=0, help="skip the first mutations of the sample, to continue it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60, help="time limit per target")
    parser.add_argument("--targets", default=",".join(target.name for target in TARGETS))
    parser.add_argument("--only", default="", help="only mutate files whose path contains this")
    parser.add_argument("--fresh", action="store_true", help="record again which functions each test reaches")
    parser.add_argument("--write", type=Path, help="write the results into this page")
    return parser


def _test_target(runner: TrialRunner, target: MutationTarget, arguments: argparse.Namespace) -> ResultRow:
    mutations = [mutation for mutation in sampled_mutations(target, runner.copy) if arguments.only in mutation.path]
    order = random.Random(arguments.seed).sample(mutations, len(mutations))
    trials: list[Trial] = []
    deadline = monotonic() + 60 * arguments.minutes
    for mutation in order[arguments.skip : arguments.skip + arguments.count]:
        if monotonic() > deadline:
            break
        trial = runner.run(mutation, target)
        trials.append(trial)
        outcome = f"detected by {trial.detected_by}" if trial.detected_by else f"SURVIVED: {mutation.describe()}"
        print(f"  {mutation.path}:{mutation.line} {outcome}", flush=True)
    survivors = tuple(trial.mutation.identity for trial in trials if not trial.detected_by)
    return ResultRow(target.name, target.required, len(mutations), arguments.seed, len(trials), survivors)


def sampled_mutations(target: MutationTarget, project: Path) -> list[Mutation]:
    """Return the mutations of a target, except those that are known to have no effect."""
    equivalent = {line.partition("  #")[0].strip() for line in EQUIVALENT.read_text(encoding="utf-8").splitlines()}
    return sorted(
        mutation
        for path in target.files(project)
        for mutation in find_mutations(path.relative_to(project).as_posix(), path.read_text(encoding="utf-8"))
        if mutation.identity not in equivalent
    )


if __name__ == "__main__":
    sys.exit(main())
