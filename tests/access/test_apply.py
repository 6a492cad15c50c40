import pytest
from sqlalchemy import func, select

from fidedigno.access.apply import LoadReport, apply_content
from fidedigno.access.content import DirectoryContent, GroupEntry, UserEntry
from fidedigno.access.tables import Group, GroupMembership, User, UserMembership
from fidedigno.database import Database
from fidedigno.errors import ConfigurationError, UsageError
from fidedigno.model import Principal

HEADS = GroupEntry("heads", "Heads", frozenset({Principal.user("ana")}))
STAFF = GroupEntry("staff", "Staff", frozenset({Principal.group("heads"), Principal.user("luis")}))
CAMPUS = DirectoryContent((UserEntry("ana", "Ana"), UserEntry("luis", "Luis")), (HEADS, STAFF))


def apply(database: Database, content: DirectoryContent, *, replace: bool) -> LoadReport:
    with database.session() as session:
        return apply_content(session, content, replace=replace)


def counts(database: Database) -> tuple[int, ...]:
    with database.session() as session:
        tables = (User, Group, UserMembership, GroupMembership)
        return tuple(session.scalar(select(func.count()).select_from(table)) or 0 for table in tables)


def test_the_report_counts_what_is_said_and_what_is_gone(database: Database) -> None:
    assert apply(database, CAMPUS, replace=True) == LoadReport(2, 2, 3)
    assert counts(database) == (2, 2, 2, 1)
    assert apply(database, CAMPUS, replace=True) == LoadReport(2, 2, 3)
    less = DirectoryContent((UserEntry("ana", "Ana"),), (HEADS,))
    assert apply(database, less, replace=True) == LoadReport(1, 1, 1, users_removed=1, groups_removed=1)
    assert counts(database) == (1, 1, 1, 0)


def test_merging_keeps_what_is_not_named(database: Database) -> None:
    apply(database, CAMPUS, replace=True)
    more = DirectoryContent(
        (UserEntry("eva", "Eva"),), (GroupEntry("heads", "Heads", frozenset({Principal.user("eva")})),)
    )
    assert apply(database, more, replace=False) == LoadReport(1, 1, 1)
    assert counts(database) == (3, 2, 2, 1)


def test_a_file_that_says_nothing_of_groups_replaces_none(database: Database) -> None:
    apply(database, CAMPUS, replace=True)
    silent = DirectoryContent((UserEntry("ana", "Ana"),), (), lists_groups=False)
    with pytest.raises(ConfigurationError, match="nothing of groups"):
        apply(database, silent, replace=True)
    assert counts(database) == (2, 2, 2, 1)


def test_a_member_that_does_not_exist_changes_nothing(database: Database) -> None:
    apply(database, CAMPUS, replace=True)
    wrong = DirectoryContent(
        (UserEntry("eva", "Eva"),), (GroupEntry("g", "G", frozenset({Principal.user("luis")})),)
    )
    with pytest.raises(ConfigurationError, match="user:luis"):
        apply(database, wrong, replace=True)
    assert counts(database) == (2, 2, 2, 1)
    assert apply(database, wrong, replace=False) == LoadReport(1, 1, 1)


def test_an_account_that_is_off_stays_off_unless_the_file_says_otherwise(database: Database) -> None:
    apply(database, DirectoryContent((UserEntry("ana", "Ana", enabled=False),), ()), replace=True)
    apply(database, DirectoryContent((UserEntry("ana", "Ana"),), ()), replace=True)
    with database.session() as session:
        assert session.scalars(select(User.enabled)).all() == [False]
    apply(database, DirectoryContent((UserEntry("ana", "Ana", enabled=True),), ()), replace=True)
    with database.session() as session:
        assert session.scalars(select(User.enabled)).all() == [True]


def known(database: Database) -> dict[str, tuple[str, str | None, bool, dict[str, str]]]:
    with database.session() as session:
        rows = session.execute(select(User.name, User.display, User.email, User.enabled, User.attributes))
        return {row[0]: (row[1], row[2], row[3], dict(row[4])) for row in rows}


def partial(*users: UserEntry) -> DirectoryContent:
    return DirectoryContent(users, (), partial=True)


def test_what_another_system_knows_completes_and_takes_nothing_away(database: Database) -> None:
    ana = UserEntry("ana", "Ana", "ana@campus.example", False, {"role": "tutor", "moodle.id": "1"})
    apply(database, DirectoryContent((ana, UserEntry("luis", "Luis")), (HEADS,)), replace=True)
    report = apply(
        database,
        partial(
            UserEntry("ana", "A. P.", "otra@campus.example", None, {"moodle.id": "4", "moodle.x": "5"}),
            UserEntry("eva", "Eva", "eva@campus.example", None, {"moodle.id": "7"}),
        ),
        replace=False,
    )
    assert report == LoadReport(2, 0, 0)
    assert known(database) == {
        "ana": (
            "Ana", "ana@campus.example", False, {"role": "tutor", "moodle.id": "4", "moodle.x": "5"}
        ),
        "luis": ("Luis", None, True, {}),
        "eva": ("Eva", "eva@campus.example", True, {"moodle.id": "7"}),
    }  # fmt: skip
    assert counts(database)[2] == 1, "the memberships are as they were"


def test_an_address_that_is_somebodys_is_given_to_nobody_new(database: Database) -> None:
    people = (UserEntry("ana", "Ana", "ana@campus.example"), UserEntry("luis@campus.example", "Luis"))
    apply(database, DirectoryContent(people, ()), replace=True)
    for each in ("ana@campus.example", "luis@campus.example", "eva@campus.example"):
        apply(database, partial(UserEntry(f"new-{each[:3]}", "New", each)), replace=False)
    emails = {name: row[1] for name, row in known(database).items() if name.startswith("new")}
    assert emails == {"new-ana": None, "new-lui": None, "new-eva": "eva@campus.example"}


def test_a_suspension_elsewhere_switches_off_and_nothing_elsewhere_switches_on(database: Database) -> None:
    apply(database, CAMPUS, replace=True)
    for enabled, expected in ((None, True), (False, False), (None, False)):
        apply(database, partial(UserEntry("ana", "Ana", enabled=enabled)), replace=False)
        assert known(database)["ana"][2] is expected


def test_what_another_system_knows_cannot_replace_the_directory(database: Database) -> None:
    apply(database, CAMPUS, replace=True)
    with pytest.raises(UsageError, match="cannot replace"):
        apply(database, partial(UserEntry("ana", "Ana")), replace=True)
    assert counts(database) == (2, 2, 2, 1)
