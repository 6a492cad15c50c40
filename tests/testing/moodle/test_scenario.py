"""The nouns of a site."""

import dataclasses

import pytest

from fidedigno.testing.moodle.scenario import Scenario


def test_students_are_those_with_an_active_enrolment_even_if_the_account_is_suspended(site: Scenario) -> None:
    names = [each.key for each in site.students_of("CS101")]
    assert names == ["alice", "bob", "carol", "dave", "erin", "mallory"]


def test_modules_and_groups_are_those_of_the_course(site: Scenario) -> None:
    assert len(site.modules_of("CS101")) == 9
    assert site.modules_of("HR200") == site.groups_of("HR200") == []
    assert [each.kind for each in site.modules_of("CS101")][:3] == ["page", "page", "resource"]


def test_nothing_of_a_scenario_can_be_changed_in_place(site: Scenario) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        site.site = "Another"  # type: ignore[misc]
