"""What a classifier says: a ranking, and whether its first is sure."""

import pytest

from fidedigno.plan.classification import Classification


def test_the_first_is_the_best() -> None:
    found = Classification((("rule", 0.7), ("concept", 0.3)), confident=True)
    assert (found.best, found.probability) == ("rule", 0.7)


def test_no_class_is_no_classification() -> None:
    with pytest.raises(ValueError, match="at least one class"):
        Classification((), confident=False)
