"""A Jira Cloud site over HTTP, as far as its documentation says: answers, paging, refusals and traps."""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.fakes.vendor import Answer, Request, VendorServer

API = "/rest/api/3"
PAGE = 2


def holder(kind: str, value: str | None = None, parameter: str | None = None) -> dict[str, Any]:
    said = {"type": kind, "value": value, "parameter": parameter}
    return {key: each for key, each in said.items() if each is not None}


def paragraph(text: str) -> dict[str, Any]:
    content = [{"type": "paragraph", "content": [{"type": "text", "text": text}]}]
    return {"type": "doc", "version": 1, "content": content}


@dataclass
class Issue:
    id: str
    key: str
    project: str
    fields: dict[str, Any]
    comments: list[Any] = field(default_factory=list)
    text: str = "What happened."


@dataclass
class JiraSite(VendorServer):
    """Content that a test changes as it likes; ``allowed`` is what the live check says."""

    now: datetime = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    projects: list[dict[str, Any]] = field(default_factory=list)
    browse: dict[str, list[Any]] = field(default_factory=dict)
    levels: list[dict[str, Any]] = field(default_factory=list)
    level_members: list[dict[str, Any]] = field(default_factory=list)
    level_projects: list[dict[str, Any]] = field(default_factory=list)
    issues: dict[str, Issue] = field(default_factory=dict)
    accounts: list[dict[str, Any]] = field(default_factory=list)
    groups: dict[str, list[str]] = field(default_factory=dict)
    roles: dict[tuple[str, str], list[Any]] = field(default_factory=dict)
    applications: list[dict[str, Any]] = field(default_factory=list)
    allowed: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()
        pages = self._page
        self.route("GET", f"{API}/project/search", lambda r: pages(r, self.projects))
        self.route("GET", f"{API}/project/(\\d+)/permissionscheme", self._scheme)
        root = f"{API}/issuesecurityschemes"
        self.route("GET", f"{root}/level", lambda r: pages(r, self.levels))
        self.route("GET", f"{root}/level/member", lambda r: pages(r, self.level_members))
        self.route("GET", f"{root}/project", lambda r: pages(r, self.level_projects))
        self.route("POST", f"{API}/search/jql", self._search)
        self.route("GET", f"{API}/issue/(\\d+)", self._issue)
        self.route("GET", f"{API}/issue/(\\d+)/comment", self._comments)
        self.route("GET", f"{API}/users/search", self._users)
        self.route("GET", f"{API}/user", self._user)
        self.route(
            "GET", f"{API}/group/bulk", lambda r: pages(r, [{"groupId": each} for each in self.groups])
        )
        self.route("GET", f"{API}/group/member", self._members)
        self.route("GET", f"{API}/project/(\\d+)/role/(\\d+)", self._role)
        self.route("GET", f"{API}/applicationrole", lambda r: Answer(self.applications))
        self.route("POST", f"{API}/permissions/check", self._check)

    def add_project(
        self, number: str, key: str, *browse: Any, style: str = "classic", lead: str = ""
    ) -> None:
        project = {"id": number, "key": key, "name": f"Project {key}", "style": style}
        self.projects.append(project | ({"lead": {"accountId": lead}} if lead else {}))
        self.browse[number] = list(browse)

    def add_level(
        self, number: str, *members: Any, scheme: str = "1", projects: tuple[str, ...] = ()
    ) -> None:
        self.levels.append({"id": number, "issueSecuritySchemeId": scheme})
        for member in members:
            self.level_members.append({"issueSecurityLevelId": number, "holder": member})
        for project in projects:
            self.level_projects.append({"projectId": project, "issueSecuritySchemeId": scheme})

    def add_issue(self, number: str, project: str, *, age: float = 600, **fields: Any) -> Issue:
        """An issue that was updated ``age`` minutes ago."""
        key = next(each["key"] for each in self.projects if each["id"] == project)
        updated = (self.now - timedelta(minutes=age)).strftime("%Y-%m-%dT%H:%M:%S.000+0000")
        usual = {"summary": f"Issue {number}", "updated": updated, "created": updated, "security": None}
        self.issues[number] = Issue(number, f"{key}-{number}", project, usual | fields)
        return self.issues[number]

    def add_account(
        self, account: str, email: str | None, *, active: bool = True, kind: str = "atlassian"
    ) -> None:
        said = {"accountId": account, "accountType": kind, "active": active, "displayName": account.upper()}
        self.accounts.append(said | ({} if email is None else {"emailAddress": email}))

    def add_application(self, key: str, *groups: str) -> None:
        self.applications.append({"key": key, "groupDetails": [{"groupId": each} for each in groups]})

    def _page(self, request: Request, values: list[Any]) -> Answer:
        start = int(request.params["startAt"])
        found = values[start : start + PAGE]
        body = {"startAt": start, "maxResults": PAGE, "total": len(values), "values": found}
        return Answer(body | {"isLast": start + PAGE >= len(values)})

    def _scheme(self, request: Request) -> Answer:
        grants = self.browse.get(request.found[0])
        if grants is None or request.params.get("expand") != "permissions":
            return Answer({"errorMessages": ["none"]}, 404)
        lines = [{"id": 1, "permission": "BROWSE_PROJECTS", "holder": each} for each in grants]
        other = {"id": 2, "permission": "CREATE_ISSUES", "holder": {"type": "anyone"}}
        return Answer({"id": 10, "name": "scheme", "permissions": [*lines, other]})

    def _search(self, request: Request) -> Answer:
        asked = request.json()
        match = re.fullmatch(r"project = (\d+)(?: AND updated >= -(\d+)m)? ORDER BY key ASC", asked["jql"])
        if match is None:
            return Answer({"errorMessages": ["The query is not valid."]}, 400)
        since = self.now - timedelta(minutes=int(match[2])) if match[2] else None
        found = [each for each in self.issues.values() if each.project == match[1]]
        found = [e for e in found if since is None or datetime.fromisoformat(e.fields["updated"]) >= since]
        start = int(asked.get("nextPageToken", "t0")[1:])
        issues = [
            {"id": e.id, "key": e.key, "fields": {k: v for k, v in e.fields.items() if k in asked["fields"]}}
            for e in found[start : start + PAGE]
        ]
        if start + PAGE < len(found):
            return Answer({"issues": issues, "isLast": False, "nextPageToken": f"t{start + PAGE}"})
        return Answer({"issues": issues, "isLast": True})

    def _issue(self, request: Request) -> Answer:
        issue = self.issues.get(request.found[0])
        if issue is None:
            return Answer(
                {"errorMessages": ["Issue does not exist or you do not have permission to see it."]}, 404
            )
        fields = {"summary": issue.fields["summary"], "description": paragraph(issue.text)}
        return Answer({"id": issue.id, "key": issue.key, "fields": fields})

    def _comments(self, request: Request) -> Answer:
        comments = self.issues[request.found[0]].comments
        start = int(request.params["startAt"])
        found = comments[start : start + PAGE]
        return Answer({"startAt": start, "maxResults": PAGE, "total": len(comments), "comments": found})

    def _users(self, request: Request) -> Answer:
        start = int(request.params["startAt"])
        return Answer(self.accounts[start : start + PAGE])

    def _user(self, request: Request) -> Answer:
        found = [each for each in self.accounts if each["accountId"] == request.params["accountId"]]
        return Answer(found[0]) if found else Answer({"errorMessages": ["none"]}, 404)

    def _members(self, request: Request) -> Answer:
        members = self.groups.get(request.params["groupId"])
        if members is None:
            return Answer({"errorMessages": ["none"]}, 404)
        return self._page(request, [{"accountId": each, "active": True} for each in members])

    def _role(self, request: Request) -> Answer:
        actors = self.roles.get((request.found[0], request.found[1]))
        return Answer({"errorMessages": ["none"]}, 404) if actors is None else Answer({"actors": actors})

    def _check(self, request: Request) -> Answer:
        asked = request.json()
        assert set(asked) <= {"accountId", "globalPermissions", "projectPermissions"}
        line = asked["projectPermissions"][0]
        found = [each for each in line["issues"] if each in self.allowed.get(asked["accountId"], [])]
        said = [{"permission": "BROWSE_PROJECTS", "issues": found, "projects": []}]
        return Answer({"projectPermissions": said, "globalPermissions": []})
