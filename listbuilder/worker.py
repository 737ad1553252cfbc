"""One process that works for another: it gets errands, several at once, and sends back what it made of them."""

from __future__ import annotations

import gc
import pickle
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe, Process
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from listbuilder.deadline import listening

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Given = TypeVar("Given")
Made = TypeVar("Made")

_END = _FAILED = b""


class Batch(NamedTuple, Generic[Given]):
    """Some errands, and the places that they have among all."""

    places: list[int]
    errands: list[Given]


class LostError(Exception, Generic[Given]):
    """A process died over what it had to do, or what it made cannot travel; `left` are parts that it had not begun."""

    def __init__(self, left: list[Batch[Given]] | None = None) -> None:
        super().__init__()
        self.left = left or []


class Worker(Generic[Given, Made]):
    """A process that is started when it is needed, and anew after it died or was dismissed."""

    def __init__(self, run: Callable[[Given], Made]) -> None:
        self._run = run
        self._process: Process | None = None
        self._line: Connection | None = None
        self.parts: deque[Batch[Given]] = deque()
        """What it was given and has not answered yet, the oldest first."""

    def begin(self, part: Batch[Given]) -> None:
        """Give it something to do."""
        line = self._line or self._started()
        self.parts.append(part)
        with suppress(OSError):  # it is dead, which who waits for its answer will hear
            line.send_bytes(pickle.dumps(part.errands))

    @property
    def line(self) -> Connection:
        """Where its answers come from."""
        assert self._line is not None
        return self._line

    def end(self) -> list[Made]:
        """Wait for what it made of the oldest part that it was given; raise LostError where nothing comes of that."""
        try:
            answer = self.line.recv_bytes()
        except (EOFError, OSError):
            left = list(self.parts)[1:]
            self.dismiss()
            raise LostError(left) from None
        self.parts.popleft()
        if answer == _FAILED:
            raise LostError
        made: list[Made] = pickle.loads(answer)  # noqa: S301  # our own process has written it
        return made

    def _started(self) -> Connection:
        self._line, theirs = Pipe()
        self._process = Process(target=_serve, args=(self._run, theirs), daemon=True)
        self._process.start()
        theirs.close()  # who reads hears that it died only if nobody else holds its end
        return self._line

    def dismiss(self) -> None:
        """Let it go; one that is still at something is not waited for."""
        if self._process is None or self._line is None:
            return
        if self.parts:
            self._process.terminate()
        with suppress(OSError):  # it may be dead
            self._line.send_bytes(_END)
        self._line.close()
        self._process.join()
        self.parts.clear()
        self._process = self._line = None


def _serve(run: Callable[[Given], Made], line: Connection) -> None:
    gc.freeze()  # what the first process had made is no rubbish, and looking at it would copy it
    try:
        with listening():
            while (asked := line.recv_bytes()) != _END:
                line.send_bytes(_answer(run, asked))
    except (EOFError, OSError, KeyboardInterrupt):
        return  # nobody waits for it any more


def _answer(run: Callable[[Given], Made], asked: bytes) -> bytes:
    try:
        return pickle.dumps([run(errand) for errand in pickle.loads(asked)])  # noqa: S301  # as above
    except Exception:  # noqa: BLE001  # whatever befell one, its other errands must not suffer for it
        return _FAILED
