"""MaxSim in arrays is MaxSim in lists."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import EmbedderMismatchError
from fidedigno.index.maxsim import maxsim
from tests.index.pages_conformance import vectors_strategy
from tests.reference.pages import maxsim as reference


@given(question=vectors_strategy, pages=st.lists(vectors_strategy, max_size=6))
def test_it_is_that_of_the_reference(question, pages) -> None:
    found = maxsim(np.array(question, np.float32), [np.array(each, np.float32) for each in pages])
    assert np.allclose(found, [reference(question, each) for each in pages], atol=1e-5)


def test_other_widths_are_refused() -> None:
    with pytest.raises(EmbedderMismatchError, match="3 dimensions"):
        maxsim(np.eye(3, dtype=np.float32), [np.eye(4, dtype=np.float32)])
