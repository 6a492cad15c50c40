"""Names of people and groups: compared in one form, never confused, never invisible."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model import ANYONE, Identity, Principal, PrincipalKind
from fidedigno.model.principal import MAX_NAME_CHARACTERS, normalise_name


@pytest.mark.parametrize(
    ("written", "compared"),
    [
        ("  Ana ", "ana"),
        ("ANA@Campus.Example", "ana@campus.example"),
        ("Jose\u0301", "jos\u00e9"),
        ("\uff21\uff2e\uff21", "ana"),
        ("Stra\u00dfe", "strasse"),
        ("\u00a0luis\u3000", "luis"),
        ("o'brien\" or 1=1 --", "o'brien\" or 1=1 --"),
    ],
)
def test_names_are_compared_in_one_form(written: str, compared: str) -> None:
    assert normalise_name(written) == compared
    assert Principal.user(written) == Principal.user(compared)


@pytest.mark.parametrize(
    "other", ["\u0430na", "ana+x@b.org", "an\u03b1", "ana b"], ids=["cyrillic", "plus", "greek", "space"]
)
def test_names_that_only_look_alike_are_other_people(other: str) -> None:
    assert Principal.user(other) not in {Principal.user("ana"), Principal.user("ana@b.org")}


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "\u3000",
        "a\x00",
        "a\nb",
        "a\u200bb",
        "a\u202eb",
        "a\u00adb",
        "\ud800",
        "\ufeffana",
        "\ue000",
    ],
)
def test_a_name_with_nothing_or_something_invisible_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="a name may not"):
        normalise_name(name)


def test_the_longest_name_is_that_of_an_address() -> None:
    assert normalise_name("a" * MAX_NAME_CHARACTERS)
    with pytest.raises(ValueError, match="at most"):
        normalise_name("a" * (MAX_NAME_CHARACTERS + 1))
    with pytest.raises(ValueError, match="at most"):
        normalise_name("\ufdfa" * 40)  # one character that stands for eighteen


@given(st.text(max_size=12))
def test_the_form_of_a_form_is_itself(name: str) -> None:
    try:
        form = normalise_name(name)
    except ValueError:
        return
    assert normalise_name(form) == form
    assert normalise_name(name.upper()) == normalise_name(name.upper().lower().upper())


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("user:Ana", PrincipalKind.USER, "ana"),
        (" Group : Heads of school ", PrincipalKind.GROUP, "heads of school"),
        ("DOMAIN:campus.example", PrincipalKind.DOMAIN, "campus.example"),
        ("user:a:b", PrincipalKind.USER, "a:b"),
    ],
)
def test_a_written_principal_is_read(text: str, kind: PrincipalKind, name: str) -> None:
    principal = Principal.parse(text)
    assert (principal.kind, principal.name) == (kind, name)
    assert Principal.parse(str(principal)) == principal


def test_anyone_is_one_and_takes_no_name() -> None:
    assert Principal.parse(" Anyone ") is ANYONE
    assert str(ANYONE) == "anyone"
    with pytest.raises(ValueError, match="takes no name"):
        Principal(PrincipalKind.ANYONE, "ana")


@pytest.mark.parametrize(
    "text",
    ["", "ana", "user", "user:", "user: ", "robot:r2", "anyone:", "anyone:ana", ":ana", "us\u0435r:ana", "*"],
)
def test_any_other_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a principal|a name may not"):
        Principal.parse(text)


def test_kind_and_source_keep_equal_names_apart() -> None:
    of_other_system = Principal(PrincipalKind.GROUP, "x", "sharepoint")
    domain = Principal(PrincipalKind.DOMAIN, "x")
    assert len({Principal.user("x"), Principal.group("x"), domain, of_other_system, ANYONE}) == 5


def test_a_disabled_identity_holds_nothing_and_the_public_one_only_what_all_hold() -> None:
    assert Identity.public("t").principals == {ANYONE}
    assert Identity.public("t").user is None
    disabled = Identity.disabled("t", "eva", epoch=3)
    assert (disabled.principals, disabled.enabled, disabled.epoch) == (frozenset(), False, 3)
    with pytest.raises(ValueError, match="disabled"):
        Identity("t", "eva", frozenset({ANYONE}), enabled=False)


def test_an_identity_is_of_a_moment_with_a_timezone_and_cannot_be_changed_from_outside() -> None:
    with pytest.raises(ValueError, match="timezone"):
        Identity("t", "ana", frozenset(), resolved_at=datetime(2026, 1, 1))  # noqa: DTZ001
    attributes = {"role": "student"}
    identity = Identity("t", "ana", frozenset({ANYONE}), attributes=attributes)
    attributes["role"] = "dean"
    assert identity.attributes == {"role": "student"}
    with pytest.raises(TypeError):
        identity.attributes["role"] = "dean"  # type: ignore[index]
