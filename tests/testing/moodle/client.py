"""A few lines of client for the tests: one request, one reply, no interpretation."""

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from fidedigno.testing.moodle import MoodleServer

REST = "/webservice/rest/server.php"


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        """Parsed JSON, or the text where it is not JSON."""
        try:
            return json.loads(self.raw)
        except ValueError:
            return self.raw.decode()


def request(
    url: str, path: str, fields: Mapping[str, Any], *, method: str = "POST", timeout: float = 20
) -> Reply:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=timeout)
    data = urlencode(fields)
    try:
        if method == "GET":
            connection.request("GET", f"{path}?{data}")
        else:
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            connection.request("POST", path, body=data, headers=headers)
        response = connection.getresponse()
        return Reply(response.status, dict(response.getheaders()), response.read())
    finally:
        connection.close()


def ask(moodle: MoodleServer, user: str, function: str, fields: Mapping[str, Any] | None = None) -> Any:
    """What ``user`` gets from ``function``."""
    token = {"wstoken": moodle.token(user), "wsfunction": function, "moodlewsrestformat": "json"}
    return request(moodle.url, REST, token | dict(fields or {})).body


def code(answer: Any) -> str | None:
    """The error code of an answer, if it is a refusal."""
    return answer.get("errorcode") if isinstance(answer, dict) else None


def essay_of(moodle: MoodleServer, user: str) -> Any:
    """The first assignment as ``user`` sees it."""
    answer = ask(moodle, user, "mod_assign_get_assignments", {"courseids[0]": 2})
    return next(each for each in answer["courses"][0]["assignments"] if each["id"] == 1)
