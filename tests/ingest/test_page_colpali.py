"""The encoder in this process: which classes load a model, and what is said where the package is missing."""

import importlib.util

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.page_colpali import ColPaliEncoder, classes_of


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        ("vidore/colpali-v1.3", "ColPali"),
        ("vidore/colqwen2-v1.0", "ColQwen2"),
        ("Metric-AI/ColQwen2.5-3b-multilingual-v1.0", "ColQwen2_5"),
        ("vidore/colSmol-256M", "ColIdefics3"),
    ],
)
def test_a_models_name_tells_its_classes(model: str, kind: str) -> None:
    assert classes_of(model) == (kind, f"{kind}_Processor" if kind == "ColQwen2_5" else f"{kind}Processor")


@pytest.mark.skipif(
    importlib.util.find_spec("colpali_engine") is not None, reason="colpali-engine is installed"
)
def test_without_the_package_the_error_says_how_to_get_it() -> None:
    encoder = ColPaliEncoder("vidore/colpali-v1.3")
    assert encoder.pages([]) == []
    with pytest.raises(ConfigurationError) as refused:
        encoder.question("motor")
    assert "fidedigno[colpali]" in refused.value.hint
