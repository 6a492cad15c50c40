import pytest

from fidedigno.errors import UsageError
from fidedigno.verify.calibrate.library import require_library


def test_a_missing_library_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fidedigno.verify.calibrate.library.find_spec", lambda name: None)
    with pytest.raises(UsageError) as raised:
        require_library()
    assert "fidedigno[calibrate]" in raised.value.hint
