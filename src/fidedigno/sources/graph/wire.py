"""The shapes of Graph's answers, as far as they are used."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AwareDatetime, Field, StrictBool, StringConstraints

from fidedigno.sources.shapes import Shape

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9!_.~-]{1,200}$")]
"""The id of a drive or an item."""
Header = Annotated[str, StringConstraints(pattern=r"^[\x21-\x7e]+$")]


class Token(Shape):
    """What the token service answers."""

    access_token: Header = Field(repr=False)
    expires_in: Annotated[int, Field(gt=0)]


class Page(Shape):
    """A page of a collection. A page without ``value`` is not an empty page: it is none."""

    value: tuple[Any, ...]
    next_link: str | None = Field(None, alias="@odata.nextLink")
    delta_link: str | None = Field(None, alias="@odata.deltaLink")
    old_next_link: str | None = Field(None, alias="odata.nextLink")
    """SharePoint's own interface writes it so."""


class Parent(Shape):
    """Where an item is."""

    id: str | None = None


class Facet(Shape):
    """A facet of which only the presence counts."""


class Author(Shape):
    """An account that did something."""

    email: str | None = None


class Authors(Shape):
    """Who did something."""

    user: Author | None = None


class Item(Shape):
    """An item of a drive."""

    id: Key
    name: str = ""
    parent: Parent | None = Field(None, alias="parentReference")
    size: Annotated[int, Field(ge=0)] | None = None
    content_tag: str | None = Field(None, alias="cTag")
    tag: str | None = Field(None, alias="eTag")
    modified: str | None = Field(None, alias="lastModifiedDateTime")
    created: str | None = Field(None, alias="createdDateTime")
    web_url: str | None = Field(None, alias="webUrl")
    created_by: Authors | None = Field(None, alias="createdBy")
    file: Facet | None = None
    folder: Facet | None = None
    package: Facet | None = None
    root: Facet | None = None
    deleted: Facet | None = None
    malware: Facet | None = None
    remote: Facet | None = Field(None, alias="remoteItem")
    shared_changed: Any = Field(None, alias="@microsoft.graph.sharedChanged")

    @property
    def is_document(self) -> bool:
        """A file of this drive: no shortcut to another place, no notebook, and not marked as malware."""
        others = (self.folder, self.package, self.root, self.deleted, self.malware, self.remote)
        return self.file is not None and all(each is None for each in others)

    @property
    def is_shared_anew(self) -> bool:
        """Whether the service says that its permissions changed."""
        return str(self.shared_changed).casefold() == "true"


class SharePointIds(Shape):
    """Which site a drive belongs to."""

    site: str | None = Field(None, alias="siteId")
    url: str | None = Field(None, alias="siteUrl")


class Drive(Shape):
    """A drive of a site or a person."""

    id: Key
    sharepoint: SharePointIds | None = Field(None, alias="sharePointIds")


class SubReply(Shape):
    """One answer inside an answer to a batch."""

    id: str
    status: int
    headers: dict[str, Any] | None = None
    body: Any = None


class SubReplies(Shape):
    """The answer to a batch."""

    responses: tuple[Any, ...]


class Named(Shape):
    """One of the names of a grantee."""

    id: str | None = None
    login: str | None = Field(None, alias="loginName")


class Grantee(Shape):
    """Who was granted something: one grantee, under up to five names. A name of another shape is none."""

    user: Any = None
    group: Any = None
    site_user: Any = Field(None, alias="siteUser")
    site_group: Any = Field(None, alias="siteGroup")


class Link(Shape):
    """A sharing link."""

    scope: str | None = None


class Permission(Shape):
    """One row of an item's permissions, inherited or its own."""

    roles: tuple[str, ...]
    link: Link | None = None
    granted: Any = Field(None, alias="grantedToV2")
    identities: tuple[Any, ...] | None = Field(None, alias="grantedToIdentitiesV2")
    expires: str | None = Field(None, alias="expirationDateTime")
    has_password: bool | None = Field(None, alias="hasPassword")


class Account(Shape):
    """An account. What is not said counts as the closed choice."""

    id: str
    mail: str | None = None
    login: str | None = Field(None, alias="userPrincipalName")
    display: str | None = Field(None, alias="displayName")
    enabled: StrictBool | None = Field(None, alias="accountEnabled")
    kind: str | None = Field(None, alias="userType")
    invitation: str | None = Field(None, alias="externalUserState")


class Group(Shape):
    """An Entra group."""

    id: str
    kinds: tuple[str, ...] | None = Field(None, alias="groupTypes")
    visibility: str | None = None


class Member(Shape):
    """A direct member of a group: an account, a group, or something that cannot ask a question."""

    id: str | None = None


class SiteGroup(Shape):
    """A group of a site."""

    id: Annotated[int, Field(gt=0, alias="Id")]


class SiteMember(Shape):
    """A member of a site group: a claim that names a user or another group."""

    login: str = Field(alias="LoginName")


class Subscribed(Shape):
    """A subscription to changes."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,64}$")]
    expiration_date_time: Annotated[AwareDatetime, Field(alias="expirationDateTime")]
