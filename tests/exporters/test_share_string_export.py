"""The share string: the whole list in one word."""

from __future__ import annotations

import listbuilder
from listbuilder.exporters import find_exporter
from listbuilder.library.locations import bundled_data_folder
from listbuilder.listfiles.share_string import decode_share_string


def test_share_string_is_one_word_with_whole_list() -> None:
    for name in ("aof-3.5-the-iron-vale", "aofs-3.5-first-frost"):
        army = listbuilder.load(bundled_data_folder() / "lists" / f"{name}.yaml")
        (word,) = army.export(find_exporter("share").id).decode().split()
        assert decode_share_string(word) == army.judged.army
