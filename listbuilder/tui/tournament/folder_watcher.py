"""Watch an event folder and rebuild its overview when a file changes."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.errors import ListbuilderError
from listbuilder.tournament.overview import Overview, OverviewOptions, build_overview
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.tournament import Tournament
from listbuilder.tui.base_app import Page

_INTERVAL = 1.0
"""Seconds between two checks."""


class FolderWatcher:
    """Checks the folder in a thread, one check at a time, because a large event takes a while."""

    def __init__(self, page: Page, places: TournamentPaths, on_change: Callable[[Tournament, Overview], None]) -> None:
        self._page = page
        self._places = places
        self._on_change = on_change
        self._stamp: object = None
        """State of the files at the last check."""
        self._changes = 0
        self.is_checking = False
        """Whether a check is running."""

    def start(self) -> None:
        """Check now and at regular intervals."""
        self.check()
        self._page.set_interval(_INTERVAL, self.check)

    def check(self) -> None:
        """Rebuild the overview if a file has changed."""
        if not self.is_checking:
            self.is_checking = True
            self._page.run_worker(self._check, thread=True)

    def force_check(self) -> None:
        """Rebuild the overview even if no file has changed."""
        self._stamp = None
        self.check()

    def discard_running_check(self) -> None:
        """Ignore the result of a running check, because it does not include the latest decision."""
        self._changes += 1

    def _check(self) -> None:
        app = self._page.app
        try:
            changes, stamp = self._changes, self._places.fingerprint()
            if stamp != self._stamp:
                self._stamp = stamp  # set first: force_check may reset it meanwhile
                tournament = Tournament(self._places.root, app.library)
                overview = build_overview(tournament, OverviewOptions(language=app.language, jobs=1))
                app.call_from_thread(self._report, tournament, overview, changes)
        except (ListbuilderError, OSError) as error:
            self._stamp = None
            message = app.describe_error(error) if isinstance(error, ListbuilderError) else str(error)
            app.call_from_thread(app.show_message, message, "error")
        finally:
            self.is_checking = False

    def _report(self, tournament: Tournament, overview: Overview, changes: int) -> None:
        if changes == self._changes:
            self._on_change(tournament, overview)
        else:
            self._stamp = None
