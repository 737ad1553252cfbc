"""The tests never touch the user's folders, whatever the environment says."""

from __future__ import annotations

import tempfile
from pathlib import Path

from listbuilder.library.locations import cache_folder, state_folder, user_data_folders
from listbuilder.tui.user_settings import Settings, settings_file


def test_tests_use_temporary_folders() -> None:
    temporary = Path(tempfile.gettempdir())
    own = (cache_folder(), state_folder(), settings_file(), Settings().lists_folder)
    assert all(temporary in folder.parents for folder in own)


def test_tests_ignore_user_data() -> None:
    assert user_data_folders() == ()
