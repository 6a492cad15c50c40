"""Who may read a mirrored document, against what Moodle shows to the recorded people."""

from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.model import NOBODY, AccessList, Identity, Principal
from fidedigno.sources.moodle.reach import groups_named, module_acl, section_acl
from fidedigno.sources.moodle.site import MoodleSite
from fidedigno.sources.moodle.wire import Module, Section
from fidedigno.sources.moodle.wire_types import read_shape
from tests.fakes.moodle_replay import MoodleReplay

SITE = MoodleSite("https://campus.example", SecretStr("x"), name="campus")
COURSE, STAFF = "moodle:campus:course:2", "moodle:campus:course:2:staff"
MODULE: dict[str, Any] = {
    "id": 4, "name": "Lab", "modname": "page", "instance": 4,
    "visible": 1, "uservisible": True, "visibleoncoursepage": 1, "availability": None,
}  # fmt: skip
GROUP_A = '{"op":"&","c":[{"type":"group","id":1}],"showc":[false]}'


def module(**change: Any) -> Module:
    raw = {key: value for key, value in {**MODULE, **change}.items() if value is not ...}
    read: Module = read_shape(Module, raw)
    return read


def section(**change: Any) -> Section:
    raw = {"id": 3, "name": "Topic", "visible": 1, "uservisible": True, "modules": [], **change}
    read: Section = read_shape(Section, raw)
    return read


def person(*groups: str) -> Identity:
    return Identity("local", "p", frozenset(Principal.group(each) for each in groups))


def reads(acl: AccessList, *groups: str) -> bool:
    return acl.allows(person(*groups))


def test_an_open_module_is_for_the_course() -> None:
    acl = module_acl(SITE, 2, section(), module(), frozenset({3}))
    assert reads(acl, COURSE)
    assert not reads(acl)
    assert not reads(acl, "moodle:campus:course:3")
    assert not reads(acl, "moodle:other:course:2")


def test_a_module_of_a_group_needs_course_and_group() -> None:
    acl = module_acl(SITE, 2, section(), module(availability=GROUP_A), None)
    assert reads(acl, COURSE, "moodle:campus:group:1")
    assert not reads(acl, COURSE, "moodle:campus:group:2")
    assert not reads(acl, "moodle:campus:group:1")
    assert reads(acl, COURSE, STAFF)
    assert groups_named(module(availability=GROUP_A)) == {1}


@pytest.mark.parametrize("change", [{"visible": 0}, {"visibleoncoursepage": 0}])
def test_hidden_and_stealth_modules_are_for_staff(change: dict[str, Any]) -> None:
    acl = module_acl(SITE, 2, section(), module(**change), None)
    assert reads(acl, COURSE, STAFF)
    assert not reads(acl, COURSE, "moodle:campus:group:1")


def test_a_module_in_a_hidden_section_is_for_staff() -> None:
    acl = module_acl(SITE, 2, section(visible=0), module(), frozenset())
    assert reads(acl, COURSE, STAFF)
    assert not reads(acl, COURSE)


@pytest.mark.parametrize(
    ("of_section", "of_module", "open_sections"),
    [
        ({}, {"availability": ...}, None),
        ({}, {"availability": '{"op":"&","c":[{"type":"completion","cm":1,"e":1}]}'}, None),
        ({}, {"availability": "{"}, None),
        ({"availabilityinfo": "Not available unless: You belong to Group A"}, {}, None),
        ({}, {}, frozenset({1, 2})),
    ],
)
def test_what_is_not_understood_is_for_nobody(
    of_section: dict[str, Any], of_module: dict[str, Any], open_sections: frozenset[int] | None
) -> None:
    assert module_acl(SITE, 2, section(**of_section), module(**of_module), open_sections) == NOBODY


def test_a_summary_is_read_by_whom_the_section_is_shown() -> None:
    assert reads(section_acl(SITE, 2, section(), frozenset({3})), COURSE)
    assert not reads(section_acl(SITE, 2, section(visible=0), frozenset()), COURSE)
    assert section_acl(SITE, 2, section(), frozenset()) == NOBODY
    assert section_acl(SITE, 2, section(availabilityinfo="x"), None) == NOBODY


@pytest.mark.parametrize(("name", "group"), [("alice", 1), ("carol", 2)])
def test_the_recorded_course_is_read_as_moodle_showed_it(name: str, group: int, replay: MoodleReplay) -> None:
    """Every module that Moodle showed to a person is permitted, and none that it did not."""
    sections: tuple[Section, ...] = read_shape(tuple[Section, ...], replay.body("contents--wsbot.json"))
    shown = {m["id"] for each in replay.body(f"contents--{name}.json") for m in each["modules"]}
    for each in sections:
        for one in each.modules:
            acl = module_acl(SITE, 2, each, one, None)
            assert reads(acl, COURSE, f"moodle:campus:group:{group}") is (one.id in shown), one.name
