"""The seven personas are found in a directory by what people are and read, and made up where nobody is."""

import pytest

from fidedigno.errors import UsageError
from fidedigno.evaluate.boundaries.oracle import Oracle, key
from fidedigno.evaluate.boundaries.personas import SEVEN, PersonaKind, choose_personas, named_personas
from tests.evaluate.boundaries.made import ANYONE, NOW, corpus, document, group, person, records, stored


def of_group(name: str) -> str:
    return key("group", "local", name)


GROUPS = [
    group(1, "sales", 4),
    group(2, "engineering", 4),
    group(3, "customers", 4),
    group(4, "staff"),
    group(5, "hr"),
]
LISTS = {
    1: stored([ANYONE]),
    2: stored([of_group("staff")]),
    3: stored([of_group("sales")]),
    4: stored([of_group("engineering")]),
    5: stored([of_group("customers")]),
    6: stored([of_group("hr")]),
}
AUDIENCES = ("public", "internal", "department", "department", "customer", "restricted")
DOCUMENTS = [
    document(number, access=number, of=corpus(f"c{number}", id=number, audience=audience))
    for number, audience in enumerate(AUDIENCES, start=1)
]


def chosen(*people, owner="root"):
    state = records([person("root"), *people], GROUPS, LISTS, DOCUMENTS)
    return {each.kind: each for each in choose_personas(state, Oracle(state, NOW), owner)}


def test_everybody_is_found_by_what_they_are_and_read() -> None:
    found = chosen(
        person("wanda", email="w@a.example", groups=[1, 2]),
        person("dora", email="d@a.example", groups=[1]),
        person("mona", email="m@a.example", groups=[2], role="Jefa de equipo"),
        person("carl", email="c@elsewhere.example"),
        person("fred", email="f@a.example", enabled=False, groups=[1]),
        person("sam", email="s@a.example", groups=[3], rol="Soporte técnico"),
    )
    names = {kind.value: each.user for kind, each in found.items()}
    assert names == {
        "wide": "wanda", "department": "dora", "manager": "mona", "contractor": "carl", "former": "fred",
        "support": "sam", "administrator": "root",
    }  # fmt: skip
    assert not [each for each in found.values() if each.made_up]
    assert [kind for kind, each in found.items() if not each.enabled] == [PersonaKind.FORMER]


def test_who_is_missing_is_made_up_with_what_such_a_person_would_hold() -> None:
    found = chosen()
    assert tuple(found) == SEVEN
    made_up = {kind.value: each.groups for kind, each in found.items() if each.made_up}
    assert made_up == {
        "wide": ("customers", "engineering", "sales", "staff"),
        "department": ("engineering",),
        "manager": ("sales",),
        "contractor": (),
        "former": ("customers", "engineering", "hr", "sales", "staff"),
        "support": ("customers",),
    }
    assert not found[PersonaKind.FORMER].enabled


def test_somebody_made_up_takes_nobodys_name() -> None:
    found = chosen(person("boundary-contractor"))
    assert found[PersonaKind.CONTRACTOR].user == "boundary-contractor-x"


def test_a_word_within_a_word_makes_nobody_a_manager() -> None:
    found = chosen(person("ed", groups=[1], role="headhunter and leader"))
    assert found[PersonaKind.MANAGER].made_up


def test_a_disabled_account_is_none_but_the_former_one() -> None:
    found = chosen(person("mona", enabled=False, groups=[1], role="manager"))
    assert (found[PersonaKind.FORMER].user, found[PersonaKind.MANAGER].made_up) == ("mona", True)


def test_named_accounts_must_exist() -> None:
    state = records([person("ana"), person("eva", enabled=False)])
    assert [(each.user, each.enabled) for each in named_personas(state, ["ANA", "eva"])] == [
        ("ana", True),
        ("eva", False),
    ]
    for wrong in ("nobody", "", "\x00"):
        with pytest.raises(UsageError):
            named_personas(state, [wrong])
