"""Hybrid retrieval over stand-ins for the index and the catalogue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import pytest

from fidedigno import Fidedigno
from fidedigno.access import LiveOutcome, LiveRun
from fidedigno.gather import HybridRetriever, RetrievalPolicy
from fidedigno.gather.candidate import Candidate
from fidedigno.gather.rerank import Outcome, Passage, RerankStage
from fidedigno.index.protocol import IndexedChunk, Ranking, Rankings, SearchRequest
from fidedigno.ingest.catalog import Description
from fidedigno.ingest.embed import NoEmbedder
from fidedigno.model import Identity, Question, Version
from tests.conftest import MakeCorpus
from tests.fakes.cards import card
from tests.fakes.embedder import CountingEmbedder

READER = Identity.public("t")
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def chunk(chunk_id: int, identifiers: str = "", **changes: object) -> IndexedChunk:
    """A chunk of a document of its own, with the number of the chunk."""
    fields: dict[str, object] = {
        "chunk_id": chunk_id, "version_id": chunk_id + 100, "document_id": chunk_id, "corpus_id": 1,
        "identifiers": identifiers, "relations": "", "text": f"texto {chunk_id}", "header": "", "context": "Guía",
        "section": (), "page": None, "start": 0, "end": 9, "kind": "text", "language": "es",
    }  # fmt: skip
    return IndexedChunk(**(fields | changes))  # type: ignore[arg-type]


@dataclass
class FakeIndex:
    """Answers with given rankings, and keeps what it was asked."""

    rankings: dict[str, list[int]]
    chunks: dict[int, IndexedChunk] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()
    requests: list[SearchRequest] = field(default_factory=list)
    identities: list[Identity] = field(default_factory=list)
    asked_for: list[int] = field(default_factory=list)

    def rank(self, identity: Identity, request: SearchRequest) -> Rankings:
        self.requests.append(request)
        self.identities.append(identity)
        by_ranker = {
            name: Ranking(tuple(ids), tuple(1.0 - 0.01 * n for n in range(len(ids))))
            for name, ids in self.rankings.items()
        }
        return Rankings(by_ranker, {"words": 0.5}, "exact")

    def read(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> list[IndexedChunk]:
        assert request.moment == self.requests[-1].moment
        self.identities.append(identity)
        self.asked_for = list(chunk_ids)
        return [self.chunks.get(each) or chunk(each) for each in chunk_ids if each not in self.hidden]


@dataclass
class LiveIndex(FakeIndex):
    """Some of its documents must be confirmed before they are ranked or read; chunk n is of document n."""

    live: frozenset[int] = frozenset()

    def rank(self, identity: Identity, request: SearchRequest) -> Rankings:
        shown = {
            name: [
                each
                for each in ids
                if request.unconfirmed or each not in self.live or each in request.confirmed
            ]
            for name, ids in self.rankings.items()
        }
        return FakeIndex.rank(replace(self, rankings=shown), identity, request)

    def live_documents(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> Mapping[int, int]:
        return {each: each for each in chunk_ids if each in self.live}


@dataclass
class FakeCatalog:
    """Describes every document but the ``missing`` ones."""

    missing: frozenset[int] = frozenset()
    asked_for: dict[int, int] = field(default_factory=dict)

    def describe(self, versions: Mapping[int, int]) -> Mapping[int, Description]:
        self.asked_for = dict(versions)
        return {
            each: Description(
                "files", f"{each}.md", f"Título {each}", "official", "docs", "internal",
                Version(each, version, 2, "", None, NOW),
            )
            for each, version in versions.items()
            if each not in self.missing
        }  # fmt: skip


def gather(index: FakeIndex, text: str = "asunto", limit: int = 10, depth: int = 50, **options) -> list[int]:
    catalog = options.pop("catalog", FakeCatalog())
    retriever = HybridRetriever(index, NoEmbedder(), catalog, RetrievalPolicy(depth))
    found = retriever.gather(Question(text, **options), READER, limit).candidates
    assert [each.rank for each in found] == list(range(1, len(found) + 1))
    return [each.evidence.document_id for each in found]


def test_without_identifiers_the_fused_order_stands() -> None:
    assert gather(FakeIndex({"vector": [1, 2, 3], "words": [3, 4, 2]})) == [3, 2, 1, 4]


def test_who_names_a_code_gets_the_passages_that_hold_it_first() -> None:
    index = FakeIndex(
        {"vector": [1, 2, 3], "words": [2, 1], "identifiers": [3]},
        {1: chunk(1, "err-2000"), 2: chunk(2, "err-10001"), 3: chunk(3, "err-1000 err-7777")},
    )
    assert gather(index, "¿Qué es?") == [1, 2, 3]
    assert gather(index, "¿Qué es ERR-1000?") == [3, 1, 2]
    assert gather(index, "ERR-2000 y ERR-1000") == [1, 3, 2]


def test_more_of_the_named_codes_come_before_fewer_whatever_the_fusion_says() -> None:
    order = [1, 2, 3, 4]
    index = FakeIndex(
        {"words": order},
        {
            1: chunk(1),
            2: chunk(2, "abc-1000"),
            3: chunk(3, "abc-2000 other-1"),
            4: chunk(4, "abc-1000 abc-2000"),
        },
    )
    assert gather(index, "ABC-1000 ABC-2000") == [4, 2, 3, 1]
    assert gather(index, "ABC-1000 ABC-2000", limit=2) == [4, 2], (
        "found although beyond the limit in fused order"
    )


def test_a_passage_whose_record_is_missing_or_that_is_no_longer_permitted_is_left_out() -> None:
    assert gather(FakeIndex({"words": [1, 2, 3]}), catalog=FakeCatalog(frozenset({2}))) == [1, 3]
    assert gather(FakeIndex({"words": [1, 2, 3]}, hidden=frozenset({1}))) == [2, 3]
    assert gather(FakeIndex({})) == []


@pytest.mark.parametrize(
    ("text", "limit", "depth", "asked", "read"),
    [
        ("asunto", 3, 50, 50, 3),
        ("asunto", 80, 50, 80, 80),
        ("ABC-1000", 3, 50, 50, 50),
        ("ABC-1000", 80, 50, 80, 80),
        ("asunto", 3, 2, 3, 3),
    ],
)
def test_the_limit_bounds_what_is_given_and_the_depth_what_is_ranked(
    text: str, limit: int, depth: int, asked: int, read: int
) -> None:
    index = FakeIndex({"words": list(range(1, 101))})
    assert gather(index, text, limit, depth) == list(range(1, limit + 1))
    assert index.requests[-1].depth == asked
    assert len(index.asked_for) == read


def test_the_question_reaches_the_index_as_it_was_asked_and_for_who_asked() -> None:
    index = FakeIndex({"words": [1]})
    gather(index, "¿Cuándo se entrega la ABC-1000?", corpora=frozenset({"docs"}), asked_at=NOW)
    (request,) = index.requests
    assert request.vector is None
    assert request.moment == NOW
    assert request.scope.corpora == {"docs"}
    assert request.identifiers == ("abc-1000",)
    assert request.words
    assert index.identities == [READER, READER]


def test_the_vector_is_asked_for_once_and_its_raw_similarity_is_kept() -> None:
    index = FakeIndex({"vector": [1, 2], "words": [2, 3]})
    gathered = HybridRetriever(index, CountingEmbedder(), FakeCatalog()).gather(
        Question("asunto"), READER, 10
    )
    assert sorted(each.vector is not None for each in index.requests) == [False, True]
    assert index.identities == [READER, READER, READER]
    similar = {each.evidence.document_id: each.vector_similarity for each in gathered.candidates}
    assert similar == {1: 1.0, 2: 0.99, 3: None}
    ranks = {each.evidence.document_id: dict(each.ranks) for each in gathered.candidates}
    assert ranks == {1: {"vector": 1}, 2: {"vector": 2, "words": 1}, 3: {"words": 2}}
    assert gathered.candidates[0].fused_score == pytest.approx(1 / 62 + 1 / 61)
    assert gathered.vector_method == "exact"
    assert {"embed", "rank", "read", "rank.words"} == set(gathered.seconds)


def test_a_card_says_where_its_passage_stands() -> None:
    piece = chunk(7, text="| 1 |", header="| n |", section=("A", "B"), page=3, start=10, end=15)
    index, catalog = FakeIndex({"words": [7]}, {7: piece}), FakeCatalog()
    (found,) = HybridRetriever(index, NoEmbedder(), catalog).gather(Question("n"), READER, 1).candidates
    evidence = found.evidence
    assert evidence.content == "| n |\n| 1 |"
    assert str(evidence.locator) == "docs/7.md · p. 3 · A › B · 10-15"
    assert (evidence.id, evidence.version, evidence.title) == ("7", "v2", "Título 7")
    assert catalog.asked_for == {7: 107}


def test_ranks_count_from_one_and_cannot_be_changed_from_outside() -> None:
    ranks = {"words": 1}
    candidate = Candidate(card(), 1, ranks)
    ranks["words"] = 9
    assert candidate.ranks == {"words": 1}
    with pytest.raises(ValueError, match="from 1"):
        Candidate(card(), 0)
    with pytest.raises(ValueError, match="from 1"):
        Candidate(card(), 1, {"words": 0})


def test_an_identifier_typed_without_its_capitals_is_found_and_an_ordinary_word_means_nothing(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(
        make_corpus(
            {
                "a.md": "# KubePodCrashLooping\n\nReinicia el contenedor defectuoso.\n",
                "b.md": "# Otro\n\nkubepodcrashlooping contenedor contenedor contenedor defectuoso.\n",
            }
        )
    )
    first, *_ = workspace.search("kubepodcrashlooping contenedor", as_user=None)
    assert first.evidence.locator.uri == "docs/a.md"
    assert first.matched_identifiers == {"kubepodcrashlooping"}
    gathered = workspace.pipeline.gather(Question("contenedor defectuoso"), workspace.identity(None))
    assert gathered.identifiers == ()


def test_a_vector_that_is_known_already_is_not_made_again() -> None:
    embedder = CountingEmbedder()
    index = FakeIndex({"vector": [1], "words": [1]})
    retriever = HybridRetriever(index, embedder, FakeCatalog(), RetrievalPolicy(10))
    vector = retriever.embed(Question("¿Qué plazo hay?"))
    assert vector is not None
    found = retriever.gather(Question("¿Qué plazo hay?"), READER, 5, vector=vector)
    assert embedder.asked == ["¿Qué plazo hay?"]
    assert index.requests[-1].vector is vector
    assert found.vector is vector


def test_what_is_out_of_force_is_found_only_on_demand() -> None:
    index = FakeIndex({"words": [1]})
    retriever = HybridRetriever(index, NoEmbedder(), FakeCatalog(), RetrievalPolicy(10))
    retriever.gather(Question("plazo", asked_at=NOW), READER, 5)
    retriever.gather(Question("plazo", asked_at=NOW), READER, 5, in_force=False)
    assert [each.moment for each in index.requests] == [NOW, None]


def test_a_gathering_may_go_on_with_the_live_checks_of_an_earlier_one() -> None:
    begun: list[Identity] = []

    def begin(identity: Identity) -> LiveRun:
        begun.append(identity)
        return LiveRun(lambda documents, seconds: dict.fromkeys(documents, LiveOutcome.ALLOWED), 2.0)

    index = LiveIndex({"words": [1, 2, 3]}, live=frozenset({1, 3}))
    retriever = HybridRetriever(index, NoEmbedder(), FakeCatalog(), live=begin)
    first = retriever.gather(Question("asunto"), READER, 10)
    assert first.live is not None
    assert dict(first.live.outcomes) == dict.fromkeys((1, 3), LiveOutcome.ALLOWED)
    assert "live" in first.seconds
    again = retriever.gather(Question("asunto"), READER, 10, live=first.live)
    assert again.live is first.live
    assert begun == [READER]


def test_where_no_source_can_be_asked_nothing_is_asked_of_the_index_about_it() -> None:
    index = FakeIndex({"words": [1]})
    retriever = HybridRetriever(index, NoEmbedder(), FakeCatalog(), live=lambda _: None)
    found = retriever.gather(Question("asunto"), READER, 10)
    assert (found.live, index.requests[-1].unconfirmed) == (None, False)
    assert "live" not in found.seconds


def test_what_a_source_withholds_is_neither_read_nor_counted_in_ranks() -> None:
    says = {1: LiveOutcome.DENIED, 2: LiveOutcome.TIMED_OUT, 3: LiveOutcome.ALLOWED}
    index = LiveIndex({"words": [1, 2, 3, 4]}, live=frozenset({1, 2, 3}))
    retriever = HybridRetriever(
        index, NoEmbedder(), FakeCatalog(), live=lambda _: LiveRun(lambda documents, seconds: says, 2.0)
    )
    found = retriever.gather(Question("asunto"), READER, 10)
    assert [(each.evidence.document_id, dict(each.ranks)) for each in found.candidates] == [
        (3, {"words": 1}),
        (4, {"words": 2}),
    ]
    assert index.asked_for == [3, 4]


class Backwards:
    """A reranker that likes best what came last."""

    fingerprint = "backwards/1"

    def may_read(self, passage: Passage) -> bool:
        return True

    def score(self, question: str, passages: Sequence[Passage]) -> Sequence[float]:
        return [float(each.fused_rank) for each in passages]

    def close(self) -> None:
        """Nothing to let go of."""


def test_a_reranker_orders_more_than_is_wanted_and_only_then_the_limit_cuts() -> None:
    index = FakeIndex({"words": [1, 2, 3, 4, 5]})
    stage = RerankStage(Backwards(), depth=4)
    retriever = HybridRetriever(index, NoEmbedder(), FakeCatalog(), rerank=stage)
    gathered = retriever.gather(Question("asunto"), READER, 2)
    retriever.close()
    assert index.asked_for == [1, 2, 3, 4]
    assert [(each.evidence.document_id, each.rank) for each in gathered.candidates] == [(4, 1), (3, 2)]
    assert gathered.reranking is not None
    assert gathered.reranking.outcome is Outcome.USED
    assert "rerank" in gathered.seconds


def test_without_a_reranker_no_more_is_read_than_is_wanted() -> None:
    index = FakeIndex({"words": [1, 2, 3]})
    gathered = HybridRetriever(index, NoEmbedder(), FakeCatalog()).gather(Question("asunto"), READER, 2)
    assert index.asked_for == [1, 2]
    assert gathered.reranking is not None
    assert gathered.reranking.outcome is Outcome.OFF
    assert "rerank" not in gathered.seconds
