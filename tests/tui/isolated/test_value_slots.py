"""Value classes of the builder have slots."""

from __future__ import annotations

from dataclasses import fields

import pytest

from listbuilder.tui.editor.list_dialogs import CampaignProgress
from listbuilder.tui.export.export_job import ExportRequest
from listbuilder.tui.palette import Command
from listbuilder.tui.widgets.key_bar import KeyHint


@pytest.mark.parametrize("value", [Command, CampaignProgress, KeyHint, ExportRequest], ids=lambda value: value.__name__)
def test_values_have_slots(value):
    assert not hasattr(object.__new__(value), "__dict__")


def test_export_request_takes_only_keywords():
    assert all(field.kw_only for field in fields(ExportRequest))
    usual = {field.name: field.default for field in fields(ExportRequest)}
    assert [name for name, value in usual.items() if value is True] == [], "nothing is added that nobody asked for"
