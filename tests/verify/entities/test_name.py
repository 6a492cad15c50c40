from __future__ import annotations

from fidedigno.verify.entities.name import NameKind


def test_kinds_make_the_codes_of_findings() -> None:
    assert {f"unknown_{kind.value}" for kind in NameKind} == {
        "unknown_person",
        "unknown_organisation",
        "unknown_place",
        "unknown_product",
        "unknown_name",
        "unknown_paper",
        "unknown_url",
        "unknown_article",
        "unknown_identifier",
    }
