"""A pytest plugin that collects the tests once and then waits for errands, read and answered line by line.

For each errand the process is forked: the copy makes the change, runs the tests and is thrown away. So nothing has to
be started and imported for every change, and no change leaves anything behind for the next.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from select import select
from time import process_time
from types import FunctionType
from typing import Any, NoReturn

import pytest

from proof.mutants.asking import LOOK, SLOWER, WAITING, bound, bound_softly
from proof.mutants.noting import reached
from proof.mutants.swapping import all_functions, swap
from proof.mutants.watching import Watch

_SETTING_UP = 10
"""Seconds of work beside its own that a test may need: what is set up for many is set up by whichever comes first."""
_collecting = reached()
_reached_first: list[str] = []
_failed: list[str] = []
_skipped: list[str] = []
_functions: list[FunctionType] = []


def pytest_configure() -> None:
    """Note from the start: what is worked out while tests are collected belongs to all of them."""
    global _reached_first  # noqa: PLW0603  # pytest gives its plugins no other place for what they keep
    _reached_first = _collecting.__enter__()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how a test ended; one that fails at any stage has failed."""
    if report.failed:
        _failed.append(report.nodeid)
    elif report.skipped:
        _skipped.append(report.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Do errands instead of running the tests."""
    _collecting.__exit__(None, None, None)
    _functions.extend(made for made in all_functions() if made.__code__.co_filename.startswith(str(Path.cwd())))
    gc.freeze()  # nothing of what waits is looked through again in the copies
    with (
        os.fdopen(int(os.environ["MUTANTS_ERRANDS"]), encoding="utf-8") as errands,
        os.fdopen(int(os.environ["MUTANTS_ANSWERS"]), "w", encoding="utf-8") as answers,
    ):
        for line in errands:
            print(json.dumps(_send(session, json.loads(line))), file=answers, flush=True)
    return True


def _send(session: pytest.Session, errand: dict[str, Any]) -> dict[str, Any]:
    """Let a copy of this process do an errand, and wait for it as long as the errand says."""
    read, write = os.pipe()
    copy = os.fork()
    if not copy:
        os.close(read)
        _go(session, errand, write)
    os.close(write)
    said = b"".join(_hear(read, Watch(copy, WAITING * errand["seconds"])))
    os.close(read)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(copy, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(copy, signal.SIGKILL)
    os.waitpid(copy, 0)
    answer: dict[str, Any] = json.loads(said) if said.endswith(b"}") else {"failed": "it hangs or breaks"}
    return answer


def _hear(read: int, watch: Watch) -> Iterator[bytes]:
    while True:
        if select([read], [], [], LOOK)[0]:
            part = os.read(read, 1 << 16)
            if not part:
                return
            yield part
        elif watch.is_over():
            return


def _go(session: pytest.Session, errand: dict[str, Any], write: int) -> NoReturn:
    try:
        os.setsid()
        bound(errand["seconds"])
        os.environ.update({**errand["setting"], "PYTHONDONTWRITEBYTECODE": "1"})
        sys.dont_write_bytecode = True
        answer = json.dumps(_note(session, errand) if "file" in errand else _try(session, errand))
        with os.fdopen(write, "w", encoding="utf-8") as told:
            told.write(answer)
    finally:
        os._exit(0)


def _try(session: pytest.Session, errand: dict[str, Any]) -> dict[str, Any]:
    """Make the change and run tests until one fails."""
    change = errand["change"]
    swapped = change is None or swap(
        change["path"], Path(change["path"]).read_text("utf-8"), change["function"], _functions
    )
    if swapped:
        items = {item.nodeid: item for item in session.items}
        _run([(items[name], seconds) for name, seconds in errand["tests"] if name in items])
    return {"failed": _failed[0] if _failed else "", "swapped": swapped}


def _run(items: list[tuple[pytest.Item, float]]) -> None:
    """Run tests until one fails; one that works far longer than it should ends the process at once, not at the last."""
    for (item, seconds), following in zip(items, [*(item for item, _ in items[1:]), None], strict=True):
        bound_softly(process_time() + _SETTING_UP + SLOWER * seconds)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if _failed:
            return


def _worked() -> float:
    """Give the seconds that this process and those it started have worked; how busy the machine is does not count."""
    return sum(os.times()[:4])


def _note(session: pytest.Session, errand: dict[str, Any]) -> dict[str, Any]:
    """Run all tests of a file, and tell how long each takes, how it ends, and what it reaches."""
    items = [item for item in session.items if item.nodeid.partition("::")[0] == errand["file"]]
    notes: dict[str, Any] = {"": {"reached": _reached_first}}
    for item, following in zip(items, [*items[1:], None], strict=True):
        started = _worked()
        with reached() as names:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        notes[item.nodeid] = {"seconds": round(_worked() - started, 4), "reached": names}
    for name in _failed:
        notes[name]["failed"] = True
    for name in _skipped:
        notes[name]["skipped"] = True
    return {"notes": notes}
