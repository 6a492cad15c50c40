from pathlib import Path
from typing import Any

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.sources.posix import PosixOptions


@pytest.mark.parametrize(
    "odd",
    [
        {"name": "a:b"},
        {"name": ""},
        {"file_bytes": 0},
        {"users": {"ana": "user:ana"}},
        {"users": {"ana": ""}},
        {"groups": {"staff": "staff"}},
        {"groups": {"staff": "user:ana"}},
        {"groups": {"staff": "anyone"}},
    ],
)
def test_an_option_that_cannot_hold_is_refused_with_advice(odd: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as refused:
        PosixOptions(**{"name": "w", "root": Path("x"), **odd})
    assert refused.value.hint
