"""What is odd about the lock, told by every part that rests on it: who publishes from a broken one has to know."""

from __future__ import annotations

from listbuilder.cli.context import Context, tell
from listbuilder.diagnostics import Severity
from listbuilder.errors import UnreadableError
from listbuilder.tournament.log_integrity import odd_about_lock
from listbuilder.tournament.tournament import Desk


def is_sound(desk: Desk, context: Context) -> bool:
    """Say what is odd about the lock, and tell whether it can be relied on."""
    odd = tuple(odd_about_lock(desk))
    if odd:
        tell(context, UnreadableError(odd))
    return all(one.severity is not Severity.ERROR for one in odd)
