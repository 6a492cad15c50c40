"""The tree of errors: stable codes, one shape."""

import pytest

from fidedigno import errors
from fidedigno.errors import FidedignoError

CODES = {
    "FidedignoError": ("FID000", 1),
    "UsageError": ("FID100", 2),
    "QuestionError": ("FID101", 2),
    "ConfigurationError": ("FID200", 3),
    "WorkspaceError": ("FID201", 3),
    "EmbedderMismatchError": ("FID300", 4),
    "BusyError": ("FID301", 5),
    "DocumentRefusedError": ("FID400", 1),
    "DocumentFailedError": ("FID401", 1),
    "CorpusRefusedError": ("FID410", 1),
    "NotAvailableError": ("FID500", 6),
    "IdentityError": ("FID501", 6),
}
"""What programs outside rely on: a code is never given another meaning."""

KINDS = [
    each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, FidedignoError)
]


def test_every_error_keeps_its_code_and_exit_code() -> None:
    assert {kind.__name__: (kind.code, kind.exit_code) for kind in KINDS} == CODES
    assert len({kind.code for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_error_has_the_one_shape(kind: type[FidedignoError]) -> None:
    error = kind("what happened", "what to do")
    assert str(error) == "what happened"
    assert error.as_dict() == {"code": kind.code, "message": "what happened", "hint": "what to do"}
    assert kind("what happened").hint == ""
