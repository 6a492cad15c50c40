"""The connector against a real server; skips, saying so, where it or the library is absent."""

import importlib.util
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from fidedigno.model import Identity, Principal
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.ldap import LdapConnector, LdapOptions
from tests.fakes.dokuwiki import identity_of
from tests.fakes.ldap import ADMIN, BASE, MISSING, PASSWORD, certificate, is_installed, live_ldap

pytestmark = pytest.mark.skipif(
    not is_installed() or importlib.util.find_spec("ldap3") is None, reason=MISSING
)

MANY = 303


def person(uid: str, number: int, *more: str) -> str:
    lines = [f"dn: uid={uid},ou=people,{BASE}", "objectClass: inetOrgPerson", "objectClass: posixAccount"]
    lines += ["objectClass: shadowAccount", f"uid: {uid}", f"cn: {uid}", f"sn: {uid}", f"uidNumber: {number}"]
    lines += [f"homeDirectory: /x/{uid}", *more]
    if not any(each.startswith("gidNumber") for each in more):
        lines.append("gidNumber: 1")
    if not any(each.startswith("mail") for each in more):
        lines.append(f"mail: {uid.capitalize()}@corp.example")
    return "\n".join(lines)


def group(cn: str, *members: str) -> str:
    lines = [f"dn: cn={cn},ou=groups,{BASE}", "objectClass: groupOfNames", f"cn: {cn}"]
    return "\n".join([*lines, *(f"member: {each}" for each in members)])


def posix(cn: str, number: int, *logins: str) -> str:
    lines = [f"dn: cn={cn},ou=groups,{BASE}", "objectClass: posixGroup", f"cn: {cn}", f"gidNumber: {number}"]
    return "\n".join([*lines, *(f"memberUid: {each}" for each in logins)])


def at(uid: str) -> str:
    return f"uid={uid},ou=people,{BASE}"


def under(cn: str) -> str:
    return f"cn={cn},ou=groups,{BASE}"


LDIF = "\n\n".join(
    [
        f"dn: {BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Corp\ndc: corp",
        f"dn: ou=people,{BASE}\nobjectClass: organizationalUnit\nou: people",
        f"dn: ou=groups,{BASE}\nobjectClass: organizationalUnit\nou: groups",
        person("ana", 1),
        person("bo", 2, "gidNumber: 77"),
        person("cy", 3, "shadowExpire: 1"),
        person("dee", 4, "pwdAccountLockedTime: 000001010000Z"),
        person("eve", 5, "mail: shared@corp.example"),
        person("fay", 6, "mail: Shared@Corp.example"),
        person("o*(x)", 7),
        *(person(f"p{number}", 100 + number) for number in range(MANY)),
        group("staff", under("sales"), at("cy"), at("dee")),
        group("sales", "UID=Ana, OU=People,dc=corp,dc=example", under("eu")),
        group("eu", under("staff"), at("p7"), "uid=gone,ou=people,dc=other"),
        group("shared", at("eve"), at("fay")),
        posix("unix", 77, "p9", "cy", "nobody"),
        *(group(f"g{number}", at("ana")) for number in range(MANY)),
        "",
    ]
)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with live_ldap(tmp_path_factory.mktemp("ldap"), LDIF) as url:
        yield url


@pytest.fixture
def options(url: str) -> LdapOptions:
    return LdapOptions(
        "corp",
        url,
        ADMIN,
        SecretStr(PASSWORD),
        f"ou=people,{BASE}",
        f"ou=groups,{BASE}",
        page=50,
        timeout=10,
    )


def groups_of(identity: Identity) -> set[str]:
    names = {each.name.removeprefix("ldap:corp:group:") for each in identity.principals}
    return {each for each in names if "@" not in each and each and not each.startswith("g")}


@pytest.mark.parametrize("seconds", [30.0, 2.5])
async def test_a_time_that_is_no_whole_number_is_one_too(options: LdapOptions, seconds: float) -> None:
    assert (await LdapConnector(replace(options, timeout=seconds)).people()).users


async def test_people_and_nested_groups_of_a_real_server(options: LdapOptions) -> None:
    content = await LdapConnector(options).people()
    assert len(content.groups) == MANY + 5
    assert groups_of(identity_of(content, "ana@corp.example")) == {"sales", "eu", "staff"}
    assert groups_of(identity_of(content, "p7@corp.example")) == {"eu", "sales", "staff"}
    assert groups_of(identity_of(content, "bo@corp.example")) == {"unix"}
    assert groups_of(identity_of(content, "p9@corp.example")) == {"unix"}


async def test_accounts_that_are_expired_or_locked_hold_nothing_and_are_switched_off(
    options: LdapOptions,
) -> None:
    content = await LdapConnector(options).people()
    off = {each.name for each in content.users if each.enabled is False}
    assert off == {"cy@corp.example", "dee@corp.example"}
    for name in off:
        assert groups_of(identity_of(content, name)) == set()


async def test_an_address_of_two_entries_is_nobodys(options: LdapOptions) -> None:
    content = await LdapConnector(options).people()
    members = {each.name: each.members for each in content.groups}
    assert members["ldap:corp:group:shared"] == frozenset[Principal]()
    assert "shared@corp.example" not in {each.name for each in content.users}


async def test_the_standing_of_one_person_now(options: LdapOptions) -> None:
    connector = LdapConnector(options)
    asked = ("ana", "cy", "dee", "zed", "o*(x)", "*", "a*", "ana)(uid=*", "", "\x00", "é" * 10_000)
    assert [each for each in asked if await connector.is_active(each)] == ["ana", "o*(x)"]


async def test_a_wrong_password_is_said(options: LdapOptions) -> None:
    with pytest.raises(SourceError) as refused:
        await LdapConnector(replace(options, password=SecretStr("wrong"))).people()
    assert refused.value.kind is SourceErrorKind.SIGNED_OUT


async def test_a_base_that_is_not_there_is_an_error_and_not_a_directory_without_people(
    options: LdapOptions,
) -> None:
    with pytest.raises(SourceError) as absent:
        await LdapConnector(replace(options, groups_base=f"ou=none,{BASE}")).people()
    assert absent.value.kind is SourceErrorKind.NOT_AVAILABLE


async def test_a_filter_that_is_none_is_said(options: LdapOptions) -> None:
    with pytest.raises(SourceError):
        await LdapConnector(replace(options, user_filter="((uid=)")).people()


async def test_more_entries_than_allowed_are_not_cut_silently(options: LdapOptions) -> None:
    with pytest.raises(SourceError):
        await LdapConnector(replace(options, most=200)).people()


async def test_a_server_that_is_away_is_tried_again_and_then_said() -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    away = LdapOptions("corp", "ldap://127.0.0.1:1", ADMIN, SecretStr("x"), "o=x", "o=x", timeout=1)
    with pytest.raises(SourceError) as failed:
        await LdapConnector(away, sleep=sleep).people()
    assert failed.value.kind is SourceErrorKind.TEMPORARY
    assert len(waits) == 2


async def test_a_list_that_the_server_cuts_off_is_no_list(
    tmp_path_factory: pytest.TempPathFactory, options: LdapOptions
) -> None:
    reader = f"dn: cn=reader,{BASE}\nobjectClass: person\ncn: reader\nsn: r\nuserPassword: {PASSWORD}\n"
    limits = (
        "access to attrs=userPassword by anonymous auth\naccess to * by * read\nsizelimit size.prtotal=50"
    )
    with live_ldap(tmp_path_factory.mktemp("cut"), f"{LDIF}\n{reader}", limits) as url:
        cut = replace(options, url=url, bind_dn=f"cn=reader,{BASE}")
        with pytest.raises(SourceError):
            await LdapConnector(cut).people()


# The library asks Python to compare names in a way that Python 3.11 warns of.
@pytest.mark.filterwarnings("ignore:ssl.match_hostname:DeprecationWarning")
# It also leaves a connection to a server of another name to be closed by Python.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a certificate")
@pytest.mark.parametrize("scheme", ["ldaps", "ldap"])
@pytest.mark.parametrize(
    ("address", "known", "accepted"),
    [("127.0.0.1", True, True), ("127.0.0.1", False, False), ("10.9.8.7", True, False)],
)
async def test_a_password_is_said_only_to_a_server_with_a_certificate_that_counts(
    tmp_path: Path, options: LdapOptions, scheme: str, address: str, known: bool, accepted: bool
) -> None:
    made, lines = certificate(tmp_path, address)
    few = "\n\n".join([*LDIF.split("\n\n")[:4], ""])
    with live_ldap(tmp_path, few, lines, scheme) as url:
        safe = replace(
            options, url=url, start_tls=scheme == "ldap", ca_file=made if known else None, timeout=5
        )
        connector = LdapConnector(safe, sleep=_no_wait)
        if accepted:
            assert [each.name for each in (await connector.people()).users] == ["ana@corp.example"]
        else:
            with pytest.raises(SourceError) as refused:
                await connector.people()
            assert refused.value.kind is SourceErrorKind.TEMPORARY


async def _no_wait(seconds: float) -> None:
    return
