from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from fidedigno.sources.dokuwiki import DokuWikiConnector, DokuWikiOptions
from fidedigno.sources.http import HttpLimits
from tests.fakes.dokuwiki import PASSWORD, SERVICE, FakeWiki

FAST = HttpLimits(attempt=2.0, total=4.0, attempts=2, backoff=0.001, response_bytes=200_000)


@pytest.fixture
def wiki(tmp_path: Path) -> Iterator[FakeWiki]:
    with FakeWiki(tmp_path) as wiki:
        yield wiki


@pytest.fixture
def options(wiki: FakeWiki) -> DokuWikiOptions:
    return replace(
        DokuWikiOptions("corp", wiki.url, SERVICE, SecretStr(PASSWORD), wiki.rules_file, wiki.accounts_file),
        links={"ana": "ana", "bo": "bo", "eve": "eve"},
        limits=FAST,
    )


@pytest.fixture
async def connector(options: DokuWikiOptions) -> AsyncIterator[DokuWikiConnector]:
    connector = DokuWikiConnector(options)
    yield connector
    await connector.close()
