"""How the file of a page or resource is listed, and at which address it is served."""

from __future__ import annotations

from fidedigno.testing.moodle.call import Json
from fidedigno.testing.moodle.scenario import File, Module, Page


def file_entry(url: str, module: Module, *, with_author: bool) -> Json:
    """How a page or file is listed, with the address that ``pluginfile.php`` serves it at."""
    body = module.body
    base = f"{url}/webservice/pluginfile.php/{module.context}/mod_{module.kind}/content"
    if isinstance(body, Page):
        row: Json = {
            "type": "file",
            "filename": "index.html",
            "filepath": "/",
            "filesize": 0,
            "fileurl": f"{base}/index.html?forcedownload=1",
            "timecreated": None,
            "timemodified": module.changed,
            "sortorder": 1,
        }
    elif isinstance(body, File):
        row = {
            "type": "file",
            "filename": body.filename,
            "filepath": "/",
            "filesize": len(body.content),
            "fileurl": f"{base}/0/{body.filename}?forcedownload=1",
            "timecreated": module.changed,
            "timemodified": module.changed,
            "sortorder": 1,
            "mimetype": body.mimetype,
            "isexternalfile": False,
        }
    else:
        raise TypeError("an assignment has no file of its own")
    return row | dict.fromkeys(("userid", "author", "license")) if with_author else row


def file_totals(module: Module) -> Json:
    """The sums that go with the listing."""
    body = module.body
    return {
        "filescount": 1,
        "filessize": len(body.content) if isinstance(body, File) else 0,
        "lastmodified": module.changed,
        "mimetypes": [body.mimetype] if isinstance(body, File) else [],
        "repositorytype": "",
    }
