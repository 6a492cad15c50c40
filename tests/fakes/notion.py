"""A Notion workspace over HTTP, as far as its documentation says: search, parents, blocks, paging."""

from typing import Any
from uuid import UUID

from tests.fakes.vendor import Answer, Request, VendorServer

PAGE = 2
NOT_FOUND = Answer({"object": "error", "status": 404, "code": "object_not_found", "message": "none"}, 404)


def uuid(number: int) -> str:
    return str(UUID(int=number))


def plain(number: int) -> str:
    return UUID(int=number).hex


def workspace() -> dict[str, Any]:
    return {"type": "workspace", "workspace": True}


def below(number: int, kind: str = "page_id") -> dict[str, Any]:
    return {"type": kind, kind: uuid(number)}


def said(text: str, kind: str = "text") -> list[dict[str, Any]]:
    return [{"type": kind, "plain_text": text}]


class Workspace(VendorServer):
    """Content that a test changes as it likes. Things are ``shared`` with the integration or not there."""

    def __init__(self) -> None:
        super().__init__()
        self.things: dict[str, dict[str, Any]] = {}
        self.found: list[Any] = []
        self.inside: dict[str, list[Any]] = {}
        self.route("POST", "/v1/search", self._search)
        self.route("GET", "/v1/(?:pages|databases|data_sources|blocks)/([0-9a-f-]+)", self._thing)
        self.route("GET", "/v1/blocks/([0-9a-f-]+)/children", self._children)

    def add(
        self, number: int, parent: dict[str, Any], *, kind: str = "page", listed: bool = True, **more: Any
    ) -> dict[str, Any]:
        """A page, or something else; ``listed`` by search or only there when asked for."""
        title = {"Name": {"type": "title", "title": said(f"Page {number}")}}
        thing: dict[str, Any] = {"object": kind, "id": uuid(number), "parent": parent, "properties": title}
        thing |= {"archived": False, "in_trash": False, "last_edited_time": "2026-11-30T10:00:00.000Z"}
        thing |= {
            "created_time": "2026-11-01T10:00:00.000Z",
            "url": f"https://notion.example/{plain(number)}",
        }
        thing |= more
        self.things[plain(number)] = thing
        if listed:
            self.found.append(thing)
        return thing

    def block(
        self, inside: int, number: int, kind: str, text: str, *, children: bool = False, **more: Any
    ) -> None:
        block = {"object": "block", "id": uuid(number), "type": kind, "has_children": children}
        block |= {"archived": False, "in_trash": False, kind: {"rich_text": said(text)}, **more}
        self.inside.setdefault(plain(inside), []).append(block)

    def _listed(self, values: list[Any], start: str | None) -> Answer:
        at = int(start or "0")
        more = at + PAGE < len(values)
        body = {"object": "list", "results": values[at : at + PAGE], "has_more": more}
        return Answer(body | {"next_cursor": str(at + PAGE) if more else None})

    def _search(self, request: Request) -> Answer:
        asked = request.json()
        if not request.headers.get("Notion-Version") or asked["page_size"] > 100:
            return Answer({"object": "error", "status": 400, "code": "missing_version"}, 400)
        return self._listed(self.found, asked.get("start_cursor"))

    def _thing(self, request: Request) -> Answer:
        thing = self.things.get(request.found[0].replace("-", ""))
        return Answer(thing) if thing else NOT_FOUND

    def _children(self, request: Request) -> Answer:
        number = request.found[0].replace("-", "")
        if number not in self.things and number not in self.inside:
            return NOT_FOUND
        return self._listed(self.inside.get(number, []), request.params.get("start_cursor"))
