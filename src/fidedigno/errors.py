"""The tree of errors: each has a stable code, says what happened and why, and hints at what to do.

Refusals that concern permissions share one class and one wording, so that the words never tell whether
something exists.
"""

from __future__ import annotations


class FidedignoError(Exception):
    """Base of every error that Fidedigno raises on purpose.

    Args:
        message: what happened and why, without any text of a document.
        hint: what the reader can do about it.
    """

    code = "FID000"
    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def as_dict(self) -> dict[str, str]:
        """The one shape in which errors are printed as JSON."""
        return {"code": self.code, "message": self.message, "hint": self.hint}


class UsageError(FidedignoError):
    """A command or call was given something it cannot take."""

    code = "FID100"
    exit_code = 2


class QuestionError(UsageError):
    """The question is empty, has no letter or digit, or is too long."""

    code = "FID101"


class ConfigurationError(FidedignoError):
    """A settings, corpus or directory file is not valid; says where."""

    code = "FID200"
    exit_code = 3


class WorkspaceError(FidedignoError):
    """There is no workspace here, or it cannot be opened."""

    code = "FID201"
    exit_code = 3


class EmbedderMismatchError(FidedignoError):
    """The index was built with another embedding model, or another analysis of words, than the present one."""

    code = "FID300"
    exit_code = 4


class BusyError(FidedignoError):
    """Another process is ingesting into this workspace."""

    code = "FID301"
    exit_code = 5


class DocumentRefusedError(FidedignoError):
    """A document may not be indexed: a control is missing or forbids it."""

    code = "FID400"


class DocumentFailedError(FidedignoError):
    """A document could not be read: broken, encrypted, too large, or not of its declared kind."""

    code = "FID401"


class CorpusRefusedError(FidedignoError):
    """A corpus may not be indexed: its approval is missing or over, or its declaration mixes what must not mix."""

    code = "FID410"


class NotAvailableError(FidedignoError):
    """The one refusal for whatever a person may not see or does not exist."""

    code = "FID500"
    exit_code = 6


class IdentityError(FidedignoError):
    """Who asks could not be established: no token, or one that is not accepted, in the same words."""

    code = "FID501"
    exit_code = 6
