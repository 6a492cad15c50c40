"""Names of files that strangers chose."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.sources.moodle.names import file_name, harmless, one_line

PLAIN = re.compile(r"file-\d+-[0-9a-f]{12}(-[a-z0-9-]+)?(\.[a-z0-9]{1,8})?")
HOSTILE = [
    "/../../etc/passwd",
    "/..\\..\\windows\\system.ini",
    "/corpus.yaml",
    "/x.meta.yaml",
    "/.hidden",
    "/a\x00b.txt",
    "/a\nb\x1b[31m.txt",
    "/\u202etxt.exe",
    "/CON",
    "/" + "a" * 5000 + ".pdf",
    "/",
    "",
    "/práctica 1 (versión final).PDF",
]


@pytest.mark.parametrize("original", HOSTILE)
def test_a_hostile_name_becomes_a_plain_one(original: str) -> None:
    name = file_name(12, original)
    assert PLAIN.fullmatch(name)
    assert len(name) < 120
    assert not name.endswith(".meta.yaml")


def test_what_is_harmless_of_a_name_stays_to_be_recognised() -> None:
    name = file_name(12, "/práctica 1 (versión final).PDF")
    assert name.startswith("file-12-")
    assert name.endswith("-practica-1-version-final.pdf")


@settings(deadline=None)
@given(st.lists(st.text(max_size=30), unique=True, max_size=30))
def test_two_files_never_share_a_name(originals: list[str]) -> None:
    assert len({file_name(1, each) for each in originals}) == len(originals)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_no_text_leaves_the_alphabet(text: str) -> None:
    assert PLAIN.fullmatch(file_name(7, text))
    assert re.fullmatch(r"[a-z0-9-]*", harmless(text))
    assert not any(ord(each) < 32 for each in one_line(text))


def test_case_alone_makes_two_names() -> None:
    assert file_name(1, "/a.txt").lower() != file_name(1, "/A.txt").lower()
