"""A small Confluence Cloud: spaces, pages, restrictions, groups and accounts, over its v1 and v2 addresses.

It decides who may read by itself (:meth:`ConfluenceServer.may_read`), from people and not from principals, so
that a connector's access lists can be compared with it.
"""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tests.fakes.vendor import Answer, Request, VendorServer

EMAIL = "reader@corp.example"
TOKEN = "s3cret-token"
READER = "reader-account"
NOON = "2026-11-30T12:00:00.000Z"


@dataclass
class Restricted:
    users: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.users or self.groups)


@dataclass
class FakeContent:
    id: str
    space: str
    title: str
    type: str = "page"
    parent: str | None = None
    body: str = "<p>Text</p>"
    status: str = "current"
    version: int = 1
    read: Restricted = field(default_factory=Restricted)
    update: Restricted = field(default_factory=Restricted)
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass
class FakeSpace:
    id: str
    key: str
    status: str = "current"
    permissions: list[dict[str, Any]] = field(default_factory=list)
    roles: list[dict[str, Any]] = field(default_factory=list)


def permission(kind: str, identifier: str, key: str = "read", target: str = "space") -> dict[str, Any]:
    return {
        "id": "1",
        "principal": {"type": kind, "id": identifier},
        "operation": {"key": key, "targetType": target},
    }


def assignment(kind: str, identifier: str, role: str) -> dict[str, Any]:
    return {"principal": {"principalType": kind, "principalId": identifier}, "roleId": role}


class ConfluenceServer(VendorServer):
    """``page_size`` is the most that one answer holds; ``links_in_header`` names the next page only there."""

    def __init__(self) -> None:
        super().__init__()
        self.spaces: dict[str, FakeSpace] = {}
        self.contents: dict[str, FakeContent] = {}
        self.accounts: dict[str, dict[str, Any]] = {}
        self.groups: dict[str, list[str]] = {}
        self.roles: dict[str, list[str] | None] = {}
        self.page_size = 250
        self.links_in_header = False
        self.not_searchable: set[str] = set()
        self.recent: set[str] | None = None
        self.signed_in = True
        self.stranger = False
        """Whether an unusable token is answered as an anonymous visitor is."""
        self.account(READER, type="app")
        self._routes_v1()
        self._routes_v2()

    # Building

    def space(self, id: str, key: str, *permissions: dict[str, Any]) -> FakeSpace:
        self.spaces[id] = FakeSpace(id, key, permissions=list(permissions))
        return self.spaces[id]

    def page(
        self,
        id: str,
        parent: str | None = None,
        *,
        space: str = "1",
        users: Sequence[str] = (),
        groups: Sequence[str] = (),
        **more: Any,
    ) -> FakeContent:
        read = Restricted(list(users), list(groups))
        self.contents[id] = FakeContent(id, space, f"Page {id}", parent=parent, read=read, **more)
        return self.contents[id]

    def account(self, id: str, email: str = "", *, type: str = "atlassian", **more: Any) -> None:
        self.accounts[id] = {
            "accountId": id,
            "accountType": type,
            "accountStatus": "active",
            "email": email,
            "displayName": f"Name of {id}",
            "isExternalCollaborator": False,
            **more,
        }

    # What is true

    def may_read(self, account: str, content: str) -> bool:
        """Whether an account may read, by what the vendor documents of spaces and restrictions."""
        found = self.contents.get(content)
        if found is None or found.status != "current":
            return False
        if not self._may_enter(account, self.spaces[found.space]):
            return False
        seen: set[str] = set()
        at: str | None = content
        while at is not None:
            if at in seen or at not in self.contents:
                return False
            seen.add(at)
            read = self.contents[at].read
            if read and account not in read.users and not self._is_in(account, read.groups):
                return False
            at = self.contents[at].parent
        return True

    def _is_in(self, account: str, groups: Sequence[str]) -> bool:
        return any(account in self.groups.get(each, ()) for each in groups)

    def _may_enter(self, account: str, space: FakeSpace) -> bool:
        granted = [each["principal"] for each in space.permissions if each["operation"]["key"] == "read"]
        return any(
            each["id"] == account
            if each["type"] == "user"
            else each["type"] == "group" and self._is_in(account, [each["id"]])
            for each in granted
        )

    # Answering

    def _answer(self, request: Request) -> tuple[Answer, bool]:
        pair = base64.b64encode(f"{EMAIL}:{TOKEN}".encode()).decode()
        if not (self.signed_in and request.token == pair):
            with self._lock:
                self.asked.append(request)
            if not self.stranger:
                return Answer({"code": 401, "message": "Unauthorized"}, 401), False
            if request.path.endswith("/user/current"):
                return Answer({"type": "anonymous", "displayName": "Anonymous"}), False
            return Answer({"results": [], "_links": {}}), False
        return super()._answer(request)

    def no_route(self, request: Request) -> Answer:
        if "/api/v2/" in request.path:
            error = {"status": 404, "code": "NOT_FOUND", "title": "Not Found", "detail": None}
            return Answer({"errors": [error]}, 404)
        return Answer({"statusCode": 404, "data": {"authorized": False}, "message": "No content"}, 404)

    def _cursored(self, request: Request, rows: Sequence[Any]) -> Answer:
        start = int(request.params.get("cursor", "c0")[1:])
        size = min(self.page_size, int(request.params.get("limit", "25")))
        body: dict[str, Any] = {"results": list(rows[start : start + size]), "_links": {"base": self.url}}
        headers = {}
        if start + size < len(rows):
            onward = f"{request.path}?{urlencode({**request.params, 'cursor': f'c{start + size}'})}"
            headers["Link"] = f'<{onward}>; rel="next"'
            if not self.links_in_header:
                body["_links"]["next"] = onward
        return Answer(body, headers=headers)

    def _numbered(self, request: Request, rows: Sequence[Any]) -> Answer:
        start, limit = int(request.params["start"]), min(self.page_size, int(request.params["limit"]))
        some = list(rows[start : start + limit])
        return Answer({"results": some, "start": start, "limit": limit, "size": len(some), "_links": {}})

    def _routes_v1(self) -> None:
        v1 = "/wiki/rest/api"
        me = {"type": "known", "accountId": READER, "accountType": "app"}
        self.route("GET", f"{v1}/user/current", lambda request: Answer(me))
        self.route("GET", f"{v1}/content/search", self._search)
        self.route("GET", f"{v1}/content/([^/]+)/restriction/byOperation/read", self._restriction)
        self.route("POST", f"{v1}/content/([^/]+)/permission/check", self._check)
        self.route(
            "GET",
            f"{v1}/group",
            lambda request: self._numbered(
                request, [{"type": "group", "id": each, "name": f"name-{each}"} for each in self.groups]
            ),
        )
        self.route("GET", f"{v1}/group/([^/]+)/membersByGroupId", self._members)

    def _routes_v2(self) -> None:
        v2 = "/wiki/api/v2"
        self.route("GET", f"{v2}/spaces", lambda request: self._cursored(request, self._space_rows()))
        for kind, type_ in (("pages", "page"), ("blogposts", "blogpost")):
            self._content_routes(v2, kind, type_)
        for kind, type_ in (("folders", "folder"), ("whiteboards", "whiteboard"), ("databases", "database")):
            self.route("GET", f"{v2}/{kind}/([^/]+)", self._single(type_))
        self.route(
            "GET",
            f"{v2}/spaces/([^/]+)/permissions",
            lambda request: self._cursored(request, self.spaces[request.found[0]].permissions),
        )
        self.route(
            "GET",
            f"{v2}/spaces/([^/]+)/role-assignments",
            lambda request: self._cursored(request, self.spaces[request.found[0]].roles),
        )
        self.route(
            "GET",
            f"{v2}/space-roles",
            lambda request: self._cursored(
                request,
                [{"id": each, "spacePermissions": may} for each, may in self.roles.items()],
            ),
        )
        self.route("POST", f"{v2}/users-bulk", self._users)

    def _content_routes(self, v2: str, kind: str, type_: str) -> None:
        def of_space(request: Request) -> Answer:
            mine = (each for each in self.contents.values() if each.space == request.found[0])
            return self._cursored(request, self._rows(mine, type_, request.params.get("status", "current")))

        def of_site(request: Request) -> Answer:
            rows = self._rows(self.contents.values(), type_, request.params.get("status", "current"))
            return self._cursored(request, rows)

        self.route("GET", f"{v2}/spaces/([^/]+)/{kind}", of_space)
        self.route("GET", f"{v2}/{kind}", of_site)
        self.route("GET", f"{v2}/{kind}/([^/]+)", self._single(type_))

    def _space_rows(self) -> list[dict[str, Any]]:
        return [
            {"id": each.id, "key": each.key, "name": f"Space {each.key}", "status": each.status}
            for each in self.spaces.values()
        ]

    def _rows(self, contents: Any, type_: str, status: str) -> list[dict[str, Any]]:
        return [self._row(each) for each in contents if each.type == type_ and each.status == status]

    def _row(self, content: FakeContent) -> dict[str, Any]:
        row: dict[str, Any] = {
            "id": content.id,
            "status": content.status,
            "title": content.title,
            "spaceId": content.space,
            "createdAt": NOON,
            "ownerId": "ana-account",
            "version": {"number": content.version, "createdAt": NOON, "message": "", "authorId": "x"},
        }
        if content.type != "blogpost":
            above = self.contents.get(content.parent or "")
            row |= {
                "parentId": content.parent,
                "parentType": (above.type if above else "page") if content.parent else None,
            }
        return row | content.extra

    def _single(self, type_: str) -> Any:
        def answer(request: Request) -> Answer:
            content = self.contents.get(request.found[0])
            if content is None or content.type != type_:
                return self.no_route(request)
            row = self._row(content)
            if request.params.get("body-format") == "storage":
                row["body"] = {"storage": {"representation": "storage", "value": content.body}}
            return Answer(row)

        return answer

    def _restrictions(self, restricted: Restricted, start: int, limit: int) -> dict[str, Any]:
        users = [{"type": "known", "accountId": each, "email": ""} for each in restricted.users]
        groups = [{"type": "group", "id": each, "name": f"name-{each}"} for each in restricted.groups]
        both = {}
        for name, rows in (("user", users), ("group", groups)):
            some = rows[start : start + limit]
            both[name] = {"results": some, "start": start, "limit": limit, "size": len(some)}
        return {"operation": "read", "restrictions": both}

    def _restriction(self, request: Request) -> Answer:
        content = self.contents.get(request.found[0])
        if content is None:
            return self.no_route(request)
        start = int(request.params.get("start", "0"))
        limit = min(self.page_size, int(request.params.get("limit", "25")))
        asked = self._restrictions(content.read, start, limit)
        wanted = request.params.get("expand", "").split(",")
        # What is not asked for is only named.
        shown = {
            name: rows for name, rows in asked["restrictions"].items() if f"restrictions.{name}" in wanted
        }
        return Answer({**asked, "restrictions": shown})

    def _search(self, request: Request) -> Answer:
        cql = request.params["cql"]
        found = [each for each in self.contents.values() if each.type in {"page", "blogpost"}]
        # The index lags: it may miss what is there, and still show what went to the trash.
        late = self.recent or set()
        found = [each for each in found if each.status == "current" or each.id in late]
        found = [each for each in found if each.id not in self.not_searchable]
        if "lastmodified" in cql:
            found = [each for each in found if self.recent is None or each.id in self.recent]
        else:
            found = [each for each in found if f'space="{self.spaces[each.space].key}"' in cql]
        rows: list[Mapping[str, Any]] = [
            {"id": each.id, "type": each.type, "title": each.title} for each in found
        ]
        if "restrictions.read" in request.params.get("expand", ""):
            limit = min(self.page_size, 200)
            rows = [
                {**row, "restrictions": {"read": self._restrictions(each.read, 0, limit)}}
                for row, each in zip(rows, found, strict=True)
            ]
        return self._cursored(request, rows)

    def _members(self, request: Request) -> Answer:
        members = self.groups.get(request.found[0])
        if members is None:
            return self.no_route(request)
        return self._numbered(request, [{"type": "known", "accountId": each} for each in members])

    def _users(self, request: Request) -> Answer:
        wanted = request.json()["accountIds"]
        rows = [self.accounts[each] for each in wanted if each in self.accounts]
        return Answer({"results": rows, "_links": {"base": self.url}})

    def _check(self, request: Request) -> Answer:
        if request.found[0] not in self.contents:
            return self.no_route(request)
        account = request.json()["subject"]["identifier"]
        return Answer({"hasPermission": self.may_read(account, request.found[0]), "errors": []})
