"""Who may see what."""

import pytest

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.changes import allow, leave_group, set_visible, unenrol
from fidedigno.testing.moodle.exceptions import MoodleError
from fidedigno.testing.moodle.scenario import Scenario

SEEN = {
    "tess": {"late-work", "marking-guide", "syllabus", "a1", "a2", "a3", "a4", "a5", "by-link"},
    "wsbot": {"late-work", "marking-guide", "syllabus", "a1", "a2", "a3", "a4", "a5", "by-link"},
    "alice": {"late-work", "syllabus", "a1", "a3", "a4"},
    "carol": {"late-work", "syllabus", "a1", "a3"},
    "frank": set(),
    "gina": set(),
}


def seen(site: Scenario, user: str) -> set[str]:
    return {key for key, each in site.modules.items() if access.can_see(site, site.users[user], each)}


@pytest.mark.parametrize("user", SEEN)
def test_each_person_sees_what_is_theirs(site: Scenario, user: str) -> None:
    assert seen(site, user) == SEEN[user]


def test_hiding_closes_at_every_level(site: Scenario) -> None:
    assert "a1" not in seen(set_visible(site, "a1", False), "alice")
    assert not {"a1", "a3"} & seen(set_visible(site, "topic1", False), "alice")
    assert seen(set_visible(site, "CS101", False), "alice") == set()
    assert seen(set_visible(site, "CS101", False), "tess") == SEEN["tess"]


def test_leaving_the_group_or_the_course_closes_at_once(site: Scenario) -> None:
    assert seen(leave_group(site, "alice", "A"), "alice") == SEEN["carol"]
    assert seen(unenrol(site, "alice", "CS101"), "alice") == set()


def test_a_hidden_group_is_known_to_who_manages_it_only(site: Scenario) -> None:
    hidden = site.groups["H"]
    who = {key for key in ("tess", "wsbot", "dave") if access.can_see_members(site, site.users[key], hidden)}
    assert who == {"tess"}
    allowed = allow(site, access.VIEW_HIDDEN_GROUPS)
    assert access.can_see_members(allowed, site.users["wsbot"], hidden)
    assert not access.takes_part(hidden)


def test_forbidden_and_missing_are_told_apart_as_moodle_does(site: Scenario) -> None:
    alice = site.users["alice"]
    cases = {
        lambda: access.require_course(site, alice, 4): "errorcoursecontextnotvalid",
        lambda: access.require_course(site, alice, 99): "invalidrecord",
        lambda: access.require_module(site, alice, 2): "requireloginerror",
        lambda: access.require_module(site, alice, 99): "invalidrecordunknown",
        lambda: access.require_assignment(site, alice, 2): "requireloginerror",
        lambda: access.require_assignment(site, alice, 99): "invalidrecord",
        lambda: access.require_user(site, 12): "userdeleted",
        lambda: access.require_user(site, 99): "invaliduser",
    }
    for require, expected in cases.items():
        with pytest.raises(MoodleError) as caught:
            require()
        assert caught.value.errorcode == expected
