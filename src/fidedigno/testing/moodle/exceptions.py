"""Moodle's ways to refuse: class and code as recorded. All but one arrive with HTTP 200."""

from __future__ import annotations


class MoodleError(Exception):
    """A refusal by Moodle: the class of its exception, its code and its English text."""

    def __init__(self, exception: str, errorcode: str, message: str, status: int = 200) -> None:
        super().__init__(message)
        self.exception = exception
        self.errorcode = errorcode
        self.message = message
        self.status = status

    def for_function(self) -> dict[str, str]:
        """The body that a web service function answers with."""
        return {"exception": self.exception, "errorcode": self.errorcode, "message": self.message}

    def for_script(self) -> dict[str, str | None]:
        """The body that ``token.php`` and ``pluginfile.php`` answer with."""
        empty = dict.fromkeys(("stacktrace", "debuginfo", "reproductionlink"))
        return {"error": self.message, "errorcode": self.errorcode, **empty}


def invalid_token() -> MoodleError:
    """The token is empty, unknown, revoked, or of a deleted account."""
    return MoodleError("moodle_exception", "invalidtoken", "Invalid token - token not found")


def suspended_account(username: str) -> MoodleError:
    """The token is of a suspended account."""
    text = f"Refused web service access for suspended username: {username}"
    return MoodleError("moodle_exception", "wsaccessusersuspended", text)


def unknown_function() -> MoodleError:
    """No Moodle has a function of that name."""
    return missing_record("external_functions")


def function_not_offered() -> MoodleError:
    """The function exists, and is not one of this service."""
    return MoodleError("webservice_access_exception", "accessexception", "Access control exception")


def invalid_parameter() -> MoodleError:
    """A parameter is missing, unknown or of another type."""
    return MoodleError("invalid_parameter_exception", "invalidparameter", "Invalid parameter value detected")


def missing_record(table: str) -> MoodleError:
    """A row does not exist."""
    text = f"Can't find data record in database table {table}."
    return MoodleError("dml_missing_record_exception", "invalidrecord", text)


def missing_module() -> MoodleError:
    """The course module does not exist."""
    text = "Can't find data record in database."
    return MoodleError("dml_missing_record_exception", "invalidrecordunknown", text)


def closed_course(course: int) -> MoodleError:
    """The course exists, and its page is not for this person."""
    text = (
        f"You cannot execute functions in the course context (course id:{course}). "
        "The context error message was: Course or activity not accessible."
    )
    return MoodleError("moodle_exception", "errorcoursecontextnotvalid", text)


def not_accessible() -> MoodleError:
    """The module exists, and is not for this person."""
    return MoodleError("require_login_exception", "requireloginerror", "Course or activity not accessible.")


def no_permission() -> MoodleError:
    """What belongs to another person."""
    return MoodleError("required_capability_exception", "nopermission", "error/nopermission")


def cannot_manage_groups() -> MoodleError:
    """The list of groups is for who manages them."""
    text = "Sorry, but you do not currently have permissions to do that (Manage groups)."
    return MoodleError("required_capability_exception", "nopermissions", text)


def user_deleted() -> MoodleError:
    """The account asked about was deleted."""
    return MoodleError("moodle_exception", "userdeleted", "error/userdeleted")


def invalid_user() -> MoodleError:
    """No account has that id."""
    return MoodleError("moodle_exception", "invaliduser", "Invalid user")


def user_not_in_course() -> MoodleError:
    """The person asked about has no active enrolment."""
    return MoodleError("moodle_exception", "usernotincourse", "This user is not in this course!")


def grades_of_another() -> MoodleError:
    """The marks of another person."""
    return MoodleError("moodle_exception", "nopermissiontoviewgrades", "Cannot view grades.")


def maintenance() -> MoodleError:
    """The site is in maintenance mode."""
    text = "The site is undergoing maintenance and is currently not available"
    return MoodleError("moodle_exception", "sitemaintenance", text)


def script_parameter_missing(name: str) -> MoodleError:
    """A script needs a parameter."""
    return MoodleError("moodle_exception", "missingparam", f"A required parameter ({name}) was missing")


def file_not_found() -> MoodleError:
    """The one refusal with a status of its own: the module is visible and holds no such file."""
    text = "Sorry, the requested file could not be found"
    return MoodleError("moodle_exception", "filenotfound", text, status=404)
