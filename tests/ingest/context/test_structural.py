from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.context import DocumentPlace, structural_context
from fidedigno.ingest.context.structural import MAX_PLACE_CHARACTERS, MAX_SCOPE_CHARACTERS
from fidedigno.model import Validity

MARCH, JUNE = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 6, 30, tzinfo=UTC)


def test_a_title_that_is_the_first_heading_too_is_said_once() -> None:
    assert structural_context(DocumentPlace("Guía"), ("Guía", "Entregas")) == "Guía › Entregas"
    assert structural_context(DocumentPlace("Guía"), ()) == "Guía"
    assert structural_context(DocumentPlace(""), ()) == ""


def test_whom_it_concerns_is_in_a_line_of_its_own() -> None:
    place = DocumentPlace("Timeouts", {"service": "PaymentService", "environment": "production"})
    assert structural_context(place, ()) == "Timeouts\nenvironment: production · service: PaymentService"


@pytest.mark.parametrize(
    ("validity", "said"),
    [
        (Validity(MARCH, JUNE), "2026-03-01 – 2026-06-30"),
        (Validity(MARCH, None), "2026-03-01 – …"),
        (Validity(None, JUNE), "… – 2026-06-30"),
    ],
)
def test_the_time_in_which_it_counts_is_said(validity: Validity, said: str) -> None:
    assert structural_context(DocumentPlace("Plazos", validity=validity), ()) == f"Plazos\n{said}"


@given(st.text(), st.lists(st.text(), max_size=9), st.dictionaries(st.text(), st.text(), max_size=9))
def test_whatever_a_document_says_of_itself_the_context_stays_short(
    title: str, section: list[str], scope: dict[str, str]
) -> None:
    context = structural_context(DocumentPlace(title, scope), tuple(section))
    assert len(context) <= MAX_PLACE_CHARACTERS + MAX_SCOPE_CHARACTERS + 1
