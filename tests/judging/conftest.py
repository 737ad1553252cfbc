"""One library for all tests of this folder; reading a list must never change it."""

from __future__ import annotations

import pytest

from listbuilder.library import Library


@pytest.fixture(scope="session")
def library() -> Library:
    return Library.open(user=False)
