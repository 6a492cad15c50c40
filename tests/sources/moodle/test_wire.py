"""The shapes fit what Moodle really sent, and refuse what it never should."""

import contextlib
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.sources.moodle import wire, wire_people
from fidedigno.sources.moodle.errors import MoodleUnknownError
from fidedigno.sources.moodle.wire_types import read_shape

SHAPES: dict[str, Any] = {
    "core_webservice_get_site_info": wire.SiteInfo,
    "core_enrol_get_users_courses": tuple[wire.UserCourse, ...],
    "core_course_get_contents": tuple[wire.Section, ...],
    "mod_assign_get_assignments": wire.Assignments,
    "mod_assign_get_participant": wire.Participant,
    "mod_assign_get_submission_status": wire.SubmissionStatus,
    "mod_assign_get_user_flags": wire.UserFlags,
    "gradereport_user_get_grade_items": wire.GradeReport,
    "core_completion_get_activities_completion_status": wire.Completions,
    "core_group_get_course_groups": tuple[wire_people.Group, ...],
    "core_group_get_course_user_groups": wire_people.UserGroups,
    "core_group_get_group_members": tuple[wire_people.GroupMembers, ...],
    "core_enrol_get_enrolled_users": tuple[wire_people.EnrolledUser, ...],
    "core_user_get_users_by_field": tuple[wire_people.Account, ...],
    "mod_page_get_pages_by_courses": wire.Pages,
}


@pytest.mark.parametrize("function", SHAPES)
def test_every_recorded_answer_has_the_shape(function: str, shared_data: Path) -> None:
    folder = shared_data / "moodle"
    rows = json.loads((folder / "INDEX.json").read_text(encoding="utf-8"))
    read = 0
    for row in rows:
        if row["function"] != function or row["file"].startswith("error-bad-format"):
            continue
        body = json.loads((folder / row["file"]).read_text(encoding="utf-8"))["response"]["body"]
        if isinstance(body, str) or (isinstance(body, dict) and "errorcode" in body):
            continue
        read_shape(SHAPES[function], body)
        read += 1
    assert read


PARTICIPANT = {
    "id": 5,
    "grantedextension": False,
    "allowsubmissionsfromdate": 0,
    "duedate": 1800575940,
    "cutoffdate": 0,
}


def test_zero_is_not_set_and_never_1970() -> None:
    read = read_shape(wire.Participant, PARTICIPANT)
    assert read.allowsubmissionsfromdate is None
    assert read.duedate == datetime(2027, 1, 21, 23, 59, tzinfo=UTC)


@pytest.mark.parametrize("wrong", [None, "1800575940", -1, 1.5, True, 10**18, [], {}])
def test_a_date_that_is_none_is_refused(wrong: object) -> None:
    with pytest.raises(MoodleUnknownError):
        read_shape(wire.Participant, {**PARTICIPANT, "duedate": wrong})


@pytest.mark.parametrize("field", sorted(PARTICIPANT))
def test_a_missing_field_is_refused(field: str) -> None:
    with pytest.raises(MoodleUnknownError):
        read_shape(wire.Participant, {key: value for key, value in PARTICIPANT.items() if key != field})


def test_null_is_no_extension_where_moodle_writes_it_so() -> None:
    flags = {"userid": 7, "locked": 0, "extensionduedate": None}
    assert read_shape(wire.UserFlag, flags).extensionduedate is None
    assert read_shape(wire.UserFlag, {**flags, "locked": 1}).locked is True


def test_what_a_newer_moodle_adds_is_let_pass() -> None:
    assert read_shape(wire.Participant, {**PARTICIPANT, "invented": {"deep": [1]}}).id == 5


def test_a_refused_value_is_not_told() -> None:
    with pytest.raises(MoodleUnknownError) as raised:
        read_shape(wire.Participant, {**PARTICIPANT, "duedate": "a name, a mark"})
    assert "mark" not in repr(raised.value) + str(raised.value)
    assert raised.value.__context__ is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "courses", "x"]), inner)
    ),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(JSON, st.sampled_from(sorted(SHAPES)))
def test_no_json_does_more_than_be_refused(answer: object, function: str) -> None:
    with contextlib.suppress(MoodleUnknownError):
        read_shape(SHAPES[function], answer)


def test_the_state_of_a_course_is_json_inside_of_a_text() -> None:
    text = json.dumps(
        {"section": [{"id": "1", "hasrestrictions": False}, {"id": 2}, {"id": 3, "hasrestrictions": True}]}
    )
    assert read_shape(wire.EncodedCourseState, text).open_sections == {1}
    for wrong in ("", "{", "[]", '{"section": 1}', 5, None):
        with pytest.raises(MoodleUnknownError):
            read_shape(wire.EncodedCourseState, wrong)
