"""What parsing found, kept for later labels: nothing is lost, and nothing of a document's text is kept."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.facts import ContentFacts, decode_facts, encode_facts, reading_of
from fidedigno.ingest.overrides import NO_OVERRIDES, Overrides
from fidedigno.ingest.personal_data import PersonalDataKind
from fidedigno.model import NOBODY, UNKNOWN, Sensitivity
from tests.access import strategies
from tests.access.house import make_corpus
from tests.access.translate import access_list

words = st.none() | st.text(max_size=20)
lists = st.one_of(strategies.granting.map(access_list), st.sampled_from([NOBODY, UNKNOWN]))
overrides = st.builds(
    Overrides,
    acls=st.lists(lists, max_size=2).map(tuple),
    sensitivities=st.lists(st.sampled_from(Sensitivity), max_size=2).map(tuple),
    title=words,
    owner=words,
    authority=words,
    language=st.sampled_from([None, "es", "en"]),
    version=words,
    created=words,
    updated=words,
    review=words,
    effective_from=words,
    effective_until=words,
    ai_allowed=st.sampled_from([None, True, False]),
    personal_data=st.sampled_from([None, True, False]),
    scope=st.none() | st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=2),
    supports=st.none() | st.lists(st.text(max_size=5), max_size=2).map(tuple),
    series=words,
    reviewed=words,
    labels=st.none() | st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=2),
)
TRIED = {
    "acls", "sensitivities", "title", "owner", "authority", "language", "version", "created", "updated",
    "review", "effective_from", "effective_until", "ai_allowed", "personal_data", "scope", "supports", "series",
    "reviewed", "labels",
}  # fmt: skip
counts = st.dictionaries(st.sampled_from(PersonalDataKind), st.integers(1, 50))


@given(
    title=st.text(max_size=30), language=st.sampled_from(["", "es", "en"]), front=overrides, personal=counts
)
def test_facts_come_back_as_they_were(title, language, front, personal) -> None:
    facts = ContentFacts(title, language, "markdown 1", personal, front, "es|UTC")
    found = decode_facts(encode_facts(facts))
    assert found is not None
    assert [acl.normalised() for acl in found.front_matter.acls] == [acl.normalised() for acl in front.acls]
    plain = {name: getattr(front, name) or None for name in Overrides.__dataclass_fields__ if name != "acls"}
    read = {name: getattr(found.front_matter, name) or None for name in plain}
    assert read == plain
    for name in ("ai_allowed", "personal_data"):
        assert getattr(found.front_matter, name) is getattr(front, name), "no is not nothing"
    assert (found.title, found.language, found.parser, found.personal_data, found.reading) == (
        title, language, "markdown 1", personal, "es|UTC",
    )  # fmt: skip


@pytest.mark.parametrize(
    "written",
    [
        "",
        "{}",
        "[]",
        "null",
        "7",
        "{",
        '{"title":"a"}',
        '{"front_matter":3}',
        '{"front_matter":{"acls":[1]}}',
    ],
)
def test_what_was_not_written_by_us_is_no_facts(written: str) -> None:
    assert decode_facts(written) is None


def test_every_key_that_a_document_may_set_is_tried_here() -> None:
    assert set(Overrides.__dataclass_fields__) == TRIED, "say in 'overrides' above how the new key is made"


def test_what_cannot_be_written_is_not_known_instead_of_an_error() -> None:
    odd = replace(NO_OVERRIDES, scope={"course": object()})  # type: ignore[dict-item]
    assert encode_facts(ContentFacts("A", "es", "text", {}, odd, "|UTC")) == ""


def test_a_key_of_another_version_is_no_facts() -> None:
    facts = ContentFacts("A", "es", "text", {}, NO_OVERRIDES, "|UTC")
    good = encode_facts(facts)
    assert decode_facts(good.replace('"front_matter":{', '"front_matter":{"colour":"red"')) is None
    assert decode_facts(good) == facts


def test_language_and_timezone_of_a_corpus_decide_what_is_found_and_its_readers_do_not() -> None:
    corpus = make_corpus(language="es", timezone="Europe/Madrid")
    assert reading_of(corpus) != reading_of(make_corpus(language="en", timezone="Europe/Madrid"))
    assert reading_of(corpus) != reading_of(make_corpus(language="es", timezone="Atlantic/Canary"))
    assert reading_of(corpus) == reading_of(
        make_corpus(language="es", timezone="Europe/Madrid", default_acl=NOBODY)
    )
