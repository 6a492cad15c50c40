"""What the operator declares of a system. Everything is plain values: nothing in it is run or filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from fidedigno.access.content import checked_email, checked_member, checked_name
from fidedigno.model import PrincipalKind
from fidedigno.sources.declared.paths import steps_of

_ADDRESS = re.compile(r"/[A-Za-z0-9._~/%:@!$&'()*+,;=-]*")
_HEADER = re.compile(r"[A-Za-z0-9-]{1,64}")
_TOO_MUCH = {"host", "content-length", "transfer-encoding", "connection", "cookie"}


def _path(value: str) -> str:
    steps_of(value)
    return value


def _address(value: str) -> str:
    if not _ADDRESS.fullmatch(value) or value.startswith("//") or ".." in value or "%2e" in value.lower():
        raise ValueError("an address begins with / and stays below the base")
    return value


def _header(value: str) -> str:
    if not _HEADER.fullmatch(value) or value.lower() in _TOO_MUCH:
        raise ValueError("not the name of a header that may carry a key")
    return value


def _grant(value: str) -> str:
    """``nobody``, ``everyone``, ``public``, or a group of the directory."""
    if value in {"nobody", "everyone", "public"}:
        return value
    member = checked_member(value)
    if member.kind is not PrincipalKind.GROUP:
        raise ValueError("a value opens to nobody, everyone, public or group:NAME")
    return str(member)


def _domain(value: str) -> str:
    checked_email(f"somebody@{value}")
    return value.casefold()


def _user(value: str) -> str:
    return checked_name(value)[0]


Path = Annotated[str, AfterValidator(_path)]
Address = Annotated[str, AfterValidator(_address)]
Name = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,40}$")]
Parameter = Annotated[str, Field(min_length=1, max_length=100)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, hide_input_in_errors=True)


class Auth(_Part):
    """How the secret travels: ``bearer``, ``basic`` (``name:password``), or alone in a header."""

    kind: Literal["bearer", "basic", "header"] = "bearer"
    header: Annotated[str, AfterValidator(_header)] = "Authorization"


class Cursor(_Part):
    """The answer holds a mark (at ``mark``) that the next request gives back as ``to``.

    No mark is the end. ``more`` is where the answer says whether there is more, if it does.
    """

    kind: Literal["cursor"]
    mark: Path
    to: Parameter
    more: Path | None = None


class Offset(_Part):
    """Each request says how many items were read already, or which page it wants (``counts: pages``).

    Only an empty page is the end.
    """

    kind: Literal["offset"]
    to: Parameter
    counts: Literal["items", "pages"] = "items"
    first: Annotated[int, Field(ge=0, le=1)] = 0


class NextLink(_Part):
    """The answer holds the address of the next page at ``link``. None is the end."""

    kind: Literal["next_link"]
    link: Path


class Whole(_Part):
    """One answer holds everything."""

    kind: Literal["whole"]


Paging = Annotated[Cursor | Offset | NextLink | Whole, Field(discriminator="kind")]


class Listing(_Part):
    """Where a list is, how it is paged, and where its items lie (``.`` when the answer is the list)."""

    list: Address
    items: Path | Literal["."]
    paging: Paging
    query: Mapping[str, str] = {}


class DocumentFields(_Part):
    """Where the parts of a document lie. ``deleted`` must hold true or false where it is declared."""

    id: Path
    title: Path
    body: Path
    updated: Path
    deleted: Path | None = None


class Documents(Listing):
    """The documents. ``updated`` is ISO 8601 with a zone unless said otherwise."""

    fields: DocumentFields
    body_format: Literal["text", "markdown", "html"] = "text"
    time_format: Literal["iso", "seconds", "milliseconds"] = "iso"


class AccountRule(_Part):
    """The accounts whose ids are at a path may read."""

    account: Path


class TeamRule(_Part):
    """The teams whose ids are at a path may read."""

    team: Path


class ValueRule(_Part):
    """What a value at a path opens to; a value that is not named opens to nobody."""

    field: Path
    values: Annotated[Mapping[str, Annotated[str, AfterValidator(_grant)]], Field(min_length=1)]


Rule = AccountRule | TeamRule | ValueRule
AnyOf = Annotated[list[Rule], Field(min_length=1, max_length=50)]


class Clause(_Part):
    """One of several conditions: any of its rules."""

    any_of: AnyOf


class Access(_Part):
    """Who reads: any of the rules; or all of several such conditions. What no rule opens is nobody's."""

    any_of: AnyOf | None = None
    all_of: Annotated[list[Clause], Field(min_length=1, max_length=20)] | None = None
    otherwise: Literal["nobody"]

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.any_of is None) == (self.all_of is None):
            raise ValueError("give any_of or all_of, and not both")
        return self

    @property
    def clauses(self) -> list[AnyOf]:
        """The rules, condition by condition."""
        return [self.any_of] if self.any_of else [each.any_of for each in self.all_of or ()]


class PersonFields(_Part):
    """Where the parts of an account lie.

    ``active`` or ``inactive`` holds true or false. ``verified``, where declared, must hold true for the
    address to count. ``alias`` is a second id, which teams may use.
    """

    id: Path
    email: Path
    active: Path | None = None
    inactive: Path | None = None
    verified: Path | None = None
    alias: Path | None = None
    display: Path | None = None

    @model_validator(mode="after")
    def _standing(self) -> Self:
        if (self.active is None) == (self.inactive is None):
            raise ValueError("give active or inactive, and not both")
        return self


class People(Listing):
    """The accounts. With ``domains``, only addresses of these domains count."""

    fields: PersonFields
    domains: list[Annotated[str, AfterValidator(_domain)]] = []


class TeamFields(_Part):
    """Where the parts of a team lie: its id, lists of ids of members, lists of ids of teams inside."""

    id: Path
    members: list[Path] = []
    teams: list[Path] = []


class Teams(Listing):
    """The teams. Several items with one id are one team. ``members_are`` says which id members have."""

    fields: TeamFields
    members_are: Literal["id", "alias"] = "id"


class Check(_Part):
    """A question about one account and one document. Only true at ``allowed`` allows; false denies."""

    method: Literal["GET", "POST"]
    address: Address
    person: Parameter
    document: Parameter
    allowed: Path

    @model_validator(mode="after")
    def _apart(self) -> Self:
        if self.person == self.document:
            raise ValueError("the person and the document need two parameters")
        return self


class Declaration(_Part):
    """A whole system. ``accounts`` are user names of the directory by account id, before any address."""

    name: Name
    base: str
    auth: Auth = Auth()
    documents: Documents
    access: Access
    people: People | None = None
    teams: Teams | None = None
    accounts: Mapping[str, Annotated[str, AfterValidator(_user)]] = {}
    check: Check | None = None

    @model_validator(mode="after")
    def _base_is_plain(self) -> Self:
        parts = urlsplit(self.base)
        if "@" in parts.netloc or not parts.netloc:
            raise ValueError("base is the address of the service, such as https://api.example")
        return self

    def __repr_args__(self) -> list[tuple[str | None, Any]]:
        return [("name", self.name)]
