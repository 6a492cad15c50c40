"""The five elements as text, in both languages, and nothing that acts on a terminal."""

from dataclasses import replace
from datetime import UTC, datetime

from fidedigno.deliver.render import numbered_sources, render
from fidedigno.model import Answer, Claim, Decision, EvidenceKind, Quality, Uncertainty
from tests.fakes.cards import card

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LIVE = card(
    7, kind=EvidenceKind.STATE, title="Moodle · Práctica 1", content="Hasta el 13.", timezone="Europe/Madrid",
    retrieved_at=datetime(2026, 11, 12, 9, 5, tzinfo=UTC), version="live",
)  # fmt: skip
LIMITED = Answer(
    "a1",
    Decision.ANSWER_LIMITED,
    (Claim("Hasta el 13.", ("7",)), Claim("La práctica 2 se entrega el 12 de octubre.", ("2",))),
    (LIVE, card(2)),
    "",
    "es",
    NOW,
    scope={"course": "Bases de Datos", "as_of": "hoy", "sala": "3"},
    uncertainty=(
        Uncertainty("extension", "unverifiable", "No puedo confirmar ahora: ampliación."),
        Uncertainty("weight", "conflicting", "No coinciden: peso.", ("2",)),
    ),
    next_action="Mira en Moodle.",
)


def test_the_five_elements_stand_one_after_another() -> None:
    assert render(LIMITED).splitlines() == [
        "Hasta el 13. [1]",
        "La práctica 2 se entrega el 12 de octubre. [2]",
        "",
        "[1] Moodle · Práctica 1, leído el 2026-11-12 10:05 (Europe/Madrid)",
        "[2] Guía · versión v1 · actualizado el 2026-01-02 (curso/guia.md)",
        "",
        "Sin confirmar: No puedo confirmar ahora: ampliación.",
        "En conflicto: No coinciden: peso.",
        "",
        "Ámbito: curso Bases de Datos · a fecha de hoy · sala 3",
        "",
        "Qué hacer: Mira en Moodle.",
    ]


def test_headings_are_in_the_language_of_the_answer() -> None:
    english = render(replace(LIMITED, language="en"))
    assert "Not confirmed: " in english
    assert "Scope: course Bases de Datos · as of hoy" in english
    assert "read on 2026-11-12 10:05" in english


def test_the_check_is_told_of_only_where_it_left_something_out() -> None:
    def checked(left_out: int, language: str = "es") -> str:
        quality = Quality(0.9, "accept", "low", (), left_out, ("rules",))
        return render(replace(LIMITED, quality=quality, language=language))

    assert checked(0) == render(LIMITED)
    assert "La comprobación quitó una frase que sus fuentes no sostienen." in checked(1).splitlines()
    assert "left out 3 statements" in checked(3, "en")


def test_a_refusal_is_its_message_alone() -> None:
    assert render(Answer("a", Decision.ABSTAIN, (), (), "No lo sé.", "es", NOW)) == "No lo sé."


def test_passages_of_one_place_share_a_number() -> None:
    twice = (replace(card(2), id="2:0-4"), replace(card(2), id="2:5-9"))
    both = replace(LIMITED, claims=(Claim("La", ("2:0-4", "2:5-9")),), evidence=twice, uncertainty=())
    assert list(numbered_sources(both).values()) == [1]
    assert render(both).startswith("La [1]\n")


def test_escape_sequences_of_a_source_do_not_reach_the_terminal() -> None:
    nasty = replace(card(2), title="Guía\x1b[31m", content="\x1b]0;x\x07Hola")
    shown = render(
        replace(LIMITED, claims=(Claim("\x1b]0;x\x07Hola", ("2",)),), evidence=(nasty,), uncertainty=())
    )
    assert "\x1b" not in shown
    assert shown.startswith("Hola [1]")
