from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.sources.ldap import LdapOptions

GOOD: dict[str, Any] = {
    "name": "corp",
    "url": "ldaps://ldap.example",
    "bind_dn": "cn=reader",
    "password": SecretStr("sesame"),
    "users_base": "ou=people",
    "groups_base": "ou=groups",
}


@pytest.mark.parametrize(
    "odd",
    [
        {"name": "a:b"},
        {"url": "ldap://ldap.example"},
        {"url": "https://ldap.example"},
        {"url": "ldaps://"},
        {"url": "ldaps://a@b"},
        {"url": "ldaps://[x"},
        {"bind_dn": ""},
        {"password": SecretStr("")},
        {"users_base": ""},
        {"login_attribute": "uid)(x"},
        {"group_filter": "cn=*"},
        {"page": 0},
        {"timeout": -1},
    ],
)
def test_an_option_that_cannot_hold_is_refused_with_advice(odd: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as refused:
        LdapOptions(**{**GOOD, **odd})
    assert refused.value.hint


def test_a_plain_connection_is_for_this_machine_or_made_safe() -> None:
    assert LdapOptions(**{**GOOD, "url": "ldap://127.0.0.1:389"})
    assert LdapOptions(**{**GOOD, "url": "ldap://ldap.example", "start_tls": True})


def test_the_password_does_not_show() -> None:
    assert "sesame" not in repr(LdapOptions(**GOOD))
