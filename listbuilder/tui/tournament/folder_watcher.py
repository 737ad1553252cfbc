"""Watch an event folder and rebuild its overview when a file changes."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.errors import ListbuilderError
from listbuilder.tournament.overview import Overview, View, build_table
from listbuilder.tournament.paths import Places
from listbuilder.tournament.tournament import Desk
from listbuilder.tui.base import Page

_INTERVAL = 1.0
"""Seconds between two checks."""


class DeskWatch:
    """Checks the folder in a thread, one check at a time, because a large event takes a while."""

    def __init__(self, page: Page, places: Places, on_change: Callable[[Desk, Overview], None]) -> None:
        self._page = page
        self._places = places
        self._on_change = on_change
        self._stamp: object = None
        """State of the files at the last check."""
        self._changes = 0
        self.looking = False
        """Whether a check is running."""

    def start(self) -> None:
        """Check now and at regular intervals."""
        self.look()
        self._page.set_interval(_INTERVAL, self.look)

    def look(self) -> None:
        """Rebuild the overview if a file has changed."""
        if not self.looking:
            self.looking = True
            self._page.run_worker(self._check, thread=True)

    def look_again(self) -> None:
        """Rebuild the overview even if no file has changed."""
        self._stamp = None
        self.look()

    def heed_change(self) -> None:
        """Ignore the result of a running check, because it does not include the latest decision."""
        self._changes += 1

    def _check(self) -> None:
        app = self._page.app
        try:
            changes, stamp = self._changes, self._places.stamp()
            if stamp != self._stamp:
                self._stamp = stamp  # set first: force_check may reset it meanwhile
                tournament = Desk(self._places.root, app.library)
                overview = build_table(tournament, View(language=app.language, jobs=1))
                app.call_from_thread(self._report, tournament, overview, changes)
        except (ListbuilderError, OSError) as error:
            self._stamp = None
            message = app.error_text(error) if isinstance(error, ListbuilderError) else str(error)
            app.call_from_thread(app.say, message, "error")
        finally:
            self.looking = False

    def _report(self, tournament: Desk, overview: Overview, changes: int) -> None:
        if changes == self._changes:
            self._on_change(tournament, overview)
        else:
            self._stamp = None
