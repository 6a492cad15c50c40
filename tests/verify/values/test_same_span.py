"""When a quarter, a decade or a century and another date can be one."""

import pytest

from fidedigno.verify.values.same_span import are_told_alike, is_finer, same_span
from tests.verify.values.reading import one


@pytest.mark.parametrize(
    ("claim", "evidence", "same", "alike", "finer"),
    [
        ("in the 1870s", "in 1874", True, True, False),
        ("in 1874", "in the 1870s", True, True, True),
        ("in the 1870s", "in the nineteenth century", True, True, True),
        ("in the nineteenth century", "in the 1870s", True, True, False),
        ("in the early 19th century", "in the late 19th century", False, True, False),
        ("in the second quarter", "in May", True, True, False),
        ("in the second quarter", "in 1874", False, False, True),
        ("in the second quarter of 1875", "in May 1874", False, True, False),
        ("in the 1870s", "in May", False, False, False),
        ("the 2021/22 season", "the 2021-22 season", True, True, False),
        ("the 2021/22 season", "the 2022/23 season", False, True, False),
        ("in 2021", "the 2021/22 season", True, True, False),
    ],
)
def test_spans(claim: str, evidence: str, same: bool, alike: bool, finer: bool) -> None:
    mine, theirs = one(claim), one(evidence)
    assert (same_span(mine, theirs), are_told_alike(mine, theirs), is_finer(mine, theirs)) == (
        same,
        alike,
        finer,
    )
