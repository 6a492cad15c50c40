"""Which root a file belongs to when several have held it."""

from pathlib import Path

import pytest

from fidedigno.ingest.handover import overlapping, reads
from fidedigno.ingest.roots import Root, undeclared

TOP = Path("/data/docs")


def root(only: str | None = None, *excluded: str, path: Path = TOP) -> Root:
    return Root(path, undeclared(path, "owner"), None, only, excluded)


@pytest.mark.parametrize(
    ("found", "path", "read"),
    [
        (root(), "/data/docs/a.md", True),
        (root(), "/data/docs", True),
        (root(), "/data/docs2/a.md", False),
        (root(), "/data/a.md", False),
        (root("x"), "/data/docs/x/a.md", True),
        (root("x"), "/data/docs/xx/a.md", False),
        (root("x"), "/data/docs/x.md", False),
        (root("x"), "/data/docs", False),
        (root("x/a.md"), "/data/docs/x/a.md", True),
        (root("x/a.md"), "/data/docs/x/b.md", False),
        (root(None, "x"), "/data/docs/x/a.md", False),
        (root(None, "x"), "/data/docs/xx/a.md", True),
        (root("x", "x/y"), "/data/docs/x/y/a.md", False),
        (root("a\u0301"), "/data/docs/\u00e1/a.md", True),
    ],
)
def test_a_root_reads_what_is_below_it_within_the_run_and_not_in_a_root_of_its_own(
    found: Root, path: str, read: bool
) -> None:
    assert reads(found, Path(path)) is read


def test_only_folders_above_and_undeclared_ones_below_may_hold_the_same_files(tmp_path: Path) -> None:
    for name in ("docs/declared", "docs/bare", "docs2"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "docs/declared/corpus.yaml").write_text("", "utf-8")
    places = [
        tmp_path,
        tmp_path / "docs",
        tmp_path / "docs/declared",
        tmp_path / "docs/bare",
        tmp_path / "docs2",
    ]
    found = overlapping(root(path=tmp_path / "docs"), map(str, places))
    assert found == [tmp_path, tmp_path / "docs/bare"]
