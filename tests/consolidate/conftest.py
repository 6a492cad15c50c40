"""Consolidation is tested with the real reader of dates where it is there, else with a plain one."""

import pytest

from fidedigno import dates
from tests.fakes import dates as plain_dates


@pytest.fixture(autouse=True)
def reader_of_dates(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("find_dates", "is_same_instant"):
        if not hasattr(dates, name):
            monkeypatch.setattr(dates, name, getattr(plain_dates, name), raising=False)
