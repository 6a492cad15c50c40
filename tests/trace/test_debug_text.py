"""Texts under a grant: exactly those that it allows, encrypted, and none in doubt."""

import logging
import sys
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.errors import NotAvailableError
from fidedigno.model import Claim, ClaimMatrix, Decision, EvidenceKind
from fidedigno.trace import debug_text
from fidedigno.trace.debug_grant import Grant, new_grant
from fidedigno.trace.debug_text import is_restricted
from tests.fakes.cards import card
from tests.trace.audited import CORPORA, Audited, of
from tests.trace.made import NOW, READING, answer, identity

QUESTION = "¿Cuánto cobra Íñigo, de nóminas?"


def grant(audited: Audited, **changes: Any) -> Grant:
    fields: dict[str, Any] = {
        "user": "", "corpora": frozenset({"docs"}), "by": "audita", "reason": "why", "now": NOW,
        "until": NOW + timedelta(days=1), "approved_by": "",
    }  # fmt: skip
    made = new_grant(**(fields | changes))
    audited.auditing.grants.add(made)
    return made


def resting_on(*corpora: str) -> Any:
    cards = tuple(card(number, corpus=each) for number, each in enumerate(corpora, start=20))
    claims = tuple(Claim(f"Texto de {each.corpus}.", (each.id,)) for each in cards)
    decision = Decision.ANSWER if cards else Decision.ABSTAIN
    return answer(
        decision=decision, claims=claims, evidence=cards, verdicts=(), uncertainty=(), matrix=ClaimMatrix()
    )


def keep(
    audited: Audited, made: Any, *gathered: str, who: str | None = "ana", asked: tuple[str, ...] = ()
) -> int:
    cards = [of(each, number) for number, each in enumerate(gathered, start=1)]
    return audited.auditing.texts.keep(QUESTION, made, identity(who), cards, asked)


def test_a_question_and_its_answer_are_kept_and_read_back(audited: Audited) -> None:
    made = grant(audited)
    assert keep(audited, resting_on("docs"), "docs") == 1
    (kept,) = audited.auditing.texts.read(made.id)
    assert (kept["question"], kept["user"], kept["claims"]) == (QUESTION, "ana", ["Texto de docs."])


def test_no_byte_of_a_text_is_in_a_file_while_the_grant_lasts_or_after(audited: Audited) -> None:
    made = grant(audited)
    keep(audited, resting_on("docs"), "docs")
    words = [
        QUESTION.encode(),
        "Íñigo".encode(),
        "nóminas".encode(),
        "nóminas".encode("latin-1"),
        b"Texto de",
    ]
    sealed = audited.auditing.grants.texts_of(made.id).read_bytes().strip()
    assert sealed
    assert not [each for each in words if each in audited.bytes_of_folder()]
    audited.clock.now = NOW + timedelta(days=1)
    audited.auditing.sweep()
    assert not [each for each in (*words, sealed, made.key) if each in audited.bytes_of_folder()]


def test_the_time_ends_writing_and_reading(audited: Audited) -> None:
    made = grant(audited)
    assert keep(audited, resting_on("docs"), "docs") == 1
    audited.clock.now = NOW + timedelta(days=1)
    assert keep(audited, resting_on("docs"), "docs") == 0
    with pytest.raises(NotAvailableError):
        audited.auditing.texts.read(made.id)


ALL = [*CORPORA, "unknown"]
some_corpora = st.lists(st.sampled_from(ALL), max_size=3, unique=True).map(tuple)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    user=st.sampled_from(["", "ana"]),
    named=st.lists(st.sampled_from(list(CORPORA)), max_size=2, unique=True).map(frozenset),
    approved=st.booleans(),
    who=st.sampled_from(["ana", "eva", None]),
    gathered=some_corpora,
    cited=some_corpora,
    asked=some_corpora,
)
def test_exactly_what_the_reference_allows_is_kept(
    audited: Audited,
    user: str,
    named: frozenset[str],
    approved: bool,
    who: str | None,
    gathered: tuple[str, ...],
    cited: tuple[str, ...],
    asked: tuple[str, ...],
) -> None:
    if not user and not named:
        return
    made = grant(audited, user=user, corpora=named, approved_by="jefa" if approved else "")
    touched = {*gathered, *cited, *asked}
    delicate = {"rrhh", "secreto", "unknown"}
    allowed = (
        who is not None
        and user in {"", who}
        and (approved or not named & delicate)
        and not (touched & delicate) - named
        and (bool(user) or (bool(touched) and touched <= named))
    )
    kept = keep(audited, resting_on(*cited), *gathered, who=who, asked=asked)
    assert kept == int(allowed)
    if allowed:
        (text,) = audited.auditing.texts.read(made.id)
        assert text["question"] == QUESTION
        assert (text["claims"] is not None) == (set(cited) <= named)
        assert not [each for each in text["claims"] or () if each[9:-1] not in named]
    audited.auditing.grants.revoke(made.id)


def test_live_state_is_never_kept(audited: Audited) -> None:
    made = grant(audited, user="ana")
    reading = replace(READING, kind=EvidenceKind.STATE)
    state = answer(
        decision=Decision.ANSWER, evidence=(reading,), claims=(Claim("Tu nota es 7.", (reading.id,)),), verdicts=(),
        uncertainty=(), matrix=ClaimMatrix(),
    )  # fmt: skip
    assert keep(audited, state) == 1
    (text,) = audited.auditing.texts.read(made.id)
    assert (text["question"], text["message"], text["claims"]) == (QUESTION, None, None)


def test_a_corpus_that_has_become_restricted_since_is_no_longer_kept(audited: Audited) -> None:
    grant(audited)
    audited.corpora["docs"] = audited.corpora["rrhh"]
    assert keep(audited, resting_on("docs"), "docs") == 0


@pytest.mark.parametrize("broken", ["declared", "texts", "cipher"])
def test_whatever_goes_wrong_keeps_nothing_and_is_told_by_its_code(
    audited: Audited, broken: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = grant(audited)
    if broken == "declared":
        audited.corpora.clear()
    elif broken == "texts":
        audited.auditing.grants.texts_of(made.id).unlink()
    else:
        monkeypatch.setitem(sys.modules, "cryptography.fernet", None)
    with caplog.at_level(logging.ERROR):
        assert keep(audited, resting_on("docs"), "docs") == 0
    assert "nóminas" not in caplog.text
    assert not audited.auditing.grants.texts_of(made.id).exists() or (
        audited.auditing.grants.texts_of(made.id).read_bytes() == b""
    )


def test_texts_that_cannot_be_decrypted_are_not_told_and_dropping_ends_the_grant(audited: Audited) -> None:
    made = grant(audited)
    keep(audited, resting_on("docs"), "docs")
    with audited.auditing.grants.texts_of(made.id).open("ab") as stream:
        stream.write(b"forged\n")
    with pytest.raises(NotAvailableError):
        audited.auditing.texts.read(made.id)
    audited.auditing.texts.drop(lambda _: False)
    assert audited.auditing.grants.in_force() == []


def test_a_grant_keeps_no_more_than_its_limit(audited: Audited, monkeypatch: pytest.MonkeyPatch) -> None:
    made = grant(audited)
    monkeypatch.setattr(debug_text, "MAX_TEXTS_BYTES", 1_500)
    kept = sum(keep(audited, resting_on("docs"), "docs") for _ in range(9))
    assert 0 < kept < 9
    assert len(audited.auditing.texts.read(made.id)) == kept
    assert audited.auditing.grants.texts_of(made.id).stat().st_size <= 1_500


def test_dropping_leaves_the_others_and_later_ones_are_added(audited: Audited) -> None:
    made = grant(audited)
    for who in ("ana", "eva", "ana"):
        keep(audited, resting_on("docs"), "docs", who=who)
    assert audited.auditing.texts.drop(lambda text: text["user"] == "ana") == 2
    keep(audited, resting_on("docs"), "docs", who="jefa")
    assert [each["user"] for each in audited.auditing.texts.read(made.id)] == ["eva", "jefa"]


def test_an_undeclared_corpus_is_taken_for_a_restricted_one() -> None:
    assert is_restricted(None)
    assert is_restricted(CORPORA["rrhh"])
    assert is_restricted(CORPORA["secreto"])
    assert not is_restricted(CORPORA["notas"])
