"""What a search can return for a person equals what a ten-line reference of the rules allows."""

from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno import Fidedigno, Settings
from tests.reference import access as reference

USERS = ("ana", "luis", "eva", "noa")
GROUPS = ("g1", "g2", "g3")
PRINCIPALS = [("user", name) for name in USERS] + [("group", name) for name in GROUPS] + [("anyone", "")]
ASKERS = (*USERS, "nadie", None)
MAX_DOCUMENTS = 6

clauses = st.lists(st.sampled_from(PRINCIPALS), min_size=1, max_size=3, unique=True)
access_lists = st.one_of(
    st.none(),
    st.tuples(st.lists(clauses, min_size=1, max_size=3), st.lists(st.sampled_from(PRINCIPALS), max_size=2)),
)
directories = st.fixed_dictionaries(
    {name: st.lists(st.sampled_from(PRINCIPALS[:-1]), max_size=3, unique=True) for name in GROUPS}
)
disabled = st.sets(st.sampled_from(USERS), max_size=2)
questions = st.sampled_from(
    [
        "secreto común",
        "alfa0 alfa1 alfa2 alfa3 alfa4 alfa5",
        "COD-100 COD-101 COD-105",
        "') OR true -- secreto",
        "común",
    ]
)


@given(
    groups=directories,
    off=disabled,
    acls=st.lists(access_lists, min_size=1, max_size=MAX_DOCUMENTS),
    question=questions,
    change=st.tuples(
        st.sampled_from(GROUPS), st.lists(st.sampled_from(PRINCIPALS[:-1]), max_size=3, unique=True)
    ),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@pytest.mark.slow
def test_search_returns_exactly_what_the_reference_allows(groups, off, acls, question, change) -> None:
    with TemporaryDirectory() as place:
        folder = Path(place)
        _write_corpus(folder / "docs", acls)
        _write_directory(folder / "directory.yaml", groups, off)
        chosen = Settings(embedder="none", workers=0, depth=100)
        with Fidedigno.create(folder, admin="owner", settings=chosen) as workspace:
            workspace.load_directory(folder / "directory.yaml")
            workspace.ingest(folder / "docs")
            _compare(workspace, groups, off, acls, question)
            name, members = change
            changed = {**groups, name: members}
            _write_directory(folder / "directory.yaml", changed, off)
            workspace.load_directory(folder / "directory.yaml")
            _compare(workspace, changed, off, acls, question)


def _compare(workspace: Fidedigno, groups, off, acls, question: str) -> None:
    users = {name: ("", name not in off) for name in USERS} | {"owner": ("", True)}
    for asker in ASKERS:
        principals = reference.principals_of(users, groups, asker or "?")
        allowed = {
            f"docs/d{number}.md"
            for number, acl in enumerate(acls)
            if reference.allows(acl, principals) and _matches(question, number)
        }
        found = {each.evidence.locator.uri for each in workspace.search(question, as_user=asker, limit=100)}
        assert found == allowed, f"{asker} asked {question!r}"


def _matches(question: str, number: int) -> bool:
    """A document is found by any of its words; the pieces of a code are words too (``COD``)."""
    words = question.lower().replace("-", " ").split()
    return any(word in words for word in ("secreto", "común", f"alfa{number}", "cod"))


def _write_corpus(folder: Path, acls) -> None:
    folder.mkdir()
    declaration = {
        "name": "docs", "owner": "owner", "audience": "internal", "sensitivity": "internal", "authority": "official",
        "acl": ["anyone"], "ai_allowed": True, "revocation_lag": "1d", "freshness": "90d", "documents_may_widen": True,
    }  # fmt: skip
    (folder / "corpus.yaml").write_text(yaml.safe_dump(declaration), "utf-8")
    for number, acl in enumerate(acls):
        text = f"# Documento {number}\n\nEl secreto común alfa{number} se llama COD-10{number}.\n"
        (folder / f"d{number}.md").write_text(text, "utf-8")
        (folder / f"d{number}.md.meta.yaml").write_text(yaml.safe_dump({"acl": _written(acl)}), "utf-8")


def _written(acl) -> object:
    if acl is None:
        return "nobody"
    any_of, denied = acl
    return {"all_of": [[_name(p) for p in clause] for clause in any_of], "deny": [_name(p) for p in denied]}


def _name(principal: tuple[str, str]) -> str:
    kind, name = principal
    return kind if kind == "anyone" else f"{kind}:{name}"


def _write_directory(path: Path, groups, off) -> None:
    data = {
        "users": [{"name": name, "enabled": name not in off} for name in (*USERS, "owner")],
        "groups": [
            {"name": name, "members": [_name(m) for m in members]} for name, members in groups.items()
        ],
    }
    path.write_text(yaml.safe_dump(data), "utf-8")


def test_the_reference_shares_no_code_with_the_product() -> None:
    assert not [v for v in vars(reference).values() if isinstance(v, ModuleType)]
