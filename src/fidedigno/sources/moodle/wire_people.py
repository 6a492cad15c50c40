"""The shapes of Moodle's answers about people and groups; see :mod:`fidedigno.sources.moodle.wire`."""

from __future__ import annotations

from fidedigno.sources.moodle.wire_types import Flag, Id, Shape, Text


class Warning_(Shape):  # noqa: N801 - Warning is a built-in
    """Why something asked for is not in the answer. A warning is never the same as an empty answer."""

    item: Text = ""
    itemid: int | None = None
    warningcode: Text = ""


class Group(Shape):
    """A group of a course. ``visibility`` 0: shown to all, 1: to members, 2: own membership, 3: to nobody."""

    id: Id
    name: Text
    visibility: int | None = None


class UserGroups(Shape):
    """``core_group_get_course_user_groups``."""

    groups: tuple[Group, ...]
    warnings: tuple[Warning_, ...]


class GroupMembers(Shape):
    """``core_group_get_group_members``."""

    groupid: Id
    userids: tuple[Id, ...]


class Role(Shape):
    """A role in a course, by the short name that does not depend on the language."""

    shortname: Text


class EnrolledUser(Shape):
    """A person of ``core_enrol_get_enrolled_users``."""

    id: Id
    username: Text | None = None
    fullname: Text | None = None
    email: Text | None = None
    roles: tuple[Role, ...] = ()


class Account(Shape):
    """An account of ``core_user_get_users_by_field``; ``suspended`` is only there for who may see it."""

    id: Id
    suspended: Flag | None = None
