"""Fuzzing with coverage feedback, if atheris is installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

_MAX_FILE_SIZE = 20_000
_SECONDS_PER_FILE = 10
_MEGABYTES = 2000
_ENDED = b"\nDone "
"""The message of atheris after a run without failures."""


def fuzz_with_coverage(name: str, runs: int, seed: int) -> int | None:
    """Fuzz one reader in a new process. Return 1 if it failed, None if atheris is not installed."""
    if find_spec("atheris") is None:
        return None
    command = [sys.executable, "-m", "proof.fuzzing.coverage_guided", name, str(runs), str(seed)]
    completed = subprocess.run(command, capture_output=True, check=False, cwd=Path(__file__).parents[2])
    failed = completed.returncode != 0 and _ENDED not in completed.stderr  # its timer may fire while it shuts down
    if failed:
        sys.stderr.write(completed.stderr.decode("utf-8", "replace")[-3000:])
    return int(failed)


def main(name: str, runs: str, seed: str) -> None:
    """Fuzz one reader. Atheris ends the process."""
    import atheris  # noqa: PLC0415  # an optional package

    with atheris.instrument_imports(include=["listbuilder"]):
        from proof.fuzzing.targets import attempt, targets  # noqa: PLC0415  # must be instrumented
    target = targets()[name]
    with TemporaryDirectory() as corpus:
        for number, raw in enumerate(target.seeds):
            (Path(corpus) / f"seed-{number}").write_bytes(raw[:_MAX_FILE_SIZE])
        options = [
            f"-atheris_runs={runs}",
            f"-seed={seed}",
            f"-timeout={_SECONDS_PER_FILE}",
            f"-rss_limit_mb={_MEGABYTES}",
            f"-artifact_prefix={corpus}/",
        ]
        atheris.Setup([sys.argv[0], *options, f"-max_len={_MAX_FILE_SIZE}", corpus], lambda raw: attempt(target, raw))
        atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
