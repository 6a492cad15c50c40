"""The kept form of a record: read back as it was written, and nothing else is read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access import LiveOutcome
from fidedigno.trace import TRACE_VERSION
from fidedigno.trace import format as form
from fidedigno.trace.format import read_trace, trace_as_dict, write_trace
from fidedigno.trace.record import LiveCheckTrace
from tests.trace.made import trace

KEYS = list(trace_as_dict(trace()))


def test_a_record_is_read_back_as_it_was_written() -> None:
    assert read_trace(write_trace(trace())) == trace()
    checked = trace(
        live_checks=(LiveCheckTrace(8, LiveOutcome.DENIED), LiveCheckTrace(1, LiveOutcome.ALLOWED))
    )
    assert read_trace(write_trace(checked)) == checked
    assert read_trace(write_trace(trace(user=None, route=None))) == trace(user=None, route=None)


def test_the_documentation_names_every_key() -> None:
    assert form.__doc__ is not None
    assert not [key for key in KEYS if f"``{key}``" not in form.__doc__]


@pytest.mark.parametrize("key", KEYS)
def test_a_record_that_lacks_a_key_is_refused(key: str) -> None:
    data = trace_as_dict(trace())
    del data[key]
    with pytest.raises(ValueError, match="damaged"):
        read_trace(json.dumps(data))


@pytest.mark.parametrize("key", KEYS)
@given(wrong=st.sampled_from([None, 1.5, "nonsense", [1], {"a": "b"}, [{}], [{"a": 1}]]))
def test_a_record_with_a_wrong_value_is_refused_or_means_the_same(key: str, wrong: object) -> None:
    data = trace_as_dict(trace()) | {key: wrong}
    try:
        found = read_trace(json.dumps(data))
    except ValueError:
        return
    assert write_trace(found)


@pytest.mark.parametrize("text", ["", "null", "[]", "{", "1", "[" * 100_000])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="damaged"):
        read_trace(text)


def test_a_record_of_another_version_is_refused() -> None:
    data = trace_as_dict(trace()) | {"version": TRACE_VERSION + 1}
    with pytest.raises(ValueError, match="another version"):
        read_trace(json.dumps(data))


def test_a_record_of_before_live_checks_is_still_read() -> None:
    old = trace_as_dict(trace(live_checks=())) | {"version": 1}
    del old["live_checks"]
    assert read_trace(json.dumps(old)) == trace(live_checks=())
    with pytest.raises(ValueError, match="damaged"):
        read_trace(json.dumps({key: value for key, value in old.items() if key != "live_errors"}))


def test_a_record_that_would_be_too_long_is_not_written() -> None:
    with pytest.raises(ValueError, match="that long"):
        write_trace(trace(question_class="x" * form.MAX_TRACE_CHARACTERS))
