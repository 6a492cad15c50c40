"""A verifier for all tests that leave no trace in it."""

from collections.abc import Iterator

import pytest

from fidedigno.verify import Verifier, VerifySettings


@pytest.fixture(scope="session")
def verifier() -> Iterator[Verifier]:
    """One that keeps no record of drift."""
    made = Verifier(settings=VerifySettings.default(), drift=None)
    yield made
    made.close()
