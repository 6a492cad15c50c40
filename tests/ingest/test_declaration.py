from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.declaration import load_declaration, parse_declaration
from fidedigno.model import PUBLIC, AccessPattern, Audience, Sensitivity

GOOD = """\
name: campus
owner: secretaria@example.org
audience: internal
sensitivity: confidential
revocation_lag: 15m
freshness: 180d
ai_allowed: true
acl: [anyone]
language: es
timezone: Europe/Madrid
access_pattern: live_check
exclude: "drafts/**"
"""


def test_a_declaration_gives_a_corpus() -> None:
    declared = parse_declaration(GOOD)
    corpus = declared.corpus
    assert (corpus.name, corpus.audience, corpus.sensitivity) == (
        "campus",
        Audience.INTERNAL,
        Sensitivity.CONFIDENTIAL,
    )
    assert (corpus.revocation_lag, corpus.freshness) == (timedelta(minutes=15), timedelta(days=180))
    assert corpus.default_acl == PUBLIC
    assert corpus.access_pattern is AccessPattern.LIVE_CHECK
    assert (declared.source, declared.exclude, declared.documents_may_widen) == (
        "files",
        ("drafts/**",),
        False,
    )


def test_no_access_list_stays_unknown() -> None:
    assert parse_declaration(GOOD.replace("acl: [anyone]\n", "")).corpus.default_acl is None


def test_an_unknown_key_is_refused_with_its_line_and_the_nearest_key() -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_declaration(GOOD.replace("acl:", "acls:"), where="corpus.yaml")
    assert "corpus.yaml, line 8: unknown key 'acls'" in caught.value.message
    assert "'acl'" in caught.value.hint


def test_missing_keys_are_all_named() -> None:
    with pytest.raises(
        ConfigurationError, match="owner, audience, sensitivity, revocation_lag, freshness, ai_allowed"
    ):
        parse_declaration("name: x\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("15m", "soon", "line 5: revocation_lag: not a period"),
        ("15m", "0h", "not a period"),
        ("15m", "999999y", "longer than a century"),
        ("confidential", "secret", "line 4: sensitivity: unknown sensitivity"),
        ("Europe/Madrid", "Europe/Atlantis", "line 10: timezone"),
        ("Europe/Madrid", "../../etc/passwd", "timezone"),
        ("true", "perhaps", "line 7: ai_allowed"),
        ("[anyone]", "[]", "line 8: acl"),
        ("[anyone]", "", "acl"),
        ("[anyone]", "[ana]", "not a principal"),
        ("campus", "Campus Uno", "corpus name"),
        ("campus", "", "name"),
        ("language: es", "language: fr", "language"),
        ("language: es", "name: again", "given twice"),
        ("language: es", "language: &a es\nauthority: *a", "aliases"),
        ("language: es", "language: [[[[[[[[[[[[[[[[[[[[es]]]]]]]]]]]]]]]]]]]]", "nested deeper"),
        ("language: es", "\tlanguage: es", "line"),
        ("language: es", "? [a]\n: b", "a key must be a word"),
        ("language: es", "source: " + "x" * 70_000, "longer than"),
    ],
)
def test_a_wrong_value_is_refused_where_it_stands(old: str, new: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        parse_declaration(GOOD.replace(old, new))


@pytest.mark.parametrize(
    "text", ["", "- a\n- b\n", "just words", "a: b\n---\nc: d\n", "\x00", "!!python/name:os.system"]
)
def test_what_is_no_mapping_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError):
        parse_declaration(text)


@given(st.text())
def test_any_text_gives_a_declaration_or_the_projects_error(text: str) -> None:
    with pytest.raises(ConfigurationError):
        parse_declaration(text)


def test_the_digest_changes_with_what_is_declared() -> None:
    same = {parse_declaration(GOOD).digest, parse_declaration("# a note\n" + GOOD).digest}
    assert len(same) == 1
    for old, new in [("anyone", "user:ana"), ("15m", "16m"), ("es\n", "en\n"), ("true", "false")]:
        assert parse_declaration(GOOD.replace(old, new)).digest not in same


def test_a_file_that_is_not_there_or_not_text_is_explained(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_declaration(tmp_path / "corpus.yaml")
    (tmp_path / "corpus.yaml").write_bytes(b"name: \xff\xfe")
    with pytest.raises(ConfigurationError, match="not UTF-8"):
        load_declaration(tmp_path / "corpus.yaml")
