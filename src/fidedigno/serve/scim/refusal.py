"""What a SCIM client is told when something is refused (RFC 7644, 3.12)."""

from __future__ import annotations

from typing import Any, Final

MEDIA_TYPE: Final = "application/scim+json"
ERROR_SCHEMA: Final = "urn:ietf:params:scim:api:messages:2.0:Error"


class ScimRefusal(Exception):  # noqa: N818 - an answer of the protocol, not a failure of ours
    """A request that cannot be done.

    Args:
        status: of HTTP.
        kind: ``scimType`` of the error, or empty.
        detail: what is wrong, without any value that was sent.
    """

    def __init__(self, status: int, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.kind = kind
        self.detail = detail

    def as_dict(self) -> dict[str, Any]:
        """The body."""
        kind = {"scimType": self.kind} if self.kind else {}
        return {"schemas": [ERROR_SCHEMA], "status": str(self.status), **kind, "detail": self.detail}


def invalid_value(detail: str) -> ScimRefusal:
    """A value that the attribute cannot have."""
    return ScimRefusal(400, "invalidValue", detail)


def invalid_filter(detail: str) -> ScimRefusal:
    """A filter that is not of the grammar, or not of the part of it that is served."""
    return ScimRefusal(400, "invalidFilter", detail)


def invalid_path(detail: str) -> ScimRefusal:
    """A path that names nothing."""
    return ScimRefusal(400, "invalidPath", detail)


def not_found() -> ScimRefusal:
    """The one answer for what does not exist and for what another provider made."""
    return ScimRefusal(404, "", "not available")
