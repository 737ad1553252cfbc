"""A pytest plugin that collects the tests once and then answers requests, one JSON line each.

For each request the process forks. The child makes the mutation, runs the tests and exits. So nothing is imported
again, and no mutation affects the next one.
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

from proof.mutants.code_swap import all_functions, swap_function
from proof.mutants.function_trace import trace_functions
from proof.mutants.process_watch import ProcessWatch
from proof.mutants.pytest_client import CLOCK_FACTOR, POLL_SECONDS, SLOWDOWN_LIMIT, limit_cpu, limit_cpu_softly

_SETUP_SECONDS = 10
"""Extra time for a test: the first test of a group also runs the shared set-up."""
_collection_trace = trace_functions()
_reached_at_collection: list[str] = []
_failed: list[str] = []
_skipped: list[str] = []
_functions: list[FunctionType] = []


def pytest_configure() -> None:
    """Start recording: functions that run during collection count for all tests."""
    global _reached_at_collection  # noqa: PLW0603  # pytest plugins have no other place for state
    _reached_at_collection = _collection_trace.__enter__()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record tests that fail or are skipped."""
    if report.failed:
        _failed.append(report.nodeid)
    elif report.skipped:
        _skipped.append(report.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Answer requests instead of running the tests."""
    _collection_trace.__exit__(None, None, None)
    root = str(Path.cwd())
    _functions.extend(function for function in all_functions() if function.__code__.co_filename.startswith(root))
    gc.freeze()  # the children need not scan these objects
    with (
        os.fdopen(int(os.environ["MUTANTS_REQUESTS"]), encoding="utf-8") as requests,
        os.fdopen(int(os.environ["MUTANTS_ANSWERS"]), "w", encoding="utf-8") as answers,
    ):
        for line in requests:
            print(json.dumps(_answer(session, json.loads(line))), file=answers, flush=True)
    return True


def _answer(session: pytest.Session, request: dict[str, Any]) -> dict[str, Any]:
    """Run a request in a child process and return its answer."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        _run_child(session, request, write)
    os.close(write)
    answer_bytes = b"".join(_read_answer(read, ProcessWatch(child, CLOCK_FACTOR * request["seconds"])))
    os.close(read)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    answer: dict[str, Any] = (
        json.loads(answer_bytes) if answer_bytes.endswith(b"}") else {"failed": "a timeout or crash"}
    )
    return answer


def _read_answer(read: int, watch: ProcessWatch) -> Iterator[bytes]:
    while True:
        if select([read], [], [], POLL_SECONDS)[0]:
            chunk = os.read(read, 1 << 16)
            if not chunk:
                return
            yield chunk
        elif watch.is_over():
            return


def _run_child(session: pytest.Session, request: dict[str, Any], write: int) -> NoReturn:
    try:
        os.setsid()
        limit_cpu(request["seconds"])
        os.environ.update({**request["environment"], "PYTHONDONTWRITEBYTECODE": "1"})
        sys.dont_write_bytecode = True
        answer = json.dumps(_record_tests(session, request) if "file" in request else _test_mutation(session, request))
        with os.fdopen(write, "w", encoding="utf-8") as stream:
            stream.write(answer)
    finally:
        os._exit(0)


def _test_mutation(session: pytest.Session, request: dict[str, Any]) -> dict[str, Any]:
    """Make the mutation and run tests until one fails."""
    mutation = request["mutation"]
    swapped = mutation is None or swap_function(
        mutation["path"], Path(mutation["path"]).read_text("utf-8"), mutation["function"], _functions
    )
    if swapped:
        items = {item.nodeid: item for item in session.items}
        _run_tests([(items[name], seconds) for name, seconds in request["tests"] if name in items])
    return {"failed": _failed[0] if _failed else "", "swapped": swapped}


def _run_tests(items: list[tuple[pytest.Item, float]]) -> None:
    """Run tests until one fails. A test that takes far too long ends the process at once."""
    for (item, seconds), following in zip(items, [*(item for item, _ in items[1:]), None], strict=True):
        limit_cpu_softly(process_time() + _SETUP_SECONDS + SLOWDOWN_LIMIT * seconds)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if _failed:
            return


def _cpu_seconds() -> float:
    """Return the processor time of this process and its children."""
    return sum(os.times()[:4])


def _record_tests(session: pytest.Session, request: dict[str, Any]) -> dict[str, Any]:
    """Run all tests of a file and return for each its duration, its outcome and the functions it reaches."""
    items = [item for item in session.items if item.nodeid.partition("::")[0] == request["file"]]
    notes: dict[str, Any] = {"": {"reached": _reached_at_collection}}
    for item, following in zip(items, [*items[1:], None], strict=True):
        started = _cpu_seconds()
        with trace_functions() as names:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        notes[item.nodeid] = {"seconds": round(_cpu_seconds() - started, 4), "reached": names}
    for name in _failed:
        notes[name]["failed"] = True
    for name in _skipped:
        notes[name]["skipped"] = True
    return {"notes": notes}
