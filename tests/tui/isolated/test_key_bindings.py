"""Which keys are in the key bar of each screen, only in help, or always active."""

from __future__ import annotations

import pytest
from textual.binding import Binding
from textual.dom import DOMNode

from listbuilder.tui.app import BuilderApp
from listbuilder.tui.base_app import Dialog
from listbuilder.tui.dialogs import NoteField, TextDialog
from listbuilder.tui.editor.list_dialogs import CampaignDialog, FixDialog, ListDetailsDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.export.screen import ExportScreen
from listbuilder.tui.home.new_list import NewListScreen
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.odds.screen import OddsScreen
from listbuilder.tui.palette import HelpScreen
from listbuilder.tui.screens.compare import CompareScreen
from listbuilder.tui.screens.folder import FolderScreen
from listbuilder.tui.screens.history import HistoryScreen
from listbuilder.tui.screens.play import PlayScreen
from listbuilder.tui.screens.rules import RulesScreen
from listbuilder.tui.screens.settings import SettingsScreen
from listbuilder.tui.screens.summary import SummaryScreen
from listbuilder.tui.tournament.screen import TextViewerScreen, TournamentScreen
from listbuilder.tui.widgets.row_list import RowList

HELP = "question_mark,f1"
EDITOR = f"full_stop a x,delete u f c j slash p ctrl+r tab d r e exclamation_mark escape h i g {HELP}"
MORE = "n E t plus,equals_sign minus shift+up,left_square_bracket shift+down,right_square_bracket shift+tab right left"
ONLY_HELP = f"{MORE} 1 2 3 m z Z y w b v o ctrl+s S"
KEYS: dict[type[DOMNode], tuple[str, str]] = {
    BuilderApp: ("", "ctrl+q f2 ctrl+p"),
    CampaignDialog: ("ctrl+s", ""),
    CompareScreen: (f"o escape {HELP}", ""),
    TournamentScreen: (f"slash s a x u l k escape {HELP}", "r"),
    Dialog: ("escape", ""),
    EditorScreen: (EDITOR, ONLY_HELP),
    ExportScreen: (f"right e c o tab escape {HELP}", "left"),
    FixDialog: ("f", ""),
    FolderScreen: (f"slash s r o escape {HELP}", ""),
    HelpScreen: ("escape,question_mark,q,enter", ""),
    HomeScreen: (f"n o i d v r x,delete u slash w s escape q {HELP}", "b"),
    ListDetailsDialog: ("ctrl+s", ""),
    NewListScreen: (f"escape {HELP}", ""),
    NoteField: ("", "enter"),
    OddsScreen: (f"tab right s o n c m f escape,w,q {HELP}", "shift+tab left"),
    PlayScreen: (f"plus,equals_sign,right minus,backspace,left a 1 t n u escape {HELP}", "2 3 T R"),
    TextViewerScreen: (f"escape,q {HELP}", ""),
    RowList: ("", "up down pageup pagedown home end enter,space"),
    RulesScreen: (f"slash escape {HELP}", ""),
    SettingsScreen: (f"right backspace,delete escape {HELP}", "left"),
    SummaryScreen: ("escape,i,q,enter", ""),
    HistoryScreen: (f"m x,delete tab escape {HELP}", ""),
    TextDialog: ("ctrl+s", ""),
}
OVER_ALL = {BuilderApp: "ctrl+q ctrl+p", NoteField: "enter"} | dict.fromkeys(
    (CampaignDialog, ListDetailsDialog, TextDialog), "ctrl+s"
)
"""Keys that also work while typing: quit, command palette and save."""


def list_keys(owner: type[DOMNode], **flags: bool) -> str:
    bindings = [binding for binding in owner.BINDINGS if isinstance(binding, Binding)]
    return " ".join(
        binding.key for binding in bindings if all(getattr(binding, name) is value for name, value in flags.items())
    )


@pytest.mark.parametrize("owner", KEYS, ids=lambda owner: owner.__name__)
def test_key_bar_and_help_share_all_keys(owner):
    assert (list_keys(owner, show=True), list_keys(owner, show=False)) == KEYS[owner]
    assert list_keys(owner, priority=True) == OVER_ALL.get(owner, "")
