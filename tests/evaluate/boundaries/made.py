"""Records by hand, for tests that need no workspace."""

from datetime import UTC, datetime, timedelta

from fidedigno.evaluate.boundaries.records import (
    CorpusRecord,
    Document,
    GroupRecord,
    Person,
    Records,
    StoredList,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ANYONE = "anyone:0::"


def corpus(
    name="docs", *, id=1, audience="internal", sensitivity=1, ai_allowed=True, age=timedelta(minutes=1)
):
    synced = None if age is None else NOW - age
    return CorpusRecord(id, name, "ana", audience, sensitivity, ai_allowed, timedelta(hours=1), synced)


def stored(*clauses, denials=(), state="list"):
    numbered = {number: frozenset(clause) for number, clause in enumerate(clauses)}
    return StoredList(state, len(clauses), numbered, frozenset(denials))


def document(
    id=1, *, title="Title", text="", access=1, of=None, path=None, language="en", sections=(), series=""
):
    return Document(
        id=id,
        corpus=of or corpus(),
        path=path or f"d{id}.md",
        title=title,
        language=language,
        series=series,
        access=access,
        effective_from=None,
        effective_until=None,
        chunks=frozenset({id << 20}),
        sections=tuple(sections),
        texts=(text,) if text else (),
    )


def person(name, *, email=None, enabled=True, groups=(), **attributes):
    return Person(name, email, enabled, attributes, frozenset(groups))


def records(people=(), groups=(), lists=None, documents=()):
    corpora = {each.corpus.id: each.corpus for each in documents}
    return Records(
        {each.name: each for each in people},
        {each.id: each for each in groups},
        lists or {},
        corpora,
        {each.id: each for each in documents},
    )


def group(id, name, *parents, source="local"):
    return GroupRecord(id, source, name, frozenset(parents))
