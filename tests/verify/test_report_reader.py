import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.verify.report import Report, Risk
from fidedigno.verify.report_reader import read_report
from tests.fakes.verifier import FakeVerifier

ANSWERS = ["It is 14 days.", "It is 30 days. Penguins fly. Surely!", "", "Ask. 3 days; 4 weeks."]
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=3) | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def report(answer: str) -> Report:
    return FakeVerifier().inspect("q", ["It is 14 days."], answer)


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("text", [True, False])
def test_what_was_written_is_read_again(answer: str, text: bool) -> None:
    written = json.loads(json.dumps(report(answer).to_dict(text=text)))
    assert read_report(written).to_dict(text=text) == written
    if text:
        assert read_report(written) == report(answer)


def test_an_older_report_without_what_came_later_is_read() -> None:
    old = {
        key: value
        for key, value in report("It is 14 days.").to_dict().items()
        if key not in {"support", "drift", "used", "truncated", "latency_ms"}
    }
    assert read_report(old).support == 1.0


@given(st.sampled_from(sorted(report(ANSWERS[1]).to_dict())), VALUES)
def test_any_other_value_is_refused_or_read_and_never_raises_otherwise(key: str, value: object) -> None:
    with suppress(ConfigurationError):
        read_report({**report(ANSWERS[1]).to_dict(), key: value})


@pytest.mark.parametrize("value", [None, [], "x", 3])
def test_what_is_no_mapping_is_refused(value: object) -> None:
    with pytest.raises(ConfigurationError, match="no mapping"):
        read_report(value)


@pytest.mark.parametrize("share", [1.5, -0.1, float("nan"), True, "0.5", None])
def test_a_number_that_is_no_share_is_refused(share: object) -> None:
    with pytest.raises(ConfigurationError):
        read_report({**Report("es", Risk.LOW, 0.5, 0.5).to_dict(), "faithfulness": share})
