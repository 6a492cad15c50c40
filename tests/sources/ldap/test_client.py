import importlib.util
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.sources.ldap.client import escaped, import_ldap3


@given(st.text())
def test_no_value_can_end_or_begin_a_filter(value: str) -> None:
    assert not set(escaped(value)) & set("()*&|!=\0<>~")


def test_values_keep_their_meaning() -> None:
    assert escaped("a*(b)ñ") == r"a\2a\28b\29\c3\b1"


def test_a_missing_library_is_said_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ldap3", None)
    with pytest.raises(ConfigurationError) as missing:
        import_ldap3()
    assert "fidedigno[ldap]" in missing.value.hint


@pytest.mark.skipif(importlib.util.find_spec("ldap3") is None, reason="needs ldap3")
def test_the_library_is_there() -> None:
    assert import_ldap3().__name__ == "ldap3"
