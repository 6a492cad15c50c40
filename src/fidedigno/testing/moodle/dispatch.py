"""From a token and the name of a function to an answer; the order of the refusals is Moodle's."""

from __future__ import annotations

from typing import Any

from fidedigno.testing.moodle.call import Call
from fidedigno.testing.moodle.exceptions import (
    function_not_offered,
    invalid_token,
    maintenance,
    suspended_account,
    unknown_function,
)
from fidedigno.testing.moodle.functions import FUNCTIONS
from fidedigno.testing.moodle.live import LiveSite
from fidedigno.testing.moodle.parameters import read_parameters
from fidedigno.testing.moodle.scenario import User

NOT_OFFERED = frozenset(
    {
        "core_cohort_get_cohorts",
        "core_course_get_categories",
        "core_course_get_courses",
        "core_enrol_get_course_enrolment_methods",
        "core_group_get_activity_allowed_groups",
        "core_group_get_course_groupings",
        "core_user_create_users",
        "core_user_get_users",
        "mod_assign_get_grades",
        "mod_assign_get_submissions",
        "mod_assign_list_participants",
        "mod_forum_get_forums_by_courses",
        "mod_quiz_get_quizzes_by_courses",
        "mod_url_get_urls_by_courses",
    }
)
"""Functions of Moodle that are refused as one outside the service is; any other name is an unknown one."""


def require_user(live: LiveSite, token: str) -> User:
    """The person that ``token`` stands for.

    Raises:
        MoodleError: ``invalidtoken``, or ``wsaccessusersuspended``.
    """
    user = live.user_of(token)
    if user is None or user.deleted:
        raise invalid_token()
    if user.suspended:
        raise suspended_account(user.key)
    return user


def answer(live: LiveSite, url: str, form: list[tuple[str, str]]) -> Any:
    """What the function named in ``form`` answers, as JSON can hold it.

    Raises:
        MoodleError: every way in which Moodle refuses.
    """
    fields = dict(form)
    name = fields.get("wsfunction", "")
    fault = live.fault_for(name)
    if fault is not None and fault.mode == "maintenance":
        raise maintenance()
    user = require_user(live, fields.get("wstoken", ""))
    function = FUNCTIONS.get(name)
    if function is None:
        raise function_not_offered() if name in NOT_OFFERED else unknown_function()
    parameters = read_parameters(form, function.parameters)
    return function.answer(Call(live.scenario, user, url, live.now(), parameters, live))
