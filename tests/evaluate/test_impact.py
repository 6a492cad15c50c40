"""Whom a change concerns: against a reference that looks at every case and every document."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.evaluate import Affected, Basis, Concern, ImpactMap, SourceState, basis_of, changed_sources
from fidedigno.evaluate.cases import read_cases
from fidedigno.model import Route
from tests.evaluate.made import Scene, with_answer
from tests.evaluate.test_changes import SOURCES, STATE

BASES = st.builds(
    Basis,
    question_class=st.sampled_from(["deadline", "concept"]),
    named=st.frozensets(st.sampled_from("abcdef"), max_size=2),
    used=st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(["1", "2"]), max_size=2),
    corpora=st.frozensets(st.sampled_from(["bd", "redes"]), max_size=1),
    reads_passages=st.booleans(),
    authorities=st.frozensets(st.sampled_from(["official", "informal"]), max_size=1),
)


def concern_by_hand(
    basis: Basis, document: str, old: SourceState | None, new: SourceState | None, thorough: bool
) -> Concern | None:
    """The definition, for one case and one document."""
    if old == new:
        return None
    if document in basis.named or document in basis.used:
        return Concern.RESTS_ON
    if new is None or not basis.reads_passages:
        return None
    if basis.corpora and new.corpus not in basis.corpora:
        return None
    if basis.authorities and new.authority not in basis.authorities:
        return None
    if old is None or (thorough and old.version != new.version):
        return Concern.COULD_READ
    seen = (old.corpus, old.validity, old.acl_class, old.scope, old.authority)
    return (
        Concern.COULD_READ
        if seen != (new.corpus, new.validity, new.acl_class, new.scope, new.authority)
        else None
    )


@given(st.dictionaries(st.sampled_from(["c1", "c2", "c3"]), BASES), SOURCES, SOURCES, st.booleans())
def test_the_cases_are_those_of_the_reference(
    cases: dict[str, Basis], before: dict[str, SourceState], after: dict[str, SourceState], thorough: bool
) -> None:
    expected = []
    for concern in Concern:
        for name in sorted(cases):
            found = {
                each: concern_by_hand(cases[name], each, before.get(each), after.get(each), thorough)
                for each in sorted(before.keys() | after.keys())
            }
            strongest = next((each for each in Concern if each in found.values()), None)
            if strongest is concern:
                documents = tuple(each for each, what in found.items() if what is concern)
                expected.append(Affected(name, concern, documents))
    changes = changed_sources(before, after)
    assert list(ImpactMap(cases, before).affected(changes, thorough=thorough)) == expected


CASES = """\
at: 2026-11-12T10:00:00+01:00
questions:
  - id: monday
    as: ana
    ask: ¿Puedo entregar el lunes?
    tests: x
    decision: answer
    corpora: [bd]
    documents: [guia-2026.md]
    document: [calendario.md]
    never: [guia-2025.md]
    forbidden: [solucion.md]
"""
SOURCES_THEN = {
    "bd/guia-2026.md": replace(STATE, version="aa"),
    "bd/guia-2025.md": replace(STATE, version="bb"),
    "bd/tema-1.md": STATE,
}


def test_a_case_rests_on_what_it_names_and_what_its_run_cited_or_set_aside() -> None:
    (case,) = read_cases(CASES)
    scene = Scene(crowd=3)
    found = basis_of(case, scene.run, SOURCES_THEN)
    assert found.named == {"guia-2026.md", "calendario.md", "guia-2025.md", "solucion.md"}
    assert found.used == {"bd/guia-2026.md": "aa", "bd/guia-2025.md": "bb", "moodle/assign/7": ""}
    assert (found.question_class, found.corpora, found.reads_passages) == ("deadline", {"bd"}, True)
    assert found.authorities == frozenset(), "a fact that any authority may supply reads all of them"
    kept = ImpactMap({}, SOURCES_THEN).with_case("monday", found)
    assert kept.resting_on("bd/guia-2025.md") == {"monday": "bb"}
    assert kept.resting_on("bd/solucion.md") == {"monday": ""}
    assert kept.resting_on("redes/tema-1.md") == {}


def test_a_case_that_was_never_run_rests_on_what_it_names() -> None:
    (case,) = read_cases(CASES)
    found = basis_of(case, None, {})
    assert (found.used, found.corpora, found.reads_passages) == ({}, {"bd"}, True)
    assert found.rests_on("bd/calendario.md")


def test_a_class_reads_what_its_facts_and_its_way_say() -> None:
    (case,) = read_cases(CASES)
    scene = Scene()
    facts = tuple(replace(each, authorities=("official",)) for each in scene.plan.contract.facts)
    contract = replace(scene.plan.contract, facts=facts)
    run = replace(scene.run, plan=replace(scene.plan, contract=contract))
    assert basis_of(case, run, {}).authorities == {"official"}
    live = replace(run, plan=replace(scene.plan, contract=replace(contract, route=Route.STATE)))
    assert not basis_of(case, live, {}).reads_passages
    unplanned = basis_of(case, replace(with_answer(run), plan=None), {})
    assert unplanned.reads_passages
    assert unplanned.authorities == frozenset()


@pytest.mark.parametrize(
    ("after", "concern"),
    [
        ({"bd/guia-2026.md": replace(STATE, version="new")}, Concern.RESTS_ON),
        ({"bd/nuevo.md": STATE}, Concern.COULD_READ),
        ({"redes/nuevo.md": replace(STATE, corpus="redes")}, None),
        ({"bd/tema-1.md": replace(STATE, version="new")}, None),
        ({"bd/tema-1.md": replace(STATE, acl_class="9")}, Concern.COULD_READ),
    ],
)
def test_a_changed_source_lists_the_cases_to_run_again(
    after: dict[str, SourceState], concern: Concern | None
) -> None:
    (case,) = read_cases(CASES)
    kept = ImpactMap({case.id: basis_of(case, Scene().run, SOURCES_THEN)}, SOURCES_THEN)
    changes = changed_sources(SOURCES_THEN, {**SOURCES_THEN, **after})
    found = kept.affected(changes)
    assert [each.concern for each in found] == ([concern] if concern else [])
    assert [each.documents for each in found] == ([tuple(after)] if concern else [])


@pytest.mark.parametrize(
    ("changes", "reads"),
    [
        ({}, True),
        ({"authorities": frozenset({"official"})}, True),
        ({"authorities": frozenset({"informal"})}, False),
        ({"corpora": frozenset({"bd"})}, True),
        ({"corpora": frozenset({"redes"})}, False),
        ({"reads_passages": False}, False),
    ],
)
def test_a_new_document_concerns_the_cases_whose_class_reads_it(
    changes: dict[str, object], reads: bool
) -> None:
    basis = replace(Basis("deadline"), **changes)  # type: ignore[arg-type]
    found = ImpactMap({"c": basis}, {}).affected(changed_sources({}, {"bd/new.md": STATE}))
    assert found == ((Affected("c", Concern.COULD_READ, ("bd/new.md",)),) if reads else ())
