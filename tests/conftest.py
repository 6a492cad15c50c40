"""Fixtures shared by every test."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from fidedigno import Fidedigno, Settings

# CI repeats the same examples, so that it judges the change and not its luck; new ones are looked for in
# every run elsewhere.
settings.register_profile("ci", derandomize=True)
if "CI" in os.environ:
    settings.load_profile("ci")

_SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"

DECLARATION = """\
name: {name}
owner: ana
audience: {audience}
sensitivity: {sensitivity}
authority: official
acl: {acl}
ai_allowed: true
revocation_lag: 1d
freshness: 90d
timezone: Europe/Madrid
"""


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real documents and labelled sets; skips the test, saying so, where it is absent."""
    if not _SHARED.is_dir():
        pytest.skip("needs the real documents of ../shared/data, which are not here")
    return _SHARED


@pytest.fixture
def words_only() -> Settings:
    """Settings that need no model and no worker processes: words and identifiers, in this process."""
    return Settings(embedder="none", workers=0)


@pytest.fixture
def workspace(tmp_path: Path, words_only: Settings) -> Iterator[Fidedigno]:
    """An empty workspace without vectors, owned by ``owner``."""
    place = tmp_path / "place"
    place.mkdir()
    with Fidedigno.create(place, admin="owner", settings=words_only) as fidedigno:
        yield fidedigno


MakeCorpus = Callable[..., Path]


@pytest.fixture
def make_corpus(tmp_path: Path) -> MakeCorpus:
    """Make a declared folder: ``make_corpus({"a.md": "text"}, acl="[anyone]", name="docs")``."""

    def make(
        files: dict[str, str | bytes],
        *,
        name: str = "docs",
        acl: str = "[anyone]",
        audience: str = "internal",
        sensitivity: str = "internal",
        extra: str = "",
    ) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        declaration = DECLARATION.format(name=name, acl=acl, audience=audience, sensitivity=sensitivity)
        (folder / "corpus.yaml").write_text(declaration + extra, encoding="utf-8")
        for path, content in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return make
