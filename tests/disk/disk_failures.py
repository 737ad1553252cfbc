"""Disks that stop or fail at the n-th operation."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from listbuilder.disk import syscalls

OPERATIONS = [
    name
    for name, member in vars(syscalls).items()
    if inspect.isfunction(member) and member.__module__ == syscalls.__name__
]


class Stopped(BaseException):
    """The process is gone; nothing after this point happens."""


@contextmanager
def disk(act: Callable[[int, str, Callable[..., Any], tuple[Any, ...]], Any]) -> Iterator[None]:
    """Route every operation through `act`, which gets its number, name, function and arguments."""
    done = 0

    def wrapped(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            nonlocal done
            done += 1
            return act(done, name, real, args)

        return run

    with pytest.MonkeyPatch.context() as patch:
        for name in OPERATIONS:
            patch.setattr(syscalls, name, wrapped(name, getattr(syscalls, name)))
        yield


@contextmanager
def kill_at(number: int) -> Iterator[None]:
    """Stop at the n-th operation as a kill would: a write is half done, and nothing follows."""

    def act(done: int, name: str, real: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        if done < number:
            return real(*args)
        if done == number and name == "write":
            real(args[0], args[1][: len(args[1]) // 2])
        raise Stopped

    with disk(act):
        yield


@contextmanager
def fail_at(number: int, error: int) -> Iterator[list[str]]:
    """Fail only the n-th operation; yield the names of all operations."""
    asked: list[str] = []

    def act(done: int, name: str, real: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        asked.append(name)
        if done == number:
            raise OSError(error, os.strerror(error))
        return real(*args)

    with disk(act):
        yield asked
