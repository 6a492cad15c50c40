"""What is past its review date is said or left out, before anything is ranked, as its corpus says."""

from datetime import UTC, datetime, timedelta

import pytest

from fidedigno import Fidedigno
from fidedigno.access import Authoriser
from fidedigno.model import Decision
from fidedigno.status import corpora
from tests.conftest import MakeCorpus

QUESTION = "¿Qué precio tiene la matrícula de postgrado?"
OLD = "---\nupdated: 2020-01-01\n---\n# Precios\nLa matrícula de postgrado tiene un precio de 900 euros."
NEW = "# Horario\nLa secretaría abre a las nueve."


@pytest.fixture
def ingest(workspace: Fidedigno, make_corpus: MakeCorpus):
    def run(when_stale: str, text: str = OLD):
        return workspace.ingest(make_corpus({"a.md": text, "b.md": NEW}, extra=f"when_stale: {when_stale}\n"))

    return run


def cited(workspace: Fidedigno) -> list[str]:
    return [each.evidence.locator.uri for each in workspace.search(QUESTION, as_user="owner")]


@pytest.mark.parametrize(
    ("question", "language", "words"),
    [
        (QUESTION, "es", "pasada su fecha de revisión, 2020-03-31"),
        (QUESTION, "en", "past its review date, 2020-03-31"),
    ],
)
def test_a_flagged_source_is_cited_with_its_date(
    workspace: Fidedigno, ingest, question: str, language: str, words: str
) -> None:
    from fidedigno.deliver import citation

    ingest("flag")
    answer = workspace.ask(question, as_user="owner", language=language)
    assert answer.decision is Decision.ANSWER
    assert words in citation(answer.evidence[0], language)
    assert answer.evidence[0].past_review


def test_a_source_that_is_not_due_is_cited_without(workspace: Fidedigno, ingest) -> None:
    from fidedigno.deliver import citation

    ingest("flag", OLD.replace("updated: 2020-01-01", f"updated: {datetime.now(UTC).date()}"))
    (card,) = workspace.ask(QUESTION, as_user="owner").evidence
    assert "revisión" not in citation(card, "es")
    assert not card.past_review


def test_an_excluded_source_is_found_by_nobody_and_refused_like_one_that_does_not_exist(
    workspace: Fidedigno, ingest
) -> None:
    ingest("exclude")
    assert "docs/a.md" not in cited(workspace)
    told = workspace.ask(QUESTION, as_user="owner")
    workspace.forget("docs/a.md")
    never = workspace.ask(QUESTION, as_user="owner")
    assert told.decision is never.decision is Decision.ABSTAIN
    assert (told.message, told.uncertainty, told.evidence) == (
        never.message,
        never.uncertainty,
        never.evidence,
    )


def test_asking_as_of_a_day_when_it_was_fresh_does_not_open_it(workspace: Fidedigno, ingest) -> None:
    ingest("exclude")
    found = workspace.search(QUESTION, as_user="owner", at=datetime(2020, 1, 2, tzinfo=UTC))
    assert "docs/a.md" not in [each.evidence.locator.uri for each in found]


def test_it_goes_by_the_clock_and_the_key_of_caches_moves_with_it(workspace: Fidedigno, ingest) -> None:
    ingest("exclude", OLD.replace("2020-01-01", "2026-01-01"))
    due = workspace.catalog.documents("docs")[0].review_at
    moments = [due - timedelta(microseconds=1), due]
    identity, keys, excluded = workspace.identity("owner"), set(), []
    workspace.declared.mark_acl_synced("docs", moments[0])
    for moment in moments:
        tenant = workspace.settings.tenant
        permit = Authoriser(workspace._database, lambda at=moment: at, tenant=tenant).permit(identity)
        keys.add(permit.key)
        excluded.append(len(permit.excluded))
    assert excluded == [0, 1]
    assert len(keys) == 2


def test_a_change_of_policy_or_of_the_date_alone_touches_no_chunk(workspace: Fidedigno, ingest) -> None:
    ingest("flag")
    version = workspace._table.version
    ingest("exclude")
    assert "docs/a.md" not in cited(workspace)
    report = ingest("exclude", OLD.replace("---\n#", "reviewed: 2099-01-01\n---\n#"))
    assert "docs/a.md" in cited(workspace)
    ingest("exclude")
    assert report.embedded == 0
    ingest("flag")
    assert "docs/a.md" in cited(workspace)
    assert workspace._table.count_rows() == 2
    assert version <= workspace._table.version


def test_operators_see_how_many_are_past_their_date_and_why_nobody_reads_one(
    workspace: Fidedigno, ingest
) -> None:
    ingest("exclude")
    assert corpora(workspace)[0]["past_review"] == 1
    found = workspace.administration(as_user=workspace.settings.owner).explain("owner", "a.md")
    assert (found["readable"], found["stale_since"][:10]) == (False, "2020-03-30")
    assert workspace.administration(as_user=workspace.settings.owner).who("a.md")["blocked"]
    assert (
        workspace.administration(as_user=workspace.settings.owner).explain("owner", "b.md")["stale_since"]
        is None
    )
