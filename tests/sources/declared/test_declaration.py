import pytest
from pydantic import ValidationError

from fidedigno.sources.declared.declaration import Access, Declaration
from fidedigno.sources.declared.reading import read_declaration
from tests.fakes.declared import FORCE, HUB


def test_what_no_rule_opens_is_nobodys_and_has_to_be_written() -> None:
    with pytest.raises(ValidationError):
        Access.model_validate({"any_of": [{"account": "owner"}]})


def test_conditions_are_read_in_both_forms() -> None:
    hub: Declaration = read_declaration(HUB.format(base="https://api.example"))
    force = read_declaration(FORCE.format(base="https://api.example"))
    assert [len(each) for each in hub.access.clauses] == [3]
    assert [len(each) for each in force.access.clauses] == [2, 2]


def test_a_declaration_does_not_show_its_people() -> None:
    text = HUB.format(base="https://api.example") + 'accounts: {"11": Ana}\n'
    declared = read_declaration(text)
    assert declared.accounts == {"11": "ana"}
    assert repr(declared) == "Declaration(name='hub')"
