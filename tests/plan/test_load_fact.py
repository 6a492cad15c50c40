from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.plan.load import load_pack
from fidedigno.plan.load_fact import FIELDS
from tests.fakes.pack_files import FILES, spoilt, write_pack


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("kinds: [state]\n", "kinds: [passage]\n", "individual fact comes from state cards only"),
        ("    good: {es: bueno, en: good}\n    bad: {es: malo, en: bad}\n", "    {}\n", "state"),
        ("  kind: text\n", "  kind: text\n  states: {a: {es: a, en: a}}\n", "only a fact of kind state has states"),
        ("    good:", "    Very Good:", "state 'Very Good'"),
        ("hours:\n", "Hours!:\n", "fact 'Hours!'"),
        ('en: "{activity}: {value}"', 'en: "{actvity}: {value}"', "did you mean 'activity'?"),
        ('en: "{activity}: {value}"', 'en: "{activity}"', "does not say {value}"),
        ('en: "{activity}: {value}"', 'en: "{activity: {value}"', "facts.yaml:11"),
        ('en: "{activity}: {value}"', 'en: "{value.__class__}"', "unknown {value.__class__}"),
        ('en: "{activity}: {value}"', 'en: "{value!r}"', "unknown {value}"),
        ("max_age_seconds: 5", "max_age_seconds: 1e9", "whole number"),
    ],
)  # fmt: skip
def test_a_fact_that_cannot_work_is_refused(tmp_path: Path, old: str, new: str, expected: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load_pack(write_pack(tmp_path, **spoilt("facts.yaml", old, new)))
    assert expected in caught.value.message


def test_authorities_of_a_fact_stand_in_the_order_of_the_ladder(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="order of the ladder"):
        load_pack(write_pack(tmp_path, **spoilt("facts.yaml", "[official]", "[informal, official]")))


def test_a_fact_says_how_it_is_told_that_there_is_none(tmp_path: Path) -> None:
    said = "  kind: text\n  absent: {es: 'No hay en {course}.', en: None.}\n"
    loaded = load_pack(write_pack(tmp_path, **spoilt("facts.yaml", "  kind: text\n", said)))
    assert loaded.facts["hours"].absent["es"] == "No hay en {course}."
    wrong = said.replace("{course}", "{value}")
    with pytest.raises(ConfigurationError, match=r"unknown \{value\}"):
        load_pack(write_pack(tmp_path / "other", **spoilt("facts.yaml", "  kind: text\n", wrong)))


def test_every_field_that_a_statement_may_name_is_accepted(tmp_path: Path) -> None:
    statement = " ".join(f"{{{each}}}" for each in FIELDS)
    changed = FILES["facts.yaml"].replace('en: "{value}"', f'en: "{statement}"')
    assert load_pack(write_pack(tmp_path, facts=changed)).facts["hours"].statement["en"] == statement
