"""Reads damaged files in a child process with limits of memory and time."""

from __future__ import annotations

import hashlib
import multiprocessing
import random
import resource
import signal
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType

from proof.fuzzing.damage import damage_file
from proof.fuzzing.targets import Target, attempt, targets

MEMORY = 1_500_000_000
SECONDS = 5
"""The time limit counts processor time, so that a busy machine makes no difference."""


@dataclass
class FuzzResults:
    """The results for the damaged files of one reader."""

    name: str
    inputs: int = 0
    failures: dict[str, str] = field(default_factory=dict)
    """The beginning of a failing file in hexadecimal, by location and type of exception."""
    slowest: float = 0.0
    peak: int = 0
    """The peak of memory in bytes."""


class TooSlowError(BaseException):
    """A file exceeded the time limit."""


def fuzz(name: str, count: int, seed: int) -> FuzzResults:
    """Read `count` damaged files with one reader in a new process."""
    with multiprocessing.get_context("fork").Pool(1, initializer=_set_limits) as pool:
        return pool.apply(_run, (name, count, seed))


def _set_limits() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, _too_slow)


def _too_slow(_number: int, _frame: FrameType | None) -> None:
    raise TooSlowError


def _run(name: str, count: int, seed: int) -> FuzzResults:
    target = targets()[name]
    result = FuzzResults(name)
    for raw in damaged_files(target, count, seed):
        started = time.process_time()
        problem = _read_file(target, raw)
        result.slowest = max(result.slowest, time.process_time() - started)
        result.inputs += 1
        if problem is not None:
            result.failures.setdefault(problem, raw[:400].hex())
    result.peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return result


def damaged_files(target: Target, count: int, seed: int) -> Iterator[bytes]:
    """Yield `count` damaged files. The same seed yields the same files."""
    rng = random.Random(seed)
    for _ in range(count):
        yield damage_file(target.seeds, rng)


def _read_file(target: Target, raw: bytes) -> str | None:
    """Read one file. Return the location and type of the exception, None if there is none."""
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        attempt(target, raw)
    except BaseException as error:  # noqa: BLE001  # any exception is what we are looking for
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/listbuilder/" in frame.filename]
        location = f"{frames[-1].filename.rpartition('/listbuilder/')[2]}:{frames[-1].lineno}" if frames else ""
        return f"{type(error).__name__} {error} at {location}"[:200]
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return None


def fingerprint(target: Target, count: int, seed: int) -> str:
    """Return a hash of all files of a run."""
    digest = hashlib.sha256()
    for raw in damaged_files(target, count, seed):
        digest.update(raw)
    return digest.hexdigest()[:12]
