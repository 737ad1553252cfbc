"""Idle work: it starts after a paint, runs in slices, and yields to keys and newer work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from textual.timer import Timer

from listbuilder.tui.widgets import idle_tasks as idle_module
from listbuilder.tui.widgets.idle_tasks import IdleTasks
from tests.tui.isolated.editor_helpers import open_editor, overfull
from tests.tui.screen_helpers import wait_for


class Owner:
    """A fake screen whose paints and timers run on request."""

    def __init__(self) -> None:
        self.app = self
        self.key_queue = self
        self.has_pending = False
        self.is_running = True
        self.screen_stack: list[object] = [self]
        self.after_paint: list[Callable[[], object]] = []
        self.timers: list[Callable[[], object]] = []

    def call_after_refresh(self, then: Callable[[], object]) -> None:
        self.after_paint.append(then)

    def call_after(self, _seconds: float, then: Callable[[], object]) -> None:
        self.timers.append(then)

    def paint(self) -> None:
        waiting, self.after_paint = self.after_paint, []
        for then in waiting:
            then()

    def tick(self) -> None:
        waiting, self.timers = self.timers, []
        for then in waiting:
            then()


class Clock:
    """A clock that only the work advances."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(idle_module, "perf_counter", clock)
    monkeypatch.setattr(idle_module, "_SLICE_SECONDS", 0.25)
    return clock


def steps(clock: Clock, done: list[str], name: str, number: int, seconds: float) -> Iterator[None]:
    for index in range(number):
        clock.now += seconds
        done.append(f"{name}{index}")
        yield


def build_idle_tasks() -> tuple[Owner, IdleTasks]:
    owner = Owner()
    return owner, IdleTasks(cast(Any, owner))


def test_work_starts_after_paint_in_slices(clock):
    owner, idle = build_idle_tasks()
    done: list[str] = []
    assert (idle.is_busy, idle.is_pending) == (False, False)
    idle.start(steps(clock, done, "a", 5, 0.125))
    assert (idle.is_busy, idle.is_pending, done) == (True, True, [])
    owner.paint()
    assert done == ["a0", "a1", "a2"], "as long as a slice lasts"
    assert (idle.is_busy, idle.is_pending, len(owner.timers)) == (True, False, 1)
    owner.tick()
    assert done == [f"a{index}" for index in range(5)]
    assert (idle.is_busy, owner.timers) == (False, [])
    owner.paint()
    owner.tick()
    assert len(done) == 5


def test_short_work_is_done_at_once(clock):
    owner, idle = build_idle_tasks()
    done: list[str] = []
    idle.start(steps(clock, done, "a", 3, 0.0))
    owner.paint()
    assert (len(done), idle.is_busy, idle.is_pending, owner.timers) == (3, False, False, [])
    idle.start(iter(()))
    assert idle.is_pending
    owner.paint()
    assert (idle.is_busy, idle.is_pending) == (False, False), "nothing to do is done"


def test_work_waits_while_keys_are_queued(clock):
    owner, idle = build_idle_tasks()
    done: list[str] = []
    owner.has_pending = True
    idle.start(steps(clock, done, "a", 2, 0.0))
    owner.paint()
    assert (done, idle.is_busy, idle.is_pending, len(owner.timers)) == ([], True, True, 1)
    owner.tick()
    assert (done, len(owner.timers)) == ([], 1)
    owner.has_pending = False
    owner.tick()
    assert (done, idle.is_busy) == (["a0", "a1"], False)


def test_newer_work_replaces_current_work(clock):
    owner, idle = build_idle_tasks()
    done: list[str] = []
    idle.start(steps(clock, done, "a", 9, 0.5))
    owner.paint()
    idle.start(steps(clock, done, "b", 2, 0.5))
    assert idle.is_pending
    owner.paint()
    assert (done, len(owner.timers)) == (["a0", "b0"], 1), "one timer is enough"
    owner.tick()
    owner.tick()
    assert done == ["a0", "b0", "b1"]
    assert not idle.is_busy


def test_work_started_by_work_is_kept(clock):
    owner, idle = build_idle_tasks()
    done: list[str] = []

    def first() -> Iterator[None]:
        idle.start(steps(clock, done, "b", 1, 0.0))
        yield

    idle.start(first())
    owner.paint()
    assert (idle.is_busy, idle.is_pending, done) == (True, False, [])
    owner.paint()
    owner.tick()
    assert (done, idle.is_busy) == (["b0"], False)


def test_closed_screen_does_no_work(clock):
    owner, idle = build_idle_tasks()
    done: list[str] = []
    idle.start(steps(clock, done, "a", 2, 0.0))
    owner.screen_stack.clear()
    owner.paint()
    assert (done, owner.timers) == ([], [])


def test_ended_builder_does_no_work(clock):
    owner, idle = build_idle_tasks()
    done: list[str] = []
    idle.start(steps(clock, done, "a", 3, 0.5))
    owner.paint()
    owner.is_running = False
    owner.tick()
    assert (done, owner.timers) == (["a0"], [])


@pytest.mark.usefixtures("somewhere")
async def test_work_survives_lost_textual_timers(monkeypatch):
    start = Timer._start
    monkeypatch.setattr(Timer, "_start", lambda timer: None if timer._repeat == 0 else start(timer))
    noted: list[object] = []
    monkeypatch.setattr(idle_module, "_SLICE_SECONDS", 0.0)
    async with open_editor(overfull()) as (pilot, screen):
        assert screen.session.has_fixes, "fixes were worked out in many slices"
        monkeypatch.setattr(screen.save_controller, "_write_journal_in_thread", lambda: noted.append(screen))
        await pilot.press("2", "d")
        await wait_for(pilot, lambda: bool(noted))


@pytest.mark.usefixtures("somewhere")
async def test_pending_callbacks_are_dropped_at_exit():
    done: list[str] = []
    async with open_editor() as (_, screen):
        screen.call_after(0.0, lambda: done.append("in time"))
        await asyncio.sleep(0.05)
        screen.call_after(0.0, lambda: done.append("too late"))
        screen.app._running = False
        await asyncio.sleep(0.05)
        screen.app._running = True
    assert done == ["in time"]
