"""Two customer systems that declarations describe: one pages by cursor, the other by the next address."""

from typing import Any

from tests.fakes.vendor import Answer, Request, VendorServer

HUB = """
name: hub
base: {base}
auth: {{kind: bearer}}
documents:
  list: /crm/v3/objects/notes
  query: {{properties: "title,body,owner,teams,visibility", archived: "true"}}
  items: results
  paging: {{kind: cursor, mark: paging.next.after, to: after}}
  fields:
    id: id
    title: properties.title
    body: properties.body
    updated: updatedAt
    deleted: archived
  body_format: html
access:
  any_of:
    - account: properties.owner
    - team: properties.teams
    - field: properties.visibility
      values: {{company: everyone, board: "group:board", website: public}}
  otherwise: nobody
people:
  list: /crm/v3/owners
  items: results
  paging: {{kind: cursor, mark: paging.next.after, to: after}}
  fields: {{id: id, email: email, inactive: archived, alias: userId}}
  domains: [acme.example]
teams:
  list: /settings/v3/users/teams
  items: results
  paging: {{kind: whole}}
  fields: {{id: id, members: [userIds, secondaryUserIds]}}
  members_are: alias
check:
  method: POST
  address: /access/check
  person: ownerId
  document: noteId
  allowed: access.read
"""

FORCE = """
name: force
base: {base}
documents:
  list: /services/data/v62.0/query
  query: {{q: "SELECT Id, Title, Body, OwnerId, Territory__c, Confidential__c FROM Note__c"}}
  items: records
  paging: {{kind: next_link, link: nextRecordsUrl}}
  fields: {{id: Id, title: Title, body: Body, updated: LastModifiedDate, deleted: IsDeleted}}
access:
  all_of:
    - any_of:
        - account: OwnerId
        - team: /Territory__c
    - any_of:
        - field: Confidential__c
          values: {{"false": everyone}}
        - account: OwnerId
  otherwise: nobody
people:
  list: /services/data/v62.0/users
  items: records
  paging: {{kind: next_link, link: nextRecordsUrl}}
  fields: {{id: Id, email: Email, active: IsActive, display: Name}}
teams:
  list: /services/data/v62.0/members
  items: records
  paging: {{kind: offset, to: offset}}
  fields: {{id: GroupId, members: [UserOrGroupId], teams: [UserOrGroupId]}}
check:
  method: GET
  address: /access
  person: user
  document: record
  allowed: HasReadAccess
"""

PAGE = 2


class CustomerSystem(VendorServer):
    """Content that a test changes as it likes; ``allowed`` holds pairs of account and document."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[Any] = []
        self.owners: list[Any] = []
        self.teams: list[Any] = []
        self.records: list[Any] = []
        self.users: list[Any] = []
        self.members: list[Any] = []
        self.allowed: set[tuple[str, str]] = set()
        data = "/services/data/v62.0"
        self.route("GET", "/crm/v3/objects/notes", lambda r: self._by_cursor(r, self.notes))
        self.route("GET", "/crm/v3/owners", lambda r: self._by_cursor(r, self.owners))
        self.route("GET", "/settings/v3/users/teams", lambda r: Answer({"results": self.teams}))
        self.route("GET", f"{data}/query(?:/(\\d+))?", lambda r: self._by_link(r, "query", self.records))
        self.route("GET", f"{data}/users(?:/(\\d+))?", lambda r: self._by_link(r, "users", self.users))
        self.route("GET", f"{data}/members", self._by_offset)
        self.route("POST", "/access/check", self._check_by_body)
        self.route("GET", "/access", self._check_by_query)

    def note(self, number: str, **properties: Any) -> dict[str, Any]:
        usual: dict[str, Any] = {
            "title": f"Note {number}",
            "body": "<p>Said.</p>",
            "owner": None,
            "teams": [],
            "visibility": None,
        }
        note = {"id": number, "updatedAt": "2026-11-30T10:00:00Z", "archived": False}
        self.notes.append(note | {"properties": usual | properties})
        return self.notes[-1]  # type: ignore[no-any-return]

    def record(self, number: str, **more: Any) -> dict[str, Any]:
        usual = {"Title": f"Note {number}", "Body": "Said.", "OwnerId": "005A", "Territory__c": None}
        state = {
            "Confidential__c": False,
            "IsDeleted": False,
            "LastModifiedDate": "2026-11-30T10:00:00.000+0000",
        }
        self.records.append({"Id": number} | usual | state | more)
        return self.records[-1]  # type: ignore[no-any-return]

    def _by_cursor(self, request: Request, values: list[Any]) -> Answer:
        start = int(request.params.get("after", "0"))
        body: dict[str, Any] = {"results": values[start : start + PAGE]}
        if start + PAGE < len(values):
            body["paging"] = {"next": {"after": str(start + PAGE), "link": "https://other.example/x"}}
        return Answer(body)

    def _by_link(self, request: Request, name: str, values: list[Any]) -> Answer:
        start = int(request.found[0] or "0")
        more = start + PAGE < len(values)
        link = {"nextRecordsUrl": f"/services/data/v62.0/{name}/{start + PAGE}"} if more else {}
        return Answer({"done": not more, "records": values[start : start + PAGE], **link})

    def _by_offset(self, request: Request) -> Answer:
        start = int(request.params["offset"])
        return Answer({"records": self.members[start : start + PAGE]})

    def _check_by_body(self, request: Request) -> Answer:
        asked = request.json()
        return Answer({"access": {"read": (asked["ownerId"], asked["noteId"]) in self.allowed}})

    def _check_by_query(self, request: Request) -> Answer:
        asked = request.params
        return Answer({"HasReadAccess": (asked["user"], asked["record"]) in self.allowed})
