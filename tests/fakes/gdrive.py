"""A Google Workspace over HTTP: tokens, the Admin directory and Drive, as Google documents its answers.

It answers only with the fields that are asked for, shows a file only to whom its permissions name, checks
the signature and the scopes, and tells refused from absent as little as Google does.
"""

import base64
import hashlib
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.fakes.vendor import Answer, Request, VendorServer

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
FOLDER = "application/vnd.google-apps.folder"
DOC = "application/vnd.google-apps.document"
SECRET = b"only the service account knows"

Row = dict[str, Any]
ANY_FILE: Row = {
    "id": "plan",
    "name": "plan.txt",
    "mimeType": "text/plain",
    "trashed": False,
    "modifiedTime": "2026-11-01T10:00:00.000Z",
}
Verify = Callable[[bytes, bytes], bool]


async def sign(data: bytes) -> bytes:
    """Signs as the fake expects, where a test is not about RSA."""
    return hashlib.sha256(SECRET + data).digest()


def _verify(data: bytes, signature: bytes) -> bool:
    return signature == hashlib.sha256(SECRET + data).digest()


def error(status: int, reason: str) -> Answer:
    """An error in Google's shape."""
    row = {"domain": "global", "reason": reason, "message": reason}
    return Answer({"error": {"code": status, "message": reason, "errors": [row]}}, status)


class Workspace(VendorServer):
    """The fake. Tests change ``users``, ``groups``, ``files`` … and say with ``touch`` that a feed tells it."""

    def __init__(self, verify: Verify = _verify) -> None:
        super().__init__()
        self.users: dict[str, Row] = {}
        self.deleted: dict[str, Row] = {}
        self.groups: dict[str, Row] = {}
        self.members: dict[str, list[Row]] = {}
        self.drives: dict[str, Row] = {}
        self.files: dict[str, Row] = {}
        self.permissions: dict[str, list[Row]] = {}
        self.contents: dict[str, bytes] = {}
        self.feeds: dict[str, list[Row]] = {}
        self.forgotten: set[str] = set()
        self.incomplete = False
        self.page_size = 1000
        self.lifetime = 3599
        self.tokens: dict[str, tuple[str, set[str]]] = {}
        self.claims: list[Row] = []
        self._verify = verify
        self.route("POST", "/token", self._token)
        admin = "/admin/directory/v1"
        self.route("GET", f"{admin}/users", self._users)
        self.route("GET", f"{admin}/users/([^/]+)", self._user)
        self.route("GET", f"{admin}/groups", self._groups)
        self.route("GET", f"{admin}/groups/([^/]+)/members", self._members)
        self.route("GET", "/drive/v3/files", self._files)
        self.route("GET", "/drive/v3/files/([^/]+)", self._file)
        self.route("GET", "/drive/v3/files/([^/]+)/permissions", self._permissions)
        self.route("GET", "/drive/v3/files/([^/]+)/export", self._export)
        self.route("GET", "/drive/v3/drives/([^/]+)", self._drive)
        self.route("GET", "/drive/v3/changes/startPageToken", self._start)
        self.route("GET", "/drive/v3/changes", self._changes)

    # What a test sets up

    def add_user(self, key: str, address: str, **more: Any) -> None:
        row = {"id": key, "primaryEmail": address, "suspended": False, "archived": False, "isAdmin": False}
        self.users[key] = {**row, **more}
        root = {"id": f"root-{key}", "name": "My Drive", "mimeType": FOLDER, "trashed": False}
        root |= {"modifiedTime": "2026-01-01T00:00:00.000Z", "inheritedPermissionsDisabled": False}
        self.files.setdefault(f"root-{key}", {**root, "owners": [{"emailAddress": address}]})
        self.permissions.setdefault(f"root-{key}", [user(address, "owner")])

    def add_group(self, key: str, address: str, *members: Row, **more: Any) -> None:
        people = sum(each["type"] == "USER" for each in members)
        row = {"id": key, "email": address, "name": key, "directMembersCount": str(people)}
        self.groups[key] = {**row, **more}
        self.members[key] = list(members)

    def add_drive(self, key: str, *permissions: Row, domain: bool = False, members: bool = False) -> None:
        restrictions = {"domainUsersOnly": domain, "driveMembersOnly": members}
        self.drives[key] = {"id": key, "name": "A drive", "restrictions": restrictions}
        self.files[key] = {"id": key, "name": "Drive", "mimeType": FOLDER, "trashed": False, "driveId": key}
        self.permissions[key] = list(permissions)

    def add_file(self, key: str, parent: str | None, *permissions: Row, **more: Any) -> None:
        row = {"id": key, "name": f"{key}.txt", "mimeType": "text/plain", "trashed": False}
        row |= {"modifiedTime": "2026-11-01T10:00:00.000Z", "createdTime": "2026-10-01T10:00:00.000Z"}
        row |= {"webViewLink": f"https://drive.example/{key}", "sha256Checksum": f"sum-{key}", "size": "12"}
        if parent is not None:
            row["parents"] = [parent]
            drive = self.files[parent].get("driveId")
            row |= {"driveId": drive} if drive else {}
        if "driveId" not in row:
            owner = next(each["emailAddress"] for each in permissions if each["role"] == "owner")
            row["owners"] = [{"emailAddress": owner, "displayName": "Somebody"}]
        self.files[key] = {**row, **more}
        self.permissions[key] = list(permissions)
        self.contents[key] = f"the text of {key}".encode()

    def add_folder(self, key: str, parent: str | None, *permissions: Row, **more: Any) -> None:
        limited = {"inheritedPermissionsDisabled": False}
        self.add_file(key, parent, *permissions, **{"name": key, "mimeType": FOLDER, **limited, **more})

    def touch(self, feed: str, key: str, **row: Any) -> None:
        """A row in a feed (an address, or the id of a shared drive): the file as it is then."""
        self.feeds.setdefault(feed, []).append({"changeType": "file", "fileId": key, **row})

    def expire_tokens(self) -> None:
        """No token that was given counts any more."""
        self.tokens.clear()

    # Tokens

    def _token(self, request: Request) -> Answer:
        form = request.form()
        signed, _, signature = form["assertion"].rpartition(".")
        if not self._verify(signed.encode(), _decoded(signature)):
            return Answer({"error": "invalid_grant", "error_description": "Invalid JWT Signature."}, 400)
        claims = json.loads(_decoded(signed.partition(".")[2]))
        self.claims.append(claims)
        living = {each["primaryEmail"].casefold() for each in self.users.values() if not each["suspended"]}
        is_right = form["grant_type"].endswith(":jwt-bearer") and claims["aud"] == f"{self.url}/token"
        if not is_right or claims["sub"] not in living or claims["exp"] - claims["iat"] > 3600:
            return Answer({"error": "invalid_grant", "error_description": f"no {claims['sub']}"}, 400)
        token = f"ya29.sesame{len(self.claims)}"
        self.tokens[token] = claims["sub"], set(claims["scope"].split())
        return Answer({"access_token": token, "expires_in": self.lifetime, "token_type": "Bearer"})

    def _subject(self, request: Request, *scopes: str) -> str | Answer:
        known = self.tokens.get(request.token)
        if known is None:
            return error(401, "authError")
        wanted = {f"https://www.googleapis.com/auth/{each}" for each in scopes}
        return known[0] if known[1] & wanted else error(403, "insufficientPermissions")

    # The directory

    def _admin(self, request: Request, scope: str) -> Answer | None:
        subject = self._subject(request, f"admin.directory.{scope}.readonly")
        if isinstance(subject, Answer):
            return subject
        is_admin = any(e["isAdmin"] for e in self.users.values() if e["primaryEmail"].casefold() == subject)
        return None if is_admin else error(403, "forbidden")

    def _users(self, request: Request) -> Answer:
        rows = self.deleted if request.params.get("showDeleted") == "true" else self.users
        return self._admin(request, "user") or self._page(request, "users", list(rows.values()))

    def _user(self, request: Request) -> Answer:
        key = request.found[0]
        row = next((e for e in self.users.values() if key in {e["id"], e["primaryEmail"].casefold()}), None)
        refused = self._admin(request, "user")
        return refused or (self._one(request, row) if row else error(404, "notFound"))

    def _groups(self, request: Request) -> Answer:
        return self._admin(request, "group") or self._page(request, "groups", list(self.groups.values()))

    def _members(self, request: Request) -> Answer:
        refused = self._admin(request, "group.member")
        key = request.found[0]
        if refused or key not in self.members:
            return refused or error(404, "notFound")
        return self._page(request, "members", self.members[key])

    # Drive

    def may_see(self, subject: str, key: str) -> bool:
        rows = self.permissions.get(key, [])
        return any(self._names(each, subject) for each in rows if not each.get("deleted"))

    def _names(self, row: Row, subject: str) -> bool:
        if row["type"] == "user":
            return bool(row["emailAddress"].casefold() == subject)
        if row["type"] == "group":
            group = next((e["id"] for e in self.groups.values() if e["email"] == row["emailAddress"]), "")
            account = next(e["id"] for e in self.users.values() if e["primaryEmail"].casefold() == subject)
            return any(each.get("id") == account for each in self.members.get(group, []))
        return row["type"] == "anyone" or subject.endswith("@" + row.get("domain", ""))

    def _seen(self, request: Request, *scopes: str) -> tuple[str, Row] | Answer:
        subject = self._subject(request, "drive.readonly", *scopes)
        if isinstance(subject, Answer):
            return subject
        key = request.found[0]
        if key == "root":
            account = next(e["id"] for e in self.users.values() if e["primaryEmail"].casefold() == subject)
            key = f"root-{account}"
        if key not in self.files or not self.may_see(subject, key):
            return error(404, "notFound")
        return subject, self._shown(key, subject)

    def _shown(self, key: str, subject: str) -> Row:
        row = dict(self.files[key])
        if "driveId" not in row:
            row["ownedByMe"] = any(e["emailAddress"].casefold() == subject for e in row["owners"])
        if any(not self.may_see(subject, each) for each in row.get("parents", [])):
            del row["parents"]
        return row

    def _files(self, request: Request) -> Answer:
        subject = self._subject(request, "drive.readonly")
        if isinstance(subject, Answer):
            return subject
        params = request.params
        drive = params.get("driveId")
        parent = re.fullmatch(r"'([\w-]+)' in parents", params["q"])
        rows = []
        for key in self.files:
            if not self.may_see(subject, key) or key in self.drives or key.startswith("root-"):
                continue
            row = self._shown(key, subject)
            if parent and parent[1] not in row.get("parents", []):
                continue
            if row.get("driveId") != drive or (not parent and row["trashed"]):
                continue
            if "'me' in owners" in params["q"] and not row.get("ownedByMe"):
                continue
            rows.append(row)
        return self._page(request, "files", rows, {"incompleteSearch": self.incomplete})

    def _file(self, request: Request) -> Answer:
        seen = self._seen(request, "drive.metadata.readonly")
        if isinstance(seen, Answer):
            return seen
        if request.params.get("alt") == "media":
            is_content = not isinstance(self._subject(request, "drive.readonly"), Answer)
            return Answer(self.contents[seen[1]["id"]]) if is_content else error(403, "forbidden")
        return self._one(request, seen[1])

    def _permissions(self, request: Request) -> Answer:
        seen = self._seen(request)
        if isinstance(seen, Answer):
            return seen
        return self._page(request, "permissions", self.permissions[request.found[0]])

    def _export(self, request: Request) -> Answer:
        seen = self._seen(request)
        if isinstance(seen, Answer):
            return seen
        return Answer(request.params["mimeType"].encode() + b": " + self.contents[request.found[0]])

    def _drive(self, request: Request) -> Answer:
        seen = self._seen(request)
        return seen if isinstance(seen, Answer) else self._one(request, self.drives[request.found[0]])

    def _start(self, request: Request) -> Answer:
        subject = self._subject(request, "drive.readonly")
        if isinstance(subject, Answer):
            return subject
        feed = request.params.get("driveId") or subject
        return Answer({"startPageToken": str(len(self.feeds.get(feed, [])))})

    def _changes(self, request: Request) -> Answer:
        subject = self._subject(request, "drive.readonly")
        if isinstance(subject, Answer):
            return subject
        feed = request.params.get("driveId") or subject
        token = request.params["pageToken"]
        if feed in self.forgotten or not token.isdigit():
            return error(400, "invalid")
        told = self.feeds.get(feed, [])
        rows = [self._told(row, subject) for row in told[int(token) : int(token) + self.page_size]]
        end = int(token) + len(rows)
        more = {"nextPageToken": str(end)} if end < len(told) else {"newStartPageToken": str(end)}
        return Answer(_only({"changes": rows, **more}, request.params["fields"]))

    def _told(self, row: Row, subject: str) -> Row:
        if row["changeType"] == "drive" or "removed" in row:
            return {"removed": False, **row}
        key = row["fileId"]
        if key not in self.files or not self.may_see(subject, key):
            return {**row, "removed": True}
        return {"removed": False, "file": self._shown(key, subject), **row}

    # Pages and fields

    def _page(self, request: Request, key: str, rows: list[Row], more: Row | None = None) -> Answer:
        first = int(request.params.get("pageToken", "0"))
        last = first + min(self.page_size, int(request.params.get("pageSize", "1000")))
        page: Row = {"kind": "a#list", key: rows[first:last], **(more or {})}
        if last < len(rows):
            page["nextPageToken"] = str(last)
        return Answer(_only(page, request.params["fields"]))

    def _one(self, request: Request, row: Row) -> Answer:
        return Answer(_only(row, request.params["fields"]))


def user(address: str, role: str = "reader", *, inherited: bool = False, **more: Any) -> Row:
    """A permission of an account."""
    return _permission("user", role, inherited, {"emailAddress": address, "deleted": False, **more})


def group(address: str, role: str = "reader", *, inherited: bool = False, **more: Any) -> Row:
    """A permission of a group."""
    return _permission("group", role, inherited, {"emailAddress": address, "deleted": False, **more})


def anyone(*, found: bool, **more: Any) -> Row:
    """A link for the world, found by search or not."""
    return _permission("anyone", "reader", False, {"allowFileDiscovery": found, **more})


def domain(name: str, *, found: bool, **more: Any) -> Row:
    """A link for a domain, found by search or not."""
    return _permission("domain", "reader", False, {"domain": name, "allowFileDiscovery": found, **more})


def member(key: str, kind: str = "USER", **more: Any) -> Row:
    """A member of a group."""
    return {"id": key, "type": kind, "role": "MEMBER", "status": "ACTIVE", **more}


def _permission(kind: str, role: str, inherited: bool, more: Row) -> Row:
    name = more.get("emailAddress") or more.get("domain") or "anyoneWithLink"
    row = {"id": hashlib.sha256(name.encode()).hexdigest()[:20], "type": kind, "role": role}
    details = [{"permissionType": "file", "role": role, "inherited": inherited}]
    return {**row, "permissionDetails": details, **more}


def soon(days: float) -> str:
    """A moment some days from the fake's present, as Google writes it."""
    return (NOW + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _only(value: Any, fields: str) -> Any:
    """What of an answer a field mask lets through."""
    if isinstance(value, list):
        return [_only(each, fields) for each in value]
    if not isinstance(value, dict):
        return value
    kept: Row = {}
    for name, inner in parse_mask(fields).items():
        if name in value:
            kept[name] = _only(value[name], inner) if inner else value[name]
    return kept


def parse_mask(fields: str) -> dict[str, str]:
    """``a,b(c,d)`` as ``{"a": "", "b": "c,d"}``."""
    found: dict[str, str] = {}
    depth = start = 0
    for at, letter in enumerate(fields + ","):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            name, _, inner = fields[start:at].partition("(")
            found[name] = inner.removesuffix(")")
            start = at + 1
    return found
