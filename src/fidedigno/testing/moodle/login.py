"""``login/token.php``: a user name and a password for a web service token."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from fidedigno.testing.moodle.exceptions import MoodleError, maintenance, script_parameter_missing
from fidedigno.testing.moodle.live import LiveSite

SCRIPT = "login/token.php"
MOBILE_SERVICE = "moodle_mobile_app"


def log_in(live: LiveSite, form: Mapping[str, str]) -> dict[str, str | None]:
    """The token of whoever gives the right password.

    Raises:
        MoodleError: ``missingparam``, ``invalidlogin`` (also for a suspended account and for one that has no
            password), ``servicenotavailable``, ``usernotallowed`` or ``sitemaintenance``.
    """
    fault = live.fault_for(SCRIPT)
    if fault is not None and fault.mode == "maintenance":
        raise maintenance()
    for name in ("username", "password", "service"):
        if name not in form:
            raise script_parameter_missing(name)
    user = live.scenario.users.get(form["username"])
    expected = user.password if user else None
    given = form["password"].encode()
    if user is None or user.suspended or user.deleted or expected is None:
        raise _invalid_login()
    if not secrets.compare_digest(expected.encode(), given):
        raise _invalid_login()
    _require_service(live, form["service"], user.key)
    live.count(SCRIPT, user)
    return {"token": live.new_token(user.key), "privatetoken": None}


def _require_service(live: LiveSite, service: str, user: str) -> None:
    if service == MOBILE_SERVICE:
        return
    own = live.scenario.service
    if own is None or own.shortname != service:
        text = "Web service is not available. (It doesn't exist or might be disabled.)"
        raise MoodleError("moodle_exception", "servicenotavailable", text)
    if own.user != user:
        text = (
            f"The user is not allowed for this service. First you need to allow this user on the {service}."
        )
        raise MoodleError("moodle_exception", "usernotallowed", text)


def _invalid_login() -> MoodleError:
    return MoodleError("moodle_exception", "invalidlogin", "Invalid login, please try again")
