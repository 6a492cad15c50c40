"""Which folders a run reads: the nearest declaration decides, and what nobody declared is the owner's."""

from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError, UsageError
from fidedigno.ingest.roots import Plan, plan_roots, undeclared
from fidedigno.model import AccessList, Audience, Principal
from tests.conftest import DECLARATION


def declared(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    text = DECLARATION.format(name=name, acl="[anyone]", audience="internal", sensitivity="internal")
    (folder / "corpus.yaml").write_text(text, "utf-8")
    return folder


def plan(*paths: Path, declare: Path | None = None, known: dict[str, str | None] | None = None) -> Plan:
    return plan_roots(paths, declare, known or {}, "owner")


def shape(found: Plan) -> list[tuple[Path, str, str | None, tuple[str, ...]]]:
    return [(root.path, root.declaration.corpus.name, root.only, root.excluded) for root in found.roots]


def test_a_declared_folder_is_read_whole(tmp_path: Path) -> None:
    docs = declared(tmp_path / "docs", "docs")
    found = plan(docs)
    assert shape(found) == [(docs, "docs", None, ())]
    assert found.roots[0].declared_in == docs / "corpus.yaml"
    assert found.notices == ()


@pytest.mark.parametrize("part", ["year/one", "year/one/a.md"])
def test_a_part_of_a_declared_folder_is_read_under_the_nearest_declaration_above(
    tmp_path: Path, part: str
) -> None:
    declared(tmp_path, "outer")
    docs = declared(tmp_path / "docs", "docs")
    (docs / "year" / "one").mkdir(parents=True)
    (docs / "year" / "one" / "a.md").write_text("a", "utf-8")
    assert shape(plan(docs / part)) == [(docs, "docs", part, ())]


def test_declared_folders_inside_are_roots_of_their_own_and_left_out_of_the_outer_one(tmp_path: Path) -> None:
    docs = declared(tmp_path / "docs", "docs")
    inner = declared(docs / "a" / "inner", "inner")
    innermost = declared(inner / "x" / "most", "most")
    declared(docs / ".hidden", "hidden")
    assert shape(plan(docs)) == [
        (inner, "inner", None, ("x/most",)),
        (innermost, "most", None, ()),
        (docs, "docs", None, ("a/inner", "a/inner/x/most")),
    ]
    assert shape(plan(docs / "a")) == [
        (inner, "inner", None, ("x/most",)),
        (innermost, "most", None, ()),
        (docs, "docs", "a", ("a/inner", "a/inner/x/most")),
    ]


def test_an_undeclared_folder_is_the_owners_and_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "Mis Notas (2026)"
    folder.mkdir()
    found = plan(folder)
    (root,) = found.roots
    assert root.declared_in is None
    corpus = root.declaration.corpus
    assert (corpus.name, corpus.owner, corpus.audience) == ("mis-notas-2026", "owner", Audience.DEPARTMENT)
    assert corpus.default_acl == AccessList.any_of(Principal.user("owner"))
    assert "owner" in found.notices[0]


def test_an_undeclared_file_is_a_root_of_its_own_so_that_its_neighbours_stay_out(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a", "utf-8")
    assert shape(plan(tmp_path / "a.md"))[0][::2] == (tmp_path / "a.md", None)


def test_an_undeclared_folder_with_declared_ones_gives_only_those(tmp_path: Path) -> None:
    inner = declared(tmp_path / "inner", "inner")
    (tmp_path / "a.md").write_text("a", "utf-8")
    found = plan(tmp_path)
    assert shape(found) == [(inner, "inner", None, ())]
    assert "left out" in found.notices[0]


def test_an_undeclared_folder_that_was_read_before_goes_on_without_its_declared_part(tmp_path: Path) -> None:
    inner = declared(tmp_path / "inner", "inner")
    found = plan(tmp_path, known={str(tmp_path): None})
    assert [each[::3] for each in shape(found)] == [(inner, ()), (tmp_path, ("inner",))]


def test_declare_is_for_what_has_no_declaration_of_its_own_and_is_remembered(tmp_path: Path) -> None:
    own = declared(tmp_path / "own", "own")
    bare = tmp_path / "bare"
    (bare / "year").mkdir(parents=True)
    rules = declared(tmp_path / "rules", "general") / "corpus.yaml"
    assert [each[1] for each in shape(plan(own, bare, declare=rules))] == ["own", "general"]
    again = plan(bare / "year", known={str(bare): str(rules)})
    assert shape(again) == [(bare, "general", "year", ())]
    assert again.notices == ()


def test_a_remembered_declaration_that_is_gone_stops_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    with pytest.raises(ConfigurationError, match="cannot be read"):
        plan(folder, known={str(folder): str(folder / "corpus.yaml")})


def test_a_path_named_twice_or_through_a_link_is_read_once(tmp_path: Path) -> None:
    docs = declared(tmp_path / "docs", "docs")
    (tmp_path / "link").symlink_to(docs)
    assert len(plan(docs, docs / ".." / "docs", tmp_path / "link").roots) == 1


def test_a_path_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("nowhere", "loop", "a\x00b"):
        with pytest.raises(UsageError, match="no such file"):
            plan(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Guía Docente", "guia-docente"),
        ("...", "documents"),
        ("日本語", "documents"),
        ("a" * 200, "a" * 80),
        ("x') OR 1=1", "x-or-1-1"),
    ],
)
def test_any_folder_name_gives_a_valid_corpus_name(name: str, slug: str) -> None:
    assert undeclared(Path("/somewhere") / name, "owner").corpus.name == slug
