import pytest

from fidedigno.verify.polarity.only import differing_only
from tests.verify.polarity.comparing import surest_of


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "Divers and anglers may use the pier.", "Only divers may use the pier."),
        ("en", "The hall is let to residents and firms.", "The hall is let to residents only."),
        ("es", "Pueden bajar los buzos y los pescadores.", "Solo pueden bajar los buzos."),
        ("es", "La nave se alquila a vecinos y empresas.", "La nave se alquila exclusivamente a vecinos."),
        ("en", "Only divers may use the pier.", "Divers and anglers may use the pier."),
    ],
)
def test_others_beside_what_is_named_alone_differ(language: str, claim: str, evidence: str) -> None:
    assert surest_of(differing_only, claim, evidence, language) >= 0.5


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "Only divers may use the pier.", "Only divers may use the pier and the slip."),
        ("en", "Divers may use the pier and the slip.", "Only divers may use the pier."),
        ("en", "Divers and anglers pay a fee.", "Only divers may use the pier."),
        (
            "es",
            "Los buzos y los pescadores usan el muelle.",
            "Solo los buzos y los pescadores usan el muelle.",
        ),
        ("es", "Los buzos usan el muelle.", "Solo los buzos usan el muelle."),
    ],
)
def test_one_list_or_another_matter_differs_in_nothing(language: str, claim: str, evidence: str) -> None:
    assert surest_of(differing_only, claim, evidence, language) < 0.5
