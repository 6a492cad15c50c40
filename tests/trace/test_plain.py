"""Which words enter a record as they are."""

import pytest

from fidedigno.model import EvidenceKind
from fidedigno.trace.plain import (
    Names,
    References,
    chunk_of,
    is_answer_id,
    is_pack_name,
    is_stage,
    reason_code,
    version_label,
)
from tests.fakes.cards import card
from tests.trace.made import KEY


@pytest.mark.parametrize("code", ["", "timed_out", "verbatim", "needs_slot:group"])
def test_a_code_is_kept(code: str) -> None:
    assert reason_code(code, KEY) == code


@pytest.mark.parametrize("text", ["Timed out", "3f2a9bdeadbeef", "ana@campus.example", "x" * 41, "ñu", "a\n"])
def test_what_is_no_code_is_not_kept(text: str) -> None:
    assert reason_code(text, KEY).startswith("#")


@pytest.mark.parametrize("label", ["", "v3", "V3", "7", "1.10", "2026-27", "2026-09-01T00:00:00+02:00"])
def test_a_version_of_figures_is_kept(label: str) -> None:
    assert version_label(label, KEY) == label


@pytest.mark.parametrize("label", ["Borrador de Ana", "ana", "v", "3 (Ana)", "1" * 40])
def test_a_version_of_words_is_not_kept(label: str) -> None:
    assert version_label(label, KEY).startswith("#")


def test_only_names_of_the_contract_are_kept() -> None:
    names = Names(["due_at", "Due at"], KEY)
    assert names("due_at") == "due_at"
    assert names("") == ""
    assert names("ana").startswith("#")
    assert names("Due at").startswith("#")


def test_ids_of_passages_are_kept_and_those_of_readings_are_not() -> None:
    passage, reading = card(1, id="abc0"), card(2, id="abc1", kind=EvidenceKind.STATE)
    stretch = card(1, id="abc0:12-40")
    odd = card(3, id="guide of ana")
    refer = References([passage, stretch, reading, odd], KEY)
    assert (refer("abc0"), refer("abc0:12-40"), refer("")) == ("abc0", "abc0:12-40", "")
    assert refer("abc1") != "abc1"
    assert refer("guide of ana").startswith("#")
    assert refer("abc2").startswith("#")


def test_the_forms_of_ids_stages_and_names() -> None:
    assert is_answer_id("a1B2-_")
    assert not any(map(is_answer_id, ["", "a b", "a" * 65, "a\n", "é", "../x"]))
    assert is_stage("gather.rank.words")
    assert not any(map(is_stage, ["", "Gather", "gather 1", "gather.", "a@b"]))
    assert is_pack_name("individual_state-2")
    assert not any(map(is_pack_name, ["", "Deadline", "a b", "2a", "a\n"]))


@pytest.mark.parametrize(
    ("evidence_id", "chunk"),
    [
        ("a10", "a10"),
        ("a10:26-98", "a10"),
        ("moodle:7", None),
        ("a10:26", None),
        ("", None),
        ("a10:1-2\n", None),
    ],
)
def test_the_chunk_of_a_passage_stands_in_its_id(evidence_id: str, chunk: str | None) -> None:
    assert chunk_of(evidence_id) == chunk
