from datetime import UTC, datetime

import pytest

from fidedigno.sources.ldap.standing import is_active
from tests.fakes.ldap import entry

NOW = datetime(2026, 11, 30, tzinfo=UTC)
TODAY = 20787
FILE_TIME = (int(NOW.timestamp()) + 11_644_473_600) * 10_000_000


@pytest.mark.parametrize(
    "marks",
    [
        {},
        {"userAccountControl": "512"},
        {"userAccountControl": "66048"},
        {"accountExpires": "0"},
        {"accountExpires": "9223372036854775807"},
        {"accountExpires": str(FILE_TIME + 10_000_000)},
        {"shadowExpire": "-1"},
        {"shadowExpire": str(TODAY + 1)},
        {"nsAccountLock": "false"},
        {"loginDisabled": "FALSE"},
    ],
)
def test_an_account_without_a_mark_may_be_used(marks: dict[str, str]) -> None:
    assert is_active(entry("uid=a", **marks), NOW)


@pytest.mark.parametrize(
    "marks",
    [
        {"userAccountControl": "514"},
        {"userAccountControl": "66050"},
        {"userAccountControl": "x"},
        {"userAccountControl": ["512", "512"]},
        {"userAccountControl": "٥١٢"},
        {"accountExpires": str(FILE_TIME)},
        {"accountExpires": "soon"},
        {"shadowExpire": "0"},
        {"shadowExpire": str(TODAY)},
        {"shadowExpire": "1e9"},
        {"pwdAccountLockedTime": "000001010000Z"},
        {"pwdAccountLockedTime": "20261129000000Z"},
        {"nsAccountLock": "TRUE"},
        {"nsAccountLock": ""},
        {"loginDisabled": "yes"},
    ],
)
def test_a_mark_closes_an_account_also_where_it_is_not_understood(marks: dict[str, str]) -> None:
    assert not is_active(entry("uid=a", **marks), NOW)
