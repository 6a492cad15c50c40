import inspect

import pytest

from fidedigno.verify import Verifier
from fidedigno.verify.inspector import AsyncInspector, Healer, Inspector
from tests.fakes.verifier import FakeVerifier

PROMISED = [
    (protocol, name)
    for protocol in (Inspector, AsyncInspector, Healer)
    for name, member in vars(protocol).items()
    if inspect.isfunction(member) and not name.startswith("_")
]


@pytest.mark.parametrize("kind", [Verifier, FakeVerifier])
@pytest.mark.parametrize(("protocol", "name"), PROMISED, ids=lambda each: getattr(each, "__name__", each))
def test_a_verifier_keeps_what_the_ways_into_it_need(kind: type, protocol: type, name: str) -> None:
    promised = inspect.signature(getattr(protocol, name))
    kept = inspect.signature(getattr(kind, name))
    places = [each for each in kept.parameters.values() if each.kind is not each.KEYWORD_ONLY]
    assert len(places) == len(promised.parameters)
    for one, other in zip(places, promised.parameters.values(), strict=True):
        assert (one.default is one.empty) == (other.default is other.empty)
    assert inspect.iscoroutinefunction(getattr(kind, name)) is inspect.iscoroutinefunction(
        getattr(protocol, name)
    )
