"""One library for all tests of this folder; nothing that a list brings along may change it."""

from __future__ import annotations

import pytest

from listbuilder.library import Library


@pytest.fixture(scope="session")
def library() -> Library:
    return Library.open(user=False)
