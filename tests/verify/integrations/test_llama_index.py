import importlib.util

import pytest

from fidedigno.errors import UsageError
from fidedigno.verify.integrations.llama_index import faithfulness_evaluator, verified_query_engine
from tests.fakes.verifier import FakeScore, FakeVerifier

IS_HERE = importlib.util.find_spec("llama_index") is not None


@pytest.mark.skipif(IS_HERE, reason="llama-index-core is installed")
def test_without_the_package_it_says_what_to_install() -> None:
    for make in (
        lambda: faithfulness_evaluator(FakeVerifier(), score=FakeScore.compute),
        lambda: verified_query_engine(object(), FakeVerifier()),  # type: ignore[arg-type]
    ):
        with pytest.raises(UsageError) as raised:
            make()
        assert "fidedigno[llama-index]" in raised.value.hint
