"""Healing: what it may change, what it must say, and that its result was checked again."""

import json

import pytest

from fidedigno.ingest.language import language_of
from fidedigno.verify import QualityScore, Risk, Routing, Strategy, Verifier
from fidedigno.verify.report import Check
from tests.verify.seed.cases import Case, in_both, inspected

TWO_ES = Case(
    "¿Cuánto cuesta el billete sencillo?",
    (
        "El billete sencillo cuesta 1,60 €. El billete de diez viajes cuesta 11,40 €. El billete de un día cuesta "
        "7,20 €. Los billetes se compran en las máquinas de cada parada.",
    ),
    "El billete sencillo cuesta 2,10 €. Los billetes se compran en las máquinas de cada parada.",
    "2,10",
)
TWO_EN = Case(
    "How much is a single ticket?",
    (
        "A single ticket costs £1.60. A ten-trip ticket costs £11.40. A day ticket costs £7.20. Tickets are bought "
        "at the machines of every stop.",
    ),
    "A single ticket costs £2.10. Tickets are bought at the machines of every stop.",
    "2.10",
)
DOCTOR_ES = Case(
    "¿Cuándo se pone la vacuna?",
    ("La vacuna de la gripe se pone en octubre. Los mayores tienen cita preferente.",),
    "La vacuna de la gripe se pone en octubre. El Dr. Ginés Albaladejo la recomienda a todos. Los mayores tienen "
    "cita preferente.",
    "Dr. Ginés Albaladejo",
)
DOCTOR_EN = Case(
    "When is the vaccine given?",
    ("The flu vaccine is given in October. Older people have priority.",),
    "The flu vaccine is given in October. Dr. Giles Albright recommends it to everyone. Older people have "
    "priority.",
    "Dr. Giles Albright",
)
FREE_ES = Case(
    "¿Qué horario tiene el archivo?",
    ("El archivo atiende de lunes a jueves, de 9:00 a 14:00, con cita previa.",),
    "Los marineros prefieren el café con canela. Sus barcos se pintan cada otoño con pintura ecológica.",
)
FREE_EN = Case(
    "When is the archive open?",
    ("The archive is open from Monday to Thursday, from 9:00 to 14:00, by appointment.",),
    "Sailors like their coffee with cinnamon. Their boats are painted every autumn with organic paint.",
)
FLIP_ES = Case(
    "¿Admite niños?",
    ("El balneario no admite niños.",),
    "El balneario admite niños.",
)
FLIP_EN = Case("Does it admit children?", ("The spa does not admit children.",), "The spa admits children.")
BROKEN_ES = (TWO_ES, DOCTOR_ES, FREE_ES, FLIP_ES)
BROKEN_EN = (TWO_EN, DOCTOR_EN, FREE_EN, FLIP_EN)
BROKEN = [pytest.param(each, id=f"es-{n}") for n, each in enumerate(BROKEN_ES)] + [
    pytest.param(each, id=f"en-{n}") for n, each in enumerate(BROKEN_EN)
]


@in_both(es=(TWO_ES, "1,60"), en=(TWO_EN, "1.60"))
def test_a_patch_takes_the_value_of_the_same_thing_not_the_last_or_the_nearest(
    verifier: Verifier, case: tuple[Case, str]
) -> None:
    broken, right = case
    healed = verifier.heal(broken.question, broken.passages, broken.answer)
    assert right in healed.answer
    assert not any(each in healed.answer for each in ("2,10", "2.10", "11,40", "11.40", "7,20", "7.20"))
    assert healed.report.risk is Risk.LOW


@in_both(
    es=Case(
        "¿Cuánto cuesta el envío?",
        ("El envío cuesta 5 €.", "El envío cuesta 8 €."),
        "El envío cuesta 3 €.",
    ),
    en=Case(
        "What does shipping cost?",
        ("Shipping costs €5.", "Shipping costs €8."),
        "Shipping costs €3.",
    ),
)
def test_of_two_candidates_none_is_guessed(verifier: Verifier, case: Case) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.strategy is not Strategy.CONTRADICTION_PATCH


@in_both(es=DOCTOR_ES, en=DOCTOR_EN)
def test_a_title_with_its_point_does_not_save_an_invented_person(verifier: Verifier, case: Case) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.strategy is Strategy.ENTITY_SCRUB
    assert "Alb" not in healed.answer
    assert not healed.report.of(Check.ENTITIES)


@in_both(
    es=(DOCTOR_ES, ("La vacuna de la gripe se pone en octubre.", "Los mayores tienen cita preferente.")),
    en=(DOCTOR_EN, ("The flu vaccine is given in October.", "Older people have priority.")),
)
def test_sentences_without_invented_names_are_kept(
    verifier: Verifier, case: tuple[Case, tuple[str, ...]]
) -> None:
    broken, kept = case
    healed = verifier.heal(broken.question, broken.passages, broken.answer)
    assert all(sentence in healed.answer for sentence in kept)


@pytest.mark.parametrize(
    ("case", "language", "note"),
    [pytest.param(DOCTOR_ES, "es", "Nota", id="es"), pytest.param(DOCTOR_EN, "en", "Note", id="en")],
)
def test_the_reader_is_told_in_his_language_that_something_was_left_out(
    verifier: Verifier, case: Case, language: str, note: str
) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert note in healed.answer
    added = healed.answer.partition(note)[2]
    assert language_of(note + added) == language


@in_both(
    es=Case("¿Quién?", (), "La Dra. Amparo Ulloa lo inventó con Servando Leal en Industrias Nogal."),
    en=Case("Who?", (), "Dr. Amy Ullman invented it with Servan Lyall at Walnut Industries."),
)
def test_where_nothing_is_left_it_declines(verifier: Verifier, case: Case) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.strategy is Strategy.SAFE_DECLINE
    assert healed.answer.strip()
    assert "Ul" not in healed.answer


@pytest.mark.parametrize(("case", "language"), [(FREE_ES, "es"), (FREE_EN, "en")], ids=["es", "en"])
def test_a_rewrite_quotes_the_evidence_in_the_language_of_the_answer(
    verifier: Verifier, case: Case, language: str
) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.strategy is Strategy.GROUNDING_REWRITE
    assert case.passages[0].rstrip(".") in healed.answer
    assert healed.answer != case.passages[0]
    assert language_of(healed.answer) == language


@pytest.mark.parametrize(("case", "language"), [(FREE_ES, "es"), (FREE_EN, "en")], ids=["es", "en"])
def test_a_refusal_is_in_the_language_of_the_answer(verifier: Verifier, case: Case, language: str) -> None:
    declined = verifier.heal(case.question, (), case.answer)
    assert language_of(declined.answer) == language


@in_both(es=FLIP_ES, en=FLIP_EN)
def test_a_flipped_denial_is_not_delivered(verifier: Verifier, case: Case) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.changed
    assert healed.report.risk is Risk.LOW
    assert case.answer not in healed.answer


@pytest.mark.parametrize("case", BROKEN)
def test_what_was_healed_was_inspected_again_and_found_clean(verifier: Verifier, case: Case) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    again = verifier.inspect(case.question, case.passages, healed.answer)
    assert healed.strategy is not Strategy.NO_HEALING_NEEDED
    assert healed.report.risk is Risk.LOW
    assert again.risk is Risk.LOW
    assert not again.has_contradiction


@pytest.mark.parametrize("case", BROKEN)
def test_what_was_healed_needs_no_healing(verifier: Verifier, case: Case) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    again = verifier.heal(case.question, case.passages, healed.answer)
    assert again.answer == healed.answer
    assert not again.changed


@pytest.mark.parametrize("case", BROKEN)
def test_every_change_is_written_down(verifier: Verifier, case: Case) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.changed == (healed.answer != case.answer)
    assert bool(healed.changes) == healed.changed
    assert json.loads(json.dumps(healed.to_dict()))["strategy"] == healed.strategy


@pytest.mark.parametrize("case", BROKEN)
def test_the_way_after_healing_is_decided_by_the_new_report(verifier: Verifier, case: Case) -> None:
    before = inspected(verifier, case)
    healed = verifier.heal(case.question, case.passages, case.answer, before)
    assert QualityScore.compute(before).routing not in {Routing.ACCEPT, Routing.HEALED_ACCEPT}
    assert QualityScore.compute(before, healing=healed).routing is Routing.HEALED_ACCEPT


@in_both(es=TWO_ES, en=TWO_EN)
def test_a_report_that_is_given_is_not_made_again(verifier: Verifier, case: Case) -> None:
    before = inspected(verifier, case)
    given = verifier.heal(case.question, case.passages, case.answer, before)
    alone = verifier.heal(case.question, case.passages, case.answer)
    assert given.answer == alone.answer
    assert given.strategy == alone.strategy


@in_both(es=TWO_ES, en=TWO_EN)
def test_healings_are_counted(case: Case) -> None:
    verifier = Verifier(drift=None)
    verifier.heal(case.question, case.passages, case.answer)
    assert verifier.statistics().healed == 1
    verifier.close()
