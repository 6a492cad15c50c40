"""``webservice/pluginfile.php``: the bytes of a page or file. A refusal is HTTP 200 too; only a missing file is 404."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.dispatch import require_user
from fidedigno.testing.moodle.exceptions import (
    file_not_found,
    maintenance,
    missing_record,
    not_accessible,
    script_parameter_missing,
)
from fidedigno.testing.moodle.live import LiveSite
from fidedigno.testing.moodle.scenario import File, Module, Page

SCRIPT = "pluginfile.php"
PREFIX = f"/webservice/{SCRIPT}/"


@dataclass(frozen=True, slots=True)
class Download:
    """Bytes with their type and the name to save them under."""

    content: bytes
    mimetype: str
    filename: str
    inline: bool


def download(live: LiveSite, path: str, fields: Mapping[str, str]) -> Download:
    """The file at ``path`` (what follows ``PREFIX``) for the owner of the token in ``fields``.

    Raises:
        MoodleError: ``missingparam``, ``invalidtoken``, ``invalidrecord`` (the module is gone),
            ``requireloginerror`` (it is closed to this person) or ``filenotfound``.
    """
    fault = live.fault_for(SCRIPT)
    if fault is not None and fault.mode == "maintenance":
        raise maintenance()
    if "token" not in fields:
        raise script_parameter_missing("token")
    user = require_user(live, fields["token"])
    site = live.scenario
    context, _, rest = path.partition("/")
    module = next((each for each in site.modules.values() if str(each.context) == context), None)
    if module is None:
        raise missing_record("context")
    if not access.can_see(site, user, module):
        raise not_accessible()
    return _stored(module, unquote(rest))


def _stored(module: Module, rest: str) -> Download:
    body = module.body
    if isinstance(body, Page) and rest == "mod_page/content/index.html":
        html = f'<div class="no-overflow"><div class="text_to_html">{body.content}</div></div>'
        return Download(html.encode(), "text/html;charset=UTF-8", "index.html", inline=False)
    if isinstance(body, File) and rest == f"mod_resource/content/0/{body.filename}":
        charset = "; charset=utf-8" if body.mimetype.startswith("text/") else ""
        return Download(body.content, body.mimetype + charset, body.filename, inline=True)
    raise file_not_found()
