"""What an encoder returns is taken as unit rows of one width, or not at all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.page_colpali import ColPaliEncoder
from fidedigno.ingest.page_encoder import (
    MAX_DIMENSIONS,
    MAX_VECTORS,
    EncoderFault,
    EncodingError,
    checked_vectors,
    page_encoder_named,
)
from fidedigno.ingest.page_endpoint import EndpointEncoder

matrices = arrays.arrays(
    np.float64,
    st.tuples(st.integers(1, 6), st.integers(1, 5)),
    elements=st.floats(-1e300, 1e300, allow_nan=False),
)


@given(matrices)
def test_rows_come_out_with_length_one_in_their_own_direction(rows: np.ndarray) -> None:
    kept = [each for each in rows.tolist() if max(map(abs, each)) > 1e-6]
    if not kept:
        with pytest.raises(EncodingError, match="empty"):
            checked_vectors(rows)
        return
    found = checked_vectors(rows.tolist())
    assert found.dtype == np.float32
    assert found.shape == (len(kept), rows.shape[1])
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    for unit, row in zip(found, kept, strict=True):
        assert np.argmax(np.abs(unit)) in np.flatnonzero(np.isclose(np.abs(row), np.max(np.abs(row))))


NAN, INFINITE = float("nan"), float("inf")
BAD = {
    EncoderFault.NOT_FINITE: [[[1.0, NAN]], [[INFINITE, 0.0]], [[1.0, 0.0], [-INFINITE, 1.0]], [[None, 1.0]]],
    EncoderFault.DIMENSION: [[[1.0]], [[1.0, 0.0, 0.0]], np.ones((2, MAX_DIMENSIONS + 1))],
    EncoderFault.EMPTY: [[], [[0.0, 0.0]]],
    EncoderFault.SHAPE: [
        None, "vectors", {"a": 1}, [1.0, 2.0], [[1.0, 2.0], [1.0]], [["one", "two"]], [[[1.0, 2.0]]],
        [[{}, 1.0]], [[10**400, 1.0]],
    ],
    EncoderFault.TOO_MANY: [[[1.0, 0.0]] * (MAX_VECTORS + 1)],
}  # fmt: skip


@pytest.mark.parametrize(
    ("fault", "found"), [(fault, each) for fault, every in BAD.items() for each in every]
)
def test_anything_else_is_refused_with_its_reason(fault: EncoderFault, found: object) -> None:
    with pytest.raises(EncodingError) as refused:
        checked_vectors(found, 2)
    assert refused.value.fault is fault


def test_the_setting_names_the_encoder_without_asking_it() -> None:
    assert page_encoder_named("") is None
    endpoint = page_encoder_named("https://gpu.example/pooling#vidore/colqwen2-v1.0")
    assert isinstance(endpoint, EndpointEncoder)
    assert endpoint.fingerprint == "endpoint/vidore/colqwen2-v1.0"
    colpali = page_encoder_named("colpali:vidore/colpali-v1.3")
    assert isinstance(colpali, ColPaliEncoder)
    assert colpali.fingerprint == "colpali-engine/vidore/colpali-v1.3"


@pytest.mark.parametrize(
    "setting",
    ["https://gpu.example/pooling", "http://gpu.example/pooling#m", "ftp://gpu.example#m", "colpali:bert", "x#m",
     "https://user:key@gpu.example/pooling#m"],
)  # fmt: skip
def test_a_setting_that_names_none_is_refused(setting: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        page_encoder_named(setting)
    assert "user:key" not in f"{refused.value.message} {refused.value.hint}"
