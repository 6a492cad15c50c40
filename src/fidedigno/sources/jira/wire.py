"""The shapes of Jira's answers: what we need of them, strictly; whatever else they hold is let pass."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from fidedigno.sources.shapes import Shape

Text = Annotated[str, Field(strict=True, max_length=1_000_000)]
Number = Annotated[str, Field(strict=True, pattern=r"^[0-9]{1,18}$")]
"""An id of Jira: digits in a text."""
AccountId = Annotated[str, Field(strict=True, pattern=r"^[A-Za-z0-9:_.-]{1,128}$")]
Key = Annotated[str, Field(strict=True, min_length=1, max_length=255)]


class Jira(Shape):
    """Base of the shapes: Jira writes names in camel case."""

    model_config = ConfigDict(alias_generator=to_camel)


class Account(Jira):
    """A user as any answer names one."""

    account_id: AccountId


class ListedAccount(Account):
    """A user of ``/users/search``. The address is empty or absent where its owner hides it."""

    account_type: Text
    active: Annotated[bool, Field(strict=True)]
    email_address: Text | None = None
    display_name: Text | None = None


class Group(Jira):
    """A group, by the id that a change of its name does not touch."""

    group_id: Key


class OffsetPage(Jira):
    """A page of a listing by offset."""

    start_at: Annotated[int, Field(strict=True, ge=0)]
    values: tuple[Any, ...]
    is_last: Annotated[bool, Field(strict=True)] | None = None
    total: Annotated[int, Field(strict=True, ge=0)] | None = None


class Project(Jira):
    """A project of ``/project/search``. ``style`` is ``classic``, or ``next-gen`` where the team manages it."""

    id: Number
    key: Text
    name: Text = ""
    style: Text | None = None
    lead: Account | None = None


class Holder(Jira):
    """Who holds a grant. ``value`` is an id; ``parameter`` the older form, a name for groups."""

    type: Text
    parameter: Text | None = None
    value: Text | None = None


class Grant(Jira):
    """A line of a permission scheme."""

    permission: Text
    holder: Holder


class PermissionScheme(Jira):
    """``/project/{id}/permissionscheme`` with its lines. Lines are checked one by one."""

    permissions: tuple[Any, ...]


class Level(Jira):
    """A level of an issue security scheme."""

    id: Number
    issue_security_scheme_id: Number


class LevelMember(Jira):
    """A member of a level."""

    issue_security_level_id: Number
    holder: Any


class SchemeOfProject(Jira):
    """That a project uses an issue security scheme."""

    project_id: Number
    issue_security_scheme_id: Number


class SearchPage(Jira):
    """A page of ``/search/jql``."""

    issues: tuple[Any, ...]
    next_page_token: Text | None = None
    is_last: Annotated[bool, Field(strict=True)] | None = None


class Issue(Jira):
    """A found issue; its fields are checked one by one."""

    id: Number
    key: Text = ""
    fields: dict[str, Any]


class FoundId(Jira):
    """What of a found issue must be readable in any case."""

    id: Number


class IssueLevel(Jira):
    """The security level of an issue."""

    id: Number


class CommentPage(Jira):
    """A page of comments."""

    start_at: Annotated[int, Field(strict=True, ge=0)]
    total: Annotated[int, Field(strict=True, ge=0)]
    comments: tuple[Any, ...]


class Comment(Jira):
    """A comment. ``visibility`` is absent where all who see the issue see it."""

    id: Text
    body: Any = None
    visibility: Any = None
    jsd_public: Any = True


class Actor(Jira):
    """An actor of a project role."""

    type: Text
    actor_user: Account | None = None
    actor_group: Group | None = None


class Role(Jira):
    """``/project/{id}/role/{id}``."""

    actors: tuple[Any, ...]


class ApplicationRole(Jira):
    """A product of the site and the groups that may use it."""

    key: Key
    group_details: tuple[Any, ...]


class PermissionsOfIssues(Jira):
    """One line of the answer to a check."""

    permission: Text
    issues: tuple[Annotated[int, Field(strict=True)], ...]


class Checked(Jira):
    """``/permissions/check``."""

    project_permissions: tuple[PermissionsOfIssues, ...]
