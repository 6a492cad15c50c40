"""The shapes of Confluence's answers: what we need of them, strictly; whatever else they hold is let pass."""

from __future__ import annotations

from typing import Any

from pydantic import AwareDatetime, Field, StrictBool, StrictInt

from fidedigno.sources.shapes import Shape


class Links(Shape):
    """Where the next page is, if there is one."""

    next: str | None = None


class Listing(Shape):
    """One page of a list. Entries are checked one by one by whoever asked."""

    results: tuple[Any, ...]
    links: Links = Field(default_factory=Links, alias="_links")
    limit: StrictInt | None = None


class Space(Shape):
    """A space; ``key`` is its short name in addresses."""

    id: str
    key: str
    name: str
    status: str = "current"


class Version(Shape):
    """A state of a content; it counts up with each edit."""

    number: StrictInt
    created_at: AwareDatetime = Field(alias="createdAt")


class Content(Shape):
    """A blog post, or what a page has in common with one, as a list has it."""

    id: str = Field(pattern=r"^[0-9]{1,20}$")
    title: str
    status: str
    space_id: str = Field(alias="spaceId")
    version: Version
    created_at: AwareDatetime | None = Field(default=None, alias="createdAt")
    owner_id: str | None = Field(default=None, alias="ownerId")

    @property
    def parent(self) -> tuple[str, str | None] | None:
        """The id and kind of what it stands below; a blog post stands below nothing."""
        return None


class Page(Content):
    """A page. ``parentId`` may be null and may not be missing: without it, who may read is not known."""

    parent_id: str | None = Field(alias="parentId")
    parent_type: str | None = Field(default=None, alias="parentType")

    @property
    def parent(self) -> tuple[str, str | None] | None:
        """The id and kind of what it stands below."""
        return None if self.parent_id is None else (self.parent_id, self.parent_type)


class Node(Shape):
    """Something that others stand below: a page, folder, whiteboard, database or embed."""

    id: str = Field(pattern=r"^[0-9]{1,20}$")
    title: str = ""
    status: str = "current"
    parent_id: str | None = Field(alias="parentId")
    parent_type: str | None = Field(default=None, alias="parentType")
    space_id: str | None = Field(default=None, alias="spaceId")

    @property
    def parent(self) -> tuple[str, str | None] | None:
        """The id and kind of what it stands below."""
        return None if self.parent_id is None else (self.parent_id, self.parent_type)


class StorageBody(Shape):
    """A text in storage format."""

    value: str


class Bodies(Shape):
    """The texts of a content, of which we ask for one."""

    storage: StorageBody


class Text(Shape):
    """A content with its text."""

    id: str
    title: str
    status: str
    body: Bodies


class PermissionPrincipal(Shape):
    """Who a permission of a space is for."""

    type: str
    id: str


class Operation(Shape):
    """What a permission of a space allows."""

    key: str
    target: str = Field(alias="targetType")


class SpacePermission(Shape):
    """One permission of a space."""

    principal: PermissionPrincipal
    operation: Operation


class RolePrincipal(Shape):
    """Who a role is given to."""

    type: str = Field(alias="principalType")
    id: str = Field(alias="principalId")


class RoleAssignment(Shape):
    """A role given to somebody in a space."""

    principal: RolePrincipal
    role: str = Field(alias="roleId")


class Role(Shape):
    """A role and what it allows, such as ``read/space``."""

    id: str
    permissions: tuple[str, ...] | None = Field(default=None, alias="spacePermissions")


class SomeSubjects(Shape):
    """A page of the users or groups of a restriction. Each entry is checked by whoever asked."""

    results: tuple[Any, ...]
    limit: StrictInt = 0
    size: StrictInt


class BothSubjects(Shape):
    """The users and the groups of a restriction: neither may be missing."""

    user: SomeSubjects
    group: SomeSubjects


class Restriction(Shape):
    """Who may read, at one level. Empty means that this level restricts nobody."""

    operation: str
    restrictions: BothSubjects


class Restrictions(Shape):
    """The restrictions of a content by what they restrict."""

    read: Restriction


class Restricted(Shape):
    """A content with its restrictions, as a search expands them."""

    id: str
    restrictions: Restrictions


class Found(Shape):
    """A content as a search names it."""

    id: str
    type: str


class Group(Shape):
    """A group of the site."""

    id: str
    name: str = ""


class Member(Shape):
    """An account that is in a group."""

    account_id: str = Field(alias="accountId")


class Account(Shape):
    """An account and how it stands. What is absent was not said, and is not taken for good."""

    account_id: str = Field(alias="accountId")
    type: str = Field(alias="accountType")
    status: str = Field(alias="accountStatus")
    email: str | None = None
    display: str | None = Field(default=None, alias="displayName")
    is_external: StrictBool = Field(default=False, alias="isExternalCollaborator")
    is_guest: StrictBool = Field(default=False, alias="isGuest")

    @property
    def counts(self) -> bool:
        """Whether it is a person's account in use, of this organisation."""
        ours = not self.is_external and not self.is_guest
        return self.type == "atlassian" and self.status == "active" and ours


class Myself(Shape):
    """The account that asks."""

    type: str
    account_id: str | None = Field(default=None, alias="accountId")


class PermissionCheck(Shape):
    """Whether somebody may do something with a content."""

    allowed: StrictBool = Field(alias="hasPermission")
    errors: tuple[Any, ...] = ()
