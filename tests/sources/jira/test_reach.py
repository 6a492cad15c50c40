from typing import Any

import pytest

from fidedigno.model import ANYONE, AclState, Identity
from fidedigno.sources import shapes
from fidedigno.sources.jira import wire
from fidedigno.sources.jira.names import Names
from fidedigno.sources.jira.reach import Reach
from fidedigno.sources.jira.rights import Levels, ProjectRights, SiteRights
from tests.fakes.jira import holder
from tests.sources.jira.conftest import member

NO_LEVELS = Levels({}, {}, {})
OPEN: dict[str, Any] = {"security": None}


def reach(
    *holders: dict[str, Any], levels: Levels | None = NO_LEVELS, public: bool = False
) -> tuple[Reach, Any]:
    browse = tuple(shapes.required(wire.Holder, each, "holder") for each in holders)
    project = ProjectRights("100", "OPS", "Ops", "acc-lee", browse)
    return Reach(Names("acme"), SiteRights((project,), levels), anonymous_is_public=public), project


@pytest.mark.parametrize(
    ("grant", "fields", "reader"),
    [
        (holder("applicationRole", parameter="jira-software"), {}, "application:jira-software"),
        (holder("applicationRole"), {}, "users"),
        (holder("group", "g-ops", "ops"), {}, "group:g-ops"),
        (holder("projectRole", "7", "7"), {}, "role:100:7"),
        (holder("projectRole", parameter="7"), {}, "role:100:7"),
        (holder("projectLead"), {}, "lead:100"),
        (holder("user", "acc-ana"), {}, "account:acc-ana"),
        (holder("reporter"), {"reporter": {"accountId": "acc-ana"}}, "account:acc-ana"),
        (holder("assignee"), {"assignee": {"accountId": "acc-bob"}}, "account:acc-bob"),
        (
            holder("userCustomField", "customfield_1"),
            {"customfield_1": [{"accountId": "acc-x"}]},
            "account:acc-x",
        ),
        (holder("groupCustomField", "customfield_2"), {"customfield_2": {"groupId": "g-2"}}, "group:g-2"),
    ],
)
def test_each_kind_of_holder_opens_to_exactly_its_people(
    grant: dict[str, Any], fields: dict[str, Any], reader: str
) -> None:
    made, project = reach(grant)
    acl = made.of(project, OPEN | fields)
    assert acl.allows(member(reader))
    assert reader == "users" or not acl.allows(member("group:other"))


@pytest.mark.parametrize(
    ("grant", "fields"),
    [
        (holder("anyone"), {}),
        (holder("sd.customer.portal.only"), {}),
        (holder("moonPhase", "full"), {}),
        (holder("group", parameter="ops"), {}),
        (holder("projectRole", "7 or 1=1"), {}),
        (holder("user", "user:ana' --"), {}),
        (holder("reporter"), {"reporter": None}),
        (holder("reporter"), {"reporter": {"accountId": 5}}),
        (holder("reporter"), {}),
        (holder("userCustomField", "reporter"), {"reporter": {"accountId": "acc-ana"}}),
        (holder("groupCustomField", "customfield_2"), {"customfield_2": {"name": "ops"}}),
    ],
)
def test_a_holder_that_is_not_understood_grants_nothing(
    grant: dict[str, Any], fields: dict[str, Any]
) -> None:
    made, project = reach(grant)
    assert made.of(project, OPEN | fields).state is AclState.NOBODY


def test_an_empty_permission_scheme_means_nobody() -> None:
    made, project = reach()
    assert made.of(project, OPEN).state is AclState.NOBODY


def test_a_project_open_to_the_internet_is_public_only_if_the_operator_says_so() -> None:
    made, project = reach(holder("anyone"), public=True)
    assert made.of(project, OPEN).allows(Identity.public("t"))
    made, project = reach(holder("anyone"), holder("group", "g-ops"))
    acl = made.of(project, OPEN)
    assert not acl.allows(Identity.public("t"))
    assert not any(ANYONE in clause for clause in acl.clauses)


def test_a_public_project_stays_closed_where_an_issue_has_a_level() -> None:
    level = (shapes.required(wire.Holder, holder("group", "g-board"), "holder"),)
    levels = Levels({"31": level}, {"100": "1"}, {"31": "1"})
    made, project = reach(holder("anyone"), public=True, levels=levels)
    acl = made.of(project, {"security": {"id": "31"}})
    assert not acl.allows(Identity.public("t"))
    assert acl.allows(Identity("t", "b", member("group:g-board").principals | {ANYONE}))


def test_whoever_may_not_use_the_site_reads_nothing_in_it() -> None:
    made, project = reach(holder("group", "g-ops"))
    inside = member("group:g-ops").principals - {Names("acme").users()}
    assert not made.of(project, OPEN).allows(Identity("t", "ana", inside))


@pytest.mark.parametrize(
    ("fields", "levels"),
    [
        ({"security": {"id": "31"}}, None),
        ({"security": {"id": "99"}}, Levels({}, {"100": "1"}, {"31": "1"})),
        ({"security": {"id": "31"}}, Levels({}, {"200": "1"}, {"31": "1"})),
        ({"security": "31"}, NO_LEVELS),
        ({"security": {"id": 31}}, NO_LEVELS),
        ({"security": []}, NO_LEVELS),
        ({}, None),
        ({}, Levels({}, {"100": "1"}, {"31": "1"})),
        ({"security": None, "issuerestriction": {"issuerestrictions": {"projectrole": [1]}}}, NO_LEVELS),
        ({"security": None, "issuerestriction": "x"}, NO_LEVELS),
        ({"security": None, "issuerestriction": {"issuerestrictions": [1]}}, NO_LEVELS),
    ],
)
def test_a_restriction_that_cannot_be_read_closes_the_issue(
    fields: dict[str, Any], levels: Levels | None
) -> None:
    made, project = reach(holder("group", "g-ops"), levels=levels)
    assert made.of(project, fields).state is AclState.UNKNOWN


def test_a_level_without_members_means_nobody_and_no_scheme_means_no_level() -> None:
    made, project = reach(holder("group", "g-ops"), levels=Levels({}, {"100": "1"}, {"31": "1"}))
    assert made.of(project, {"security": {"id": "31"}}).state is AclState.NOBODY
    made, project = reach(holder("group", "g-ops"))
    assert made.of(project, {}).allows(member("group:g-ops"))
    restriction = {"issuerestrictions": {}, "shouldDisplay": False}
    assert made.of(project, OPEN | {"issuerestriction": restriction}).allows(member("group:g-ops"))


def test_a_project_whose_holders_are_unknown_closes_its_issues() -> None:
    made, _ = reach()
    project = ProjectRights("100", "OPS", "Ops", None, None)
    assert made.of(project, OPEN).state is AclState.UNKNOWN
