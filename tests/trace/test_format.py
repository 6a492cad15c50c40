"""The kept form of a record: read back as it was written, and nothing else is read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access import LiveOutcome
from fidedigno.model import Decision
from fidedigno.trace import TRACE_VERSION
from fidedigno.trace import format as form
from fidedigno.trace.format import read_trace, trace_as_dict, write_trace
from fidedigno.trace.record import Asked, FilterTrace, LiveCheckTrace, QualityTrace
from tests.trace.made import trace

KEYS = list(trace_as_dict(trace()))


def test_a_record_is_read_back_as_it_was_written() -> None:
    assert read_trace(write_trace(trace())) == trace()
    checked = trace(
        live_checks=(LiveCheckTrace(8, LiveOutcome.DENIED), LiveCheckTrace(1, LiveOutcome.ALLOWED))
    )
    assert read_trace(write_trace(checked)) == checked
    full = trace(
        kind=Asked.SEARCH, decision=None, scope=("#1", "#2"), assistant="#3", filter=FilterTrace(1, 2, 3),
        refusal="nothing_found", errors=("FID500",),
    )  # fmt: skip
    assert read_trace(write_trace(full)) == full
    checked = trace(quality=QualityTrace(0.87, "healed_accept", "critical", ("contradiction",), 2))
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


FIRST_VERSION = (
    '{"version":1,"answer":"520c0fb934f2411f","tenant":"default","user":"0f0e","epoch":7,"at":"2026-11-12T09:00:00+00:00",'
    '"language":"es","decision":"answer_limited","pack":"lms","pack_version":"1.2","plan":"#1","shape":"#2",'
    '"class":"deadline","route":"passages","confidence":"0.8-0.9","chosen_by":"classifier","restricted":false,'
    '"asked_for":"","sources":[{"evidence":"b00000","document":1,"version":"v1","kind":"passage","use":"cited"}],'
    '"facts":[],"discards":[],"verdicts":[],"live_errors":[],"ms":{"total":50.0},"cut":[]}'
)


def test_a_record_of_the_first_version_is_read_as_it_was_and_gains_nothing() -> None:
    found = read_trace(FIRST_VERSION)
    assert (found.version, found.decision, found.documents) == (1, Decision.ANSWER_LIMITED, {1})
    assert (found.key, found.filter, found.refusal, found.errors, found.live_checks) == ("", None, "", (), ())
    assert write_trace(found) == FIRST_VERSION


def test_a_record_of_the_second_version_is_read_as_it_was_and_gains_nothing() -> None:
    text = write_trace(trace(version=2))
    assert "quality" not in text
    found = read_trace(text)
    assert (found.version, found.quality) == (2, None)
    assert write_trace(found) == text


@pytest.mark.parametrize(
    "wrong",
    [
        {"score": 1.5}, {"score": True}, {"score": "1"}, {"routing": 1}, {"risk": None}, {"triggered": [1]},
        {"left_out": -1}, {"left_out": 1.0}, {"more": 1},
    ],
)  # fmt: skip
def test_a_quality_of_another_form_is_refused(wrong: dict[str, object]) -> None:
    data = trace_as_dict(trace(quality=QualityTrace(0.5, "accept", "low")))
    data["quality"] |= wrong
    with pytest.raises(ValueError, match="damaged"):
        read_trace(json.dumps(data))


def test_the_first_version_needs_a_decision() -> None:
    with pytest.raises(ValueError, match="damaged"):
        read_trace(FIRST_VERSION.replace('"answer_limited"', "null"))


@pytest.mark.parametrize("version", [0, -1, 1.0, True, "2", None])
def test_a_version_is_a_whole_number_from_one_on(version: object) -> None:
    with pytest.raises(ValueError, match="version"):
        read_trace(json.dumps(trace_as_dict(trace()) | {"version": version}))


@pytest.mark.parametrize(
    "wrong", [{"corpora": -1, "classes": 0}, {"corpora": True, "classes": 0}, {"x": 1}, [1]]
)
def test_what_the_filter_let_through_is_whole_numbers(wrong: object) -> None:
    with pytest.raises(ValueError, match="damaged"):
        read_trace(json.dumps(trace_as_dict(trace()) | {"filter": wrong}))


def test_a_record_that_would_be_too_long_is_not_written() -> None:
    with pytest.raises(ValueError, match="that long"):
        write_trace(trace(question_class="x" * form.MAX_TRACE_CHARACTERS))
