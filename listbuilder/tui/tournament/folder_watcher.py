"""A desk's folder, looked at again and again: whatever changes there shows a moment later."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.errors import ListbuilderError
from listbuilder.tournament.overview import Overview, View, build_table
from listbuilder.tournament.paths import Places
from listbuilder.tournament.tournament import Desk
from listbuilder.tui.base import Page

_EVERY = 1.0
"""Seconds between two looks."""


class DeskWatch:
    """Looks in a thread, one look after the other: a large desk takes its time."""

    def __init__(self, page: Page, places: Places, found: Callable[[Desk, Overview], None]) -> None:
        self._page = page
        self._places = places
        self._found = found
        self._stamp: object = None
        """What the files looked like when they were looked at last."""
        self._changes = 0
        self.looking = False
        """Whether a look is under way."""

    def start(self) -> None:
        """Look now, and from now on."""
        self.look()
        self._page.set_interval(_EVERY, self.look)

    def look(self) -> None:
        """Work everything out anew where a file has changed."""
        if not self.looking:
            self.looking = True
            self._page.run_worker(self._look, thread=True)

    def look_again(self) -> None:
        """Work everything out anew whether a file has changed or not; a look under way may not know why."""
        self._stamp = None
        self.look()

    def heed_change(self) -> None:
        """Let a look that is under way count for nothing: it does not know what has just been changed here."""
        self._changes += 1

    def _look(self) -> None:
        app = self._page.app
        try:
            changes, stamp = self._changes, self._places.stamp()
            if stamp != self._stamp:
                self._stamp = stamp  # at once: who wants another look meanwhile takes it back
                desk = Desk(self._places.root, app.library)
                made = build_table(desk, View(language=app.language, jobs=1))
                app.call_from_thread(self._tell, desk, made, changes)
        except (ListbuilderError, OSError) as error:
            self._stamp = None
            said = app.error_text(error) if isinstance(error, ListbuilderError) else str(error)
            app.call_from_thread(app.say, said, "error")
        finally:
            self.looking = False

    def _tell(self, desk: Desk, made: Overview, changes: int) -> None:
        if changes == self._changes:
            self._found(desk, made)
        else:
            self._stamp = None
