"""A browser for the tests that need one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.browser import Browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser that prefers English."""
    # Other tests here do without one, so this must not be needed to load them.
    from tests.web.browser import Browser

    browser = Browser(tmp_path_factory.mktemp("profile"), "--lang=en")
    browser.size(1280, 1000)
    yield browser
    browser.close()
