import pytest

from fidedigno.verify.polarity.roles import differing_roles
from tests.verify.polarity.comparing import surest_of


def found(claim: str, evidence: str, language: str) -> bool:
    return surest_of(differing_roles, claim, evidence, language) >= 0.5


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "Acme acquired Globex in March.", "Globex acquired Acme in March."),
        ("en", "Acme was acquired by Globex in March.", "Acme acquired Globex in March."),
        ("es", "El servicio A llama al servicio B.", "El servicio B llama al servicio A."),
        ("es", "El servidor consulta la base de datos.", "La base de datos consulta el servidor."),
        ("en", "The train goes from Madrid to Lyon.", "The train goes from Lyon to Madrid."),
        ("es", "El tren va de Madrid a Lyon.", "El tren va de Lyon a Madrid."),
    ],
)
def test_exchanged_parties_are_found(language: str, claim: str, evidence: str) -> None:
    assert found(claim, evidence, language)
    assert found(evidence, claim, language)


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "Globex was acquired by Acme in March.", "Acme acquired Globex in March."),
        ("es", "La base de datos es consultada por el servidor.", "El servidor consulta la base de datos."),
        ("es", "El modelo que entrenó Google es grande.", "Google entrenó el modelo."),
        ("en", "Ana met Luis in Rome.", "Luis met Ana in Rome."),
        ("es", "A Pérez le ganó López.", "López ganó a Pérez."),
        ("en", "In March Acme acquired Globex.", "Acme acquired Globex in March."),
    ],
)
def test_other_orders_of_the_same_agree(language: str, claim: str, evidence: str) -> None:
    assert not found(claim, evidence, language)
