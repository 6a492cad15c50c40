"""What can go wrong with Moodle, as three kinds and no more; its own words are never repeated.

Moodle answers a refused and an absent thing with different codes. Whoever could tell them apart could find
out what exists, so both become :class:`MoodleNotAvailableError` here, before anything leaves the connector.
Only ``errorcode`` is read: ``message`` is translated and names people, ``debuginfo`` names reasons.
"""

from __future__ import annotations

from enum import StrEnum

from fidedigno.errors import FidedignoError
from fidedigno.sources.connector import SourceError, SourceErrorKind


class UnknownCause(StrEnum):
    """Why Moodle's answer says nothing about what was asked. For operators; holds nothing of the content."""

    MAINTENANCE = "maintenance"
    TIMED_OUT = "timed_out"
    CONNECTION = "connection"
    BUSY = "busy"
    """429 or 503: too many requests, or overloaded."""
    SERVER = "server"
    SERVICES_OFF = "services_off"
    REDIRECTED = "redirected"
    NOT_JSON = "not_json"
    """An HTML page, half a JSON, or XML."""
    TOO_LARGE = "too_large"
    SHAPE = "shape"
    """JSON, but not of the documented shape."""
    REFUSED_CALL = "refused_call"
    """A parameter or function that this Moodle does not take: a matter of its version."""


class MoodleError(SourceError):
    """Base of the three kinds."""

    code = "FID510"

    def __init__(self, kind: SourceErrorKind, reason: str, hint: str) -> None:
        FidedignoError.__init__(self, reason, hint)
        self.kind = kind


class MoodleNotAvailableError(MoodleError):
    """Refused or absent: one error with one wording, whichever it was."""

    code = "FID511"

    def __init__(self) -> None:
        super().__init__(SourceErrorKind.NOT_AVAILABLE, "not available", "Ask whoever runs the course.")


class MoodleRevokedError(MoodleError):
    """The token, the account or the enrolment does not count any more (or never did)."""

    code = "FID512"

    def __init__(self) -> None:
        super().__init__(
            SourceErrorKind.SIGNED_OUT,
            "Moodle does not accept this access",
            "Renew the token, or the enrolment.",
        )


class MoodleUnknownError(MoodleError):
    """Nothing was learnt: deny now, try later, delete nothing."""

    code = "FID513"

    def __init__(self, cause: UnknownCause) -> None:
        super().__init__(
            SourceErrorKind.TEMPORARY,
            f"Moodle gave no usable answer ({cause.value})",
            "Try later; if it stays, look at the site.",
        )
        self.cause = cause


_REVOKED = frozenset(
    {"accessexception", "invalidtoken", "userdeleted", "usernotincourse", "wsaccessusersuspended"}
)
_NOT_AVAILABLE = frozenset(
    {
        "cannotviewprofile",
        "coursehidden",
        "errorcoursecontextnotvalid",
        "filenotfound",
        "guestsarenotallowed",
        "invalidcoursemodule",
        "invalidrecord",
        "invalidrecordunknown",
        "nopermission",
        "nopermissions",
        "nopermissiontoviewgrades",
        "notenrolledincourse",
        "requireloginerror",
        "unknowncourse",
    }
)
_UNKNOWN = {
    "sitemaintenance": UnknownCause.MAINTENANCE,
    "invalidparameter": UnknownCause.REFUSED_CALL,
    "missingparam": UnknownCause.REFUSED_CALL,
    "enablewsdescription": UnknownCause.SERVICES_OFF,
}


def error_for(errorcode: object) -> MoodleError:
    """The error of one ``errorcode``; a code that is not known says nothing, so it is *unknown*."""
    if isinstance(errorcode, str):
        if errorcode in _REVOKED:
            return MoodleRevokedError()
        if errorcode in _NOT_AVAILABLE:
            return MoodleNotAvailableError()
        return MoodleUnknownError(_UNKNOWN.get(errorcode, UnknownCause.SERVER))
    return MoodleUnknownError(UnknownCause.SHAPE)
