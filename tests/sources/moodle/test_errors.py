"""Every error that was recorded becomes one of three kinds, and keeps none of its words."""

import json
from pathlib import Path
from typing import Any

import pytest

from fidedigno.sources.moodle.errors import (
    MoodleError,
    MoodleNotAvailableError,
    MoodleRevokedError,
    MoodleUnknownError,
    UnknownCause,
    error_for,
)

KINDS = {
    MoodleRevokedError: (
        "invalidtoken",
        "accessexception",
        "wsaccessusersuspended",
        "userdeleted",
        "usernotincourse",
    ),
    MoodleNotAvailableError: (
        "errorcoursecontextnotvalid",
        "requireloginerror",
        "invalidrecord",
        "invalidrecordunknown",
        "nopermission",
        "nopermissiontoviewgrades",
        "filenotfound",
    ),
    MoodleUnknownError: ("sitemaintenance", "invalidparameter", "missingparam", "a code of a plugin"),
}


@pytest.mark.parametrize(("kind", "code"), [(kind, code) for kind, codes in KINDS.items() for code in codes])
def test_a_code_becomes_one_of_the_three_kinds(kind: type[MoodleError], code: str) -> None:
    assert type(error_for(code)) is kind


@pytest.mark.parametrize("code", [None, 7, [], {}, True])
def test_a_code_that_is_no_text_says_nothing(code: object) -> None:
    error = error_for(code)
    assert isinstance(error, MoodleUnknownError)
    assert error.cause is UnknownCause.SHAPE


def test_t49_refused_and_absent_are_the_same_to_the_last_byte() -> None:
    shown = {
        json.dumps([repr(error), str(error), error.as_dict()])
        for error in map(error_for, KINDS[MoodleNotAvailableError])
    }
    assert len(shown) == 1


def recorded_errors(folder: Path) -> list[dict[str, Any]]:
    bodies = (json.loads(each.read_text(encoding="utf-8")) for each in sorted(folder.glob("*--*.json")))
    found = [each["response"]["body"] for each in bodies]
    return [each for each in found if isinstance(each, dict) and "errorcode" in each]


def test_every_recorded_code_is_known_and_its_words_are_dropped(shared_data: Path) -> None:
    errors = recorded_errors(shared_data / "moodle")
    assert len(errors) > 20
    for body in errors:
        error = error_for(body["errorcode"])
        assert not (isinstance(error, MoodleUnknownError) and error.cause is UnknownCause.SERVER), body
        shown = repr(error) + str(error.as_dict())
        for word in (body.get("message"), body.get("error"), body.get("debuginfo")):
            assert not word or word not in shown
