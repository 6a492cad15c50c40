"""A connector lets in nobody whom its corpus does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.sources.sharing import LinkShared, Sharing, check_sharing, sharing_of

SHARING = st.builds(Sharing, st.sampled_from(LinkShared), st.booleans())


class Fake:
    """A connector that lets somebody in."""

    def __init__(self, sharing: object) -> None:
        self.sharing = sharing


def let_in(sharing: Sharing) -> set[str]:
    return {
        who
        for who, counts in (("link", sharing.link_shared is LinkShared.PEOPLE), ("guest", sharing.guests))
        if counts
    }


@given(corpus=SHARING, connector=SHARING)
def test_it_is_refused_exactly_when_somebody_comes_in_whom_the_corpus_does_not_admit(
    corpus: Sharing, connector: Sharing
) -> None:
    beyond = let_in(connector) - let_in(corpus)
    if not beyond:
        check_sharing(corpus, Fake(connector))
        return
    with pytest.raises(ConfigurationError) as caught:
        check_sharing(corpus, Fake(connector))
    assert ("link_shared" in caught.value.hint) == ("link" in beyond)


def test_a_connector_that_says_nothing_lets_nobody_in() -> None:
    assert sharing_of(object()) == sharing_of(Fake("everybody")) == Sharing()
    check_sharing(Sharing(), object())
