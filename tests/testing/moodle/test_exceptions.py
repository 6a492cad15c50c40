"""The two forms of a refusal."""

import pytest

from fidedigno.testing.moodle import exceptions


def test_a_function_and_a_script_refuse_in_different_forms() -> None:
    error = exceptions.invalid_token()
    assert error.for_function() == {
        "exception": "moodle_exception",
        "errorcode": "invalidtoken",
        "message": "Invalid token - token not found",
    }
    assert set(error.for_script()) == {"error", "errorcode", "stacktrace", "debuginfo", "reproductionlink"}


def test_forbidden_and_missing_have_different_codes_for_clients_to_hide() -> None:
    pairs = [
        (exceptions.closed_course(2), exceptions.missing_record("course")),
        (exceptions.not_accessible(), exceptions.missing_module()),
    ]
    for forbidden, missing in pairs:
        assert forbidden.errorcode != missing.errorcode


@pytest.mark.parametrize("name", ["user_deleted", "invalid_user", "maintenance", "no_permission"])
def test_every_refusal_but_one_is_a_success_to_http(name: str) -> None:
    assert getattr(exceptions, name)().status == 200
    assert exceptions.file_not_found().status == 404
