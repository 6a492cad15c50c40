"""What a source withholds at the moment of a question leaves no mark: not in order, ranks, scores or numbers."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from fidedigno import Fidedigno
from fidedigno.model import NOBODY
from fidedigno.sources.connector import LiveVerdict
from tests.fakes.live import SOURCE, asker, bring, open_place, system

DENIED = LiveVerdict.DENIED
DOCUMENTS = [f"d{number:02}" for number in range(24)]


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fidedigno]:
    """Twenty-four documents that must be asked about and six that need not be, more than a ranking holds."""
    texts = {
        name: f"# {name}\n\n{'kitchen ' * (1 + number % 7)}{'garden ' * (number % 3)}number {number}.\n"
        for number, name in enumerate(DOCUMENTS)
    }
    folder = tmp_path_factory.mktemp("crowded")
    with open_place(folder / "w", depth=8) as workspace:
        bring(workspace, system(texts))
        workspace.use_live(SOURCE, asker())
        plain = folder / "plain"
        plain.mkdir()
        declaration = (
            "name: plain\nowner: ann\naudience: internal\nsensitivity: internal\nacl: [anyone]\n"
            "ai_allowed: true\nrevocation_lag: 1d\nfreshness: 90d\n"
        )
        (plain / "corpus.yaml").write_text(declaration, encoding="utf-8")
        for number in range(6):
            words = f"# p{number}\n\n{'kitchen ' * (1 + number)}plain.\n"
            (plain / f"p{number}.md").write_text(words, encoding="utf-8")
        workspace.ingest(plain)
        yield workspace


@given(
    denied=st.sets(st.sampled_from(DOCUMENTS)),
    failing=st.sets(st.sampled_from(DOCUMENTS), max_size=2),
    limit=st.integers(1, 8),
    words=st.sampled_from(["kitchen", "garden", "kitchen garden", "number"]),
)
# d02 and d18 have equal scores, at the place where the ranking is cut.
@example(denied={"d00", "d01", "d03", "d07", "d08", "d21"}, failing=set(), limit=6, words="number")
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_a_source_withholds_changes_a_search_as_if_it_were_closed_at_rest(
    crowded: Fidedigno, denied: set[str], failing: set[str], limit: int, words: str
) -> None:
    said = dict.fromkeys(denied, DENIED) | {each: RuntimeError() for each in failing}
    fake = asker(says={("a-ann", each): word for each, word in said.items()})
    crowded.use_live(SOURCE, fake)
    live = crowded.search(words, as_user="ann", limit=limit)
    ids = {each.title: each.document_id for each in crowded.catalog.documents("fake-corp")}
    closed = [ids[f"{name}.md"] for name in denied | failing]
    nobody = crowded.classes.intern(NOBODY)
    rights = [crowded.rights.class_of(each) for each in closed]
    crowded.use_live(SOURCE, asker())
    crowded.rights.begin_change(closed, nobody)
    try:
        at_rest = crowded.search(words, as_user="ann", limit=limit)
    finally:
        crowded.rights.set_all([each for each in rights if each is not None])
    assert [_seen(each) for each in live] == [_seen(each) for each in at_rest]


def _seen(candidate: Any) -> tuple[Any, ...]:
    """All that a person is shown of a candidate."""
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    return (
        replace(candidate.evidence, retrieved_at=moment),
        candidate.rank,
        dict(candidate.ranks),
        candidate.fused_score,
        candidate.matched_identifiers,
    )
