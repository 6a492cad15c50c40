import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.polarity.modality import MODALITY, NEGATION, agree, clash_of
from fidedigno.verify.polarity.modes import Mode


@given(st.sampled_from(Mode), st.sampled_from(Mode))
def test_a_clash_is_the_same_from_both_sides(one: Mode, other: Mode) -> None:
    assert clash_of(one, other) == clash_of(other, one)
    assert not (agree(one, other) and clash_of(one, other))


@given(st.sampled_from(Mode))
def test_nothing_clashes_with_itself_or_with_what_is_unknown(mode: Mode) -> None:
    assert clash_of(mode, mode) is None
    assert clash_of(mode, Mode.UNKNOWN) is None
    assert not agree(mode, Mode.UNKNOWN)


@pytest.mark.parametrize(
    ("one", "other", "code", "strong"),
    [
        (Mode.ALLOWED, Mode.FORBIDDEN, NEGATION, True),
        (Mode.REQUIRED, Mode.FORBIDDEN, NEGATION, True),
        (Mode.NEEDED, Mode.FREE, MODALITY, True),
        (Mode.ALLOWED, Mode.REQUIRED, MODALITY, False),
    ],
)
def test_which_exclude_each_other(one: Mode, other: Mode, code: str, strong: bool) -> None:
    clash = clash_of(one, other)
    assert clash is not None
    assert clash.code == code
    assert (clash.strength >= 0.5) is strong


def test_what_is_allowed_and_not_required_agrees() -> None:
    assert agree(Mode.ALLOWED, Mode.FREE)
