"""The selected unit: what it is, what it carries, and every section of upgrades."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.tui import taking
from listbuilder.tui.bench import Bench
from listbuilder.tui.panes.pane import Listener, Pane
from listbuilder.tui.view.detail import RULES, Place, detail_rows, explain, find_place, places
from listbuilder.tui.view.row import Row, info, row
from listbuilder.tui.view.words import title_of


class DetailPane(Pane):
    """One unit and what it may take."""

    def __init__(self, bench: Bench, listener: Listener) -> None:
        super().__init__(bench, listener, "detail", one_click=True, verb="key.take")
        self.texts = False
        """Whether the rules are spelt out."""
        self._shown: str | None = None

    def build(self) -> list[Row]:
        """Show the unit; without one, say so."""
        worked = self.bench.worked
        if worked is None:
            return [info(self.app.tr("tui.detail.nothing"), "dim")]
        return detail_rows(self.bench.workspace, worked, self.app.language, texts=self.texts)

    def paint(self) -> None:
        """Show the selected unit; another one is read from its first line."""
        worked, language = self.bench.worked, self.app.language
        if worked is None:
            self.title(self.app.tr("tui.detail.title"))
        else:
            self.title(title_of(worked, language), f"{worked.cost} {self.app.tr('sheet.word.points')}")
        other = self.bench.selected != self._shown
        self._shown = self.bench.selected
        self.show(self.build(), afresh=other)

    @property
    def place(self) -> Place | None:
        """What the row under the cursor stands for."""
        worked = self.bench.worked
        return find_place(worked, self.cursor_key) if worked is not None else None

    def toggle(self, key: str) -> Diagnostic | None:
        """Take what a row stands for, or put it back; give the reason where that has no meaning."""
        if key == RULES:
            self.toggle_texts()
        place = self.place
        return taking.toggle(self.bench, place) if place is not None else None

    def more(self, by: int) -> Diagnostic | None:
        """Take one more, or one less, of what is under the cursor; give the reason where that has no meaning."""
        place = self.place
        if place is None:
            return None
        if by > 0:
            return taking.take(self.bench, place)
        taking.put_back(self.bench, place)
        return None

    def toggle_texts(self) -> None:
        """Spell the rules out, or no longer."""
        self.texts = not self.texts
        self.paint()

    def hint(self) -> tuple[Row, ...]:
        """Say what the option under the cursor brings, and what would come of it."""
        worked = self.bench.worked
        if worked is None:
            return ()
        text = explain(self.bench.workspace, worked, self.cursor_key, self.app.language)
        return (row("hint", text, wrap=True, pickable=False),) if text else ()

    def work_out(self) -> Iterator[None]:
        """Work out what may be taken, one option after the other, and show it."""
        worked = self.bench.worked
        if worked is None:
            return
        for place in places(worked):
            if place.option is not None:
                self.bench.workspace.option_offer(worked, place.section, place.option, place.half)
                yield
        self.paint()
        yield
