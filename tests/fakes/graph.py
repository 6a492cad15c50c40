"""A Microsoft 365 tenant over HTTP: token service, Graph, and SharePoint's own interface, on one address.

Answers have the documented shapes. What a test wants otherwise it writes into the dictionaries, or has the
server fail: ``fail`` for whole requests, :meth:`GraphServer.fail_part` for the parts of a batch.
"""

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.fakes.vendor import Answer, Request, Route, VendorServer

TENANT = "10000000-0000-4000-8000-000000000001"
CLIENT = "10000000-0000-4000-8000-000000000002"
SITE = "20000000-0000-4000-8000-000000000001"
DRIVE = "b!drive-1"
ROOT = "01ROOT"
TOP = "root"
SECRET = "s3cret-of-the-app"


def account_id(number: int) -> str:
    return f"30000000-0000-4000-8000-{number:012d}"


def group_id(number: int) -> str:
    return f"40000000-0000-4000-8000-{number:012d}"


@dataclass
class PartFailure:
    """The answer to a part of a batch whose address ``pattern`` is found in; ``times`` often."""

    pattern: str
    status: int
    times: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None


def refused(status: int, code: str) -> Answer:
    return Answer({"error": {"code": code, "message": "secret words of the service"}}, status)


class GraphServer(VendorServer):
    """One tenant with one drive. Times are those of the fake's items; ids are those given."""

    def __init__(self) -> None:
        super().__init__()
        self.items: dict[str, dict[str, Any]] = {}
        self.permissions: dict[str, Any] = {}
        self.labels: dict[str, Any] = {}
        self.contents: dict[str, bytes] = {}
        self.users: dict[str, dict[str, Any]] = {}
        self.groups: dict[str, dict[str, Any]] = {}
        self.members: dict[str, list[dict[str, Any]]] = {}
        self.owners: dict[str, list[dict[str, Any]]] = {}
        self.site_groups: dict[int, list[str]] = {}
        self.log: list[dict[str, Any]] = []
        self.page_size = 100
        self.tokens: list[str] = []
        self.expired: set[str] = set()
        self.part_failures: list[PartFailure] = []
        self.parts_asked: list[str] = []
        self.forgotten_before = 0
        self.site_url: str | None = self.url + "/sites/eng"
        self._routes_of_graph()
        self.put({"id": ROOT, "name": "root", "root": {}, "folder": {}})

    # What a test writes.

    def put(self, item: dict[str, Any]) -> None:
        """Set an item, and say so in the changes."""
        self.items[item["id"]] = item
        self.permissions.setdefault(item["id"], [])
        self.log.append(item)

    def folder(self, key: str, name: str, parent: str = ROOT, **more: Any) -> None:
        self.put({"id": key, "name": name, "folder": {"childCount": 0}, **_common(key, parent), **more})

    def file(self, key: str, name: str, parent: str = ROOT, **more: Any) -> None:
        self.contents.setdefault(key, f"content of {key}".encode())
        self.put(
            {"id": key, "name": name, "file": {"mimeType": "text/plain"}, **_common(key, parent), **more}
        )

    def delete(self, key: str, **facets: Any) -> None:
        del self.items[key]
        self.log.append({"id": key, "deleted": {"state": "deleted"}, **facets})

    def user(self, number: int, mail: str | None, **more: Any) -> str:
        key = account_id(number)
        self.users[key] = {
            "id": key,
            "displayName": f"Person {number}",
            "mail": mail,
            "userPrincipalName": f"p{number}@corp.example",
            "accountEnabled": True,
            "userType": "Member",
            "externalUserState": None,
            **more,
        }
        return key

    def group(self, number: int, *members: str, owners: tuple[str, ...] | None = None, **more: Any) -> str:
        key = group_id(number)
        kinds = [] if owners is None else ["Unified"]
        self.groups[key] = {"id": key, "groupTypes": kinds, "visibility": None, **more}
        self.members[key] = [{"id": each} for each in members]
        self.owners[key] = [{"id": each} for each in owners or ()]
        return key

    def fail_part(
        self,
        pattern: str,
        status: int,
        *,
        times: int | None = None,
        headers: dict[str, str] | None = None,
        body: Any = None,
    ) -> None:
        self.part_failures.append(PartFailure(pattern, status, times, headers or {}, body))

    def count(self, pattern: str) -> int:
        """How often an address was asked for, alone or in a batch."""
        return sum(bool(re.search(pattern, each)) for each in [*self.paths(), *self.parts_asked])

    # What it answers.

    def _routes_of_graph(self) -> None:
        self.route("POST", rf"/{TENANT}/oauth2/v2.0/token", self._token)
        self.route("POST", r"/v1.0/\$batch", self._with_token(self._batch))
        gets: dict[str, Route] = {
            r"/drives/([^/]+)": self._drive,
            r"/sites/([^/]+)/drives": lambda _: self._page([self._drive_row()]),
            r"/drives/[^/]+/\w+/delta": self._delta,
            r"/drives/[^/]+/items/([^/]+)/children": self._children,
            r"/drives/[^/]+/items/([^/]+)/permissions": self._permissions,
            r"/drives/[^/]+/items/([^/]+)": self._item,
            r"/users": lambda request: self._list(request, list(self.users.values())),
            r"/users/([^/]+)": self._user,
            r"/groups": lambda request: self._list(request, list(self.groups.values())),
            r"/groups/([^/]+)/members": lambda request: self._of_group(request, self.members),
            r"/groups/([^/]+)/owners": lambda request: self._of_group(request, self.owners),
        }
        self._gets: dict[re.Pattern[str], Route] = {
            re.compile("/v1.0" + pattern): answer for pattern, answer in gets.items()
        }
        for pattern, answer in gets.items():
            self.route("GET", "/v1.0" + pattern, self._with_token(answer))
        self.route("POST", r"/v1.0/users/([^/]+)/checkMemberGroups", self._with_token(self._check_groups))
        pattern = r"/v1.0/drives/[^/]+/items/([^/]+)/extractSensitivityLabels"
        self.route("POST", pattern, self._with_token(self._labels))
        self.route("GET", r"/download/([^/]+)", self._download)
        self.route("GET", r"/sites/eng/_api/web/sitegroups", self._with_token(self._site_groups))
        pattern = r"/sites/eng/_api/web/sitegroups/getbyid\((\d+)\)/users"
        self.route("GET", pattern, self._with_token(self._site_members))

    def _token(self, request: Request) -> Answer:
        form = request.form()
        if form.get("client_secret", SECRET) != SECRET or form["grant_type"] != "client_credentials":
            return Answer({"error": "invalid_client", "error_description": f"secret {form}"}, 401)
        self.tokens.append(f"token-{len(self.tokens) + 1}-{len(form['scope'])}")
        return Answer({"token_type": "Bearer", "expires_in": 3599, "access_token": self.tokens[-1]})

    def _with_token(self, answer: Any) -> Any:
        def checked(request: Request) -> Answer:
            if request.token not in self.tokens or request.token in self.expired:
                return refused(401, "InvalidAuthenticationToken")
            found: Answer = answer(request)
            return found

        return checked

    def _batch(self, request: Request) -> Answer:
        asked = request.json()["requests"]
        if len(asked) > 20:
            return refused(400, "BadRequest")
        # In another order than asked, as the service may.
        return Answer({"responses": [self._part(each, request) for each in reversed(asked)]})

    def _part(self, asked: dict[str, str], whole: Request) -> dict[str, Any]:
        url = urlsplit(asked["url"])
        self.parts_asked.append(asked["url"])
        for failure in self.part_failures:
            if failure.times != 0 and re.search(failure.pattern, asked["url"]):
                failure.times = None if failure.times is None else failure.times - 1
                body = failure.body or {"error": {"code": "x", "message": "secret words"}}
                return {"id": asked["id"], "status": failure.status, "headers": failure.headers, "body": body}
        for pattern, answer in self._gets.items():
            match = pattern.fullmatch("/v1.0" + url.path)
            if match:
                found = tuple(unquote(each) for each in match.groups())
                request = Request("GET", url.path, dict(parse_qsl(url.query)), whole.headers, b"", found)
                part = answer(request)
                return {"id": asked["id"], "status": part.status, "body": part.body}
        return {"id": asked["id"], "status": 404, "body": {}}

    def _drive_row(self) -> dict[str, Any]:
        return {"id": DRIVE, "sharePointIds": {"siteId": SITE.upper(), "siteUrl": self.site_url}}

    def _drive(self, request: Request) -> Answer:
        return Answer(self._drive_row()) if request.found[0] == DRIVE else refused(404, "itemNotFound")

    def _delta(self, request: Request) -> Answer:
        token = request.params.get("token", "")
        since = int(token or 0)
        if token and since < self.forgotten_before:
            return refused(410, "resyncRequired")
        rows = self.log[since:] if token else list(self.items.values())
        start = int(request.params.get("skip", 0))
        end = int(request.params.get("end", len(self.log)))
        base = f"{self.url}/v1.0/drives/{DRIVE}/{TOP}/delta"
        page: dict[str, Any] = {"value": rows[start : start + self.page_size]}
        if start + self.page_size < len(rows):
            query = f"token={token}&" if token else ""
            page["@odata.nextLink"] = f"{base}?{query}skip={start + self.page_size}&end={end}"
        else:
            page["@odata.deltaLink"] = f"{base}?token={end}"
        return Answer(page)

    def _children(self, request: Request) -> Answer:
        parent = request.found[0]
        rows = [
            each for each in self.items.values() if (each.get("parentReference") or {}).get("id") == parent
        ]
        return self._list(request, rows)

    def _permissions(self, request: Request) -> Answer:
        key = request.found[0]
        if key not in self.items:
            return refused(404, "itemNotFound")
        rows = self.permissions[key]
        return self._list(request, rows) if isinstance(rows, list) else Answer(rows)

    def _labels(self, request: Request) -> Answer:
        said = self.labels.get(request.found[0], [])
        return said if isinstance(said, Answer) else Answer({"labels": said})

    def _item(self, request: Request) -> Answer:
        item = self.items.get(request.found[0])
        if item is None:
            return refused(404, "itemNotFound")
        if "$select" in request.params:
            url = f"{self.url}/download/{item['id']}"
            return Answer({"id": item["id"], "@microsoft.graph.downloadUrl": item.get("download", url)})
        return Answer(item)

    def _user(self, request: Request) -> Answer:
        wanted = request.found[0].casefold()
        for each in self.users.values():
            if wanted in {each["id"], (each.get("userPrincipalName") or "").casefold()}:
                return Answer(each)
        return refused(404, "Request_ResourceNotFound")

    def _of_group(self, request: Request, lists: dict[str, list[dict[str, Any]]]) -> Answer:
        if request.found[0] not in lists:
            return refused(404, "Request_ResourceNotFound")
        return self._list(request, lists[request.found[0]])

    def _check_groups(self, request: Request) -> Answer:
        asked = request.json()["groupIds"]
        if len(asked) > 20:
            return refused(400, "Request_BadRequest")
        inside = [each for each in asked if self._holds(each, request.found[0], set())]
        return Answer({"value": inside})

    def _holds(self, group: str, account: str, seen: set[str]) -> bool:
        if group in seen:
            return False
        seen.add(group)
        ids = [each["id"] for each in self.members.get(group, [])]
        return account in ids or any(self._holds(each, account, seen) for each in ids)

    def _download(self, request: Request) -> Answer:
        if request.token:
            return refused(400, "TokenSentToAnotherHost")
        return Answer(self.contents[request.found[0]], headers={"Content-Type": "application/octet-stream"})

    def _site_groups(self, request: Request) -> Answer:
        return Answer({"value": [{"Id": each} for each in self.site_groups]})

    def _site_members(self, request: Request) -> Answer:
        logins = self.site_groups.get(int(request.found[0]))
        if logins is None:
            return refused(404, "itemNotFound")
        return Answer({"value": [{"LoginName": each} for each in logins]})

    def _list(self, request: Request, rows: list[Any]) -> Answer:
        """A page of rows, whose next page is an address of its own."""
        start = int(request.params.get("$skiptoken", 0))
        page: dict[str, Any] = {"value": rows[start : start + self.page_size]}
        if start + self.page_size < len(rows):
            path = request.path if request.path.startswith("/v1.0") else "/v1.0" + request.path
            page["@odata.nextLink"] = f"{self.url}{path}?$skiptoken={start + self.page_size}"
        return Answer(page)

    def _page(self, rows: list[Any]) -> Answer:
        return Answer({"value": rows})


def _common(key: str, parent: str) -> dict[str, Any]:
    return {
        "parentReference": {"id": parent, "driveId": DRIVE},
        "size": 12,
        "cTag": f"c:{key}:1",
        "eTag": f"e:{key}:1",
        "lastModifiedDateTime": "2026-11-02T10:00:00Z",
        "createdDateTime": "2026-11-01T10:00:00Z",
        "webUrl": f"https://corp.sharepoint.example/{key}",
        "createdBy": {"user": {"email": "ana@corp.example", "displayName": "Ana"}},
    }
