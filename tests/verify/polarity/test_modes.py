import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.polarity.modes import TURNING, Mode, after, inverted, sign_of
from fidedigno.verify.polarity.operators import Role


@pytest.mark.parametrize(
    ("roles", "mode"),
    [
        ([Role.NEGATOR], Mode.DENIED),
        ([Role.NEGATOR, Role.ENABLE], Mode.FORBIDDEN),
        ([Role.MUST, Role.NEGATOR], Mode.FORBIDDEN),
        ([Role.NEGATOR, Role.NEED], Mode.FREE),
        ([Role.NEGATOR, Role.DISABLE], Mode.ALLOWED),
        ([Role.NEGATOR, Role.REVERSE], Mode.HAVE),
        ([Role.NEGATOR, Role.NEGATOR], Mode.DENIED),
        ([Role.NEGATOR, Role.FREE], Mode.NEEDED),
    ],
)
def test_operators_act_on_each_other(roles: list[Role], mode: Mode) -> None:
    reached = Mode.PLAIN
    for role in roles:
        reached = after(reached, role, "en")
    assert reached is mode


def test_may_not_forbids_in_english_and_leaves_open_in_spanish() -> None:
    assert after(Mode.ALLOWED, Role.NEGATOR, "en") is Mode.FORBIDDEN
    assert after(Mode.ALLOWED, Role.NEGATOR, "es") is Mode.UNKNOWN


@given(st.sampled_from(sorted(TURNING)))
def test_what_is_unknown_stays_unknown(role: Role) -> None:
    assert after(Mode.UNKNOWN, role, "en") is Mode.UNKNOWN
    assert sign_of(Mode.UNKNOWN) == 0


def test_a_prefix_turns_assertions_only() -> None:
    assert inverted(Mode.PLAIN) is Mode.DENIED
    assert inverted(Mode.DENIED) is Mode.HAVE
    assert inverted(Mode.REQUIRED) is Mode.UNKNOWN
