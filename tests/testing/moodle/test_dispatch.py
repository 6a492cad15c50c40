"""The order of refusals."""

import pytest

from fidedigno.testing.moodle.dispatch import NOT_OFFERED, answer, require_user
from fidedigno.testing.moodle.exceptions import MoodleError
from fidedigno.testing.moodle.functions import FUNCTIONS
from fidedigno.testing.moodle.live import LiveSite
from fidedigno.testing.moodle.scenario import Scenario

URL = "http://127.0.0.1:1"


def refusal(live: LiveSite, **form: str) -> tuple[str, str]:
    with pytest.raises(MoodleError) as caught:
        answer(live, URL, list(form.items()))
    return caught.value.exception, caught.value.errorcode


def test_the_token_is_looked_at_before_the_function(site: Scenario) -> None:
    live = LiveSite(site)
    token = live.token("wsbot")
    assert refusal(live, wsfunction="core_nope_nope") == ("moodle_exception", "invalidtoken")
    assert refusal(live, wstoken=token, wsfunction="core_nope_nope") == (
        "dml_missing_record_exception",
        "invalidrecord",
    )
    assert refusal(live, wstoken=token) == ("dml_missing_record_exception", "invalidrecord")
    assert refusal(live, wstoken=token, wsfunction="core_user_create_users") == (
        "webservice_access_exception",
        "accessexception",
    )
    assert refusal(live, wstoken=token, wsfunction="core_course_get_contents") == (
        "invalid_parameter_exception",
        "invalidparameter",
    )


def test_a_suspended_account_is_refused_before_the_function(site: Scenario) -> None:
    live = LiveSite(site)
    with pytest.raises(MoodleError) as caught:
        require_user(live, live.token("mallory"))
    assert caught.value.errorcode == "wsaccessusersuspended"


def test_no_function_is_both_offered_and_refused() -> None:
    assert not NOT_OFFERED & set(FUNCTIONS)
    assert len(FUNCTIONS) == 21
