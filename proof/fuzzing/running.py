"""Spoiled files read in a child process with bounds on memory and time, and what became of them."""

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

from proof.fuzzing.spoiling import spoil
from proof.fuzzing.targets import Target, attempt, targets

MEMORY = 1_500_000_000
SECONDS = 5
"""Of the processor's time, so that a busy machine finds no more than an idle one."""


@dataclass
class Fuzzed:
    """What became of the spoiled files of one reader."""

    name: str
    inputs: int = 0
    failures: dict[str, str] = field(default_factory=dict)
    """By place and kind of exception: the hexadecimal beginning of a file that shows it."""
    slowest: float = 0.0
    peak: int = 0
    """The most memory that the process ever held, in bytes."""


class TooSlowError(BaseException):
    """A file took longer than any may."""


def fuzz(name: str, count: int, seed: int) -> Fuzzed:
    """Spoil so many files for one reader, in a process of its own."""
    with multiprocessing.get_context("fork").Pool(1, initializer=_bound) as pool:
        return pool.apply(_run, (name, count, seed))


def _bound() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, _too_slow)


def _too_slow(_number: int, _frame: FrameType | None) -> None:
    raise TooSlowError


def _run(name: str, count: int, seed: int) -> Fuzzed:
    target = targets()[name]
    result = Fuzzed(name)
    for raw in spoiled_files(target, count, seed):
        started = time.process_time()
        problem = _tried(target, raw)
        result.slowest = max(result.slowest, time.process_time() - started)
        result.inputs += 1
        if problem is not None:
            result.failures.setdefault(problem, raw[:400].hex())
    result.peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return result


def spoiled_files(target: Target, count: int, seed: int) -> Iterator[bytes]:
    """Give so many spoiled files; the same seed gives the same ones."""
    dice = random.Random(seed)
    for _ in range(count):
        yield spoil(target.seeds, dice)


def _tried(target: Target, raw: bytes) -> str | None:
    """Read one file; give where and how it failed, None where it did not."""
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        attempt(target, raw)
    except BaseException as error:  # noqa: BLE001  # any exception is what we are looking for
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/listbuilder/" in frame.filename]
        place = f"{frames[-1].filename.rpartition('/listbuilder/')[2]}:{frames[-1].lineno}" if frames else ""
        return f"{type(error).__name__} {error} at {place}"[:200]
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return None


def fingerprint(target: Target, count: int, seed: int) -> str:
    """Name a run by its files, so that two runs can be told to be the same."""
    digest = hashlib.sha256()
    for raw in spoiled_files(target, count, seed):
        digest.update(raw)
    return digest.hexdigest()[:12]
