"""What a connector asks first: who am I, which Moodle is this, which functions may I call."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from fidedigno.testing.moodle.call import Call, Function, Json
from fidedigno.testing.moodle.pictures import user_picture

VERSION = "2023100900"
RELEASE = "4.3 (Build: 20231009)"
_FEATURES: Mapping[str, int] = {
    "usecomments": 1,
    "usetags": 1,
    "enablenotes": 1,
    "messaging": 1,
    "enableblogs": 1,
    "enablecompletion": 1,
    "enablebadges": 1,
    "messagingallusers": 0,
    "enablecustomreports": 1,
    "enableglobalsearch": 0,
    "mnet_dispatcher_mode": 0,
}


def site_functions(others: Mapping[str, Function]) -> Mapping[str, Function]:
    """``others`` and ``core_webservice_get_site_info``, which lists them all."""
    name = "core_webservice_get_site_info"
    names = (name, *sorted(others))
    return {name: Function((), lambda call: _site_info(call, names)), **others}


def _site_info(call: Call, names: tuple[str, ...]) -> Json:
    user = call.caller
    first, _, last = user.fullname.partition(" ")
    constant: dict[str, Any] = {
        "downloadfiles": 1,
        "uploadfiles": 0,
        "release": RELEASE,
        "version": VERSION,
        "mobilecssurl": "",
        "advancedfeatures": [{"name": name, "value": value} for name, value in _FEATURES.items()],
        "usercanmanageownfiles": True,
        "userquota": 104_857_600,
        "usermaxuploadfilesize": 2_097_152,
        "userhomepage": 1,
        # A secret in a real site; here it opens nothing, and is there for clients to drop.
        "userprivateaccesskey": secrets.token_hex(16),
        "siteid": 1,
        "sitecalendartype": "gregorian",
        "usercalendartype": "gregorian",
        "userissiteadmin": False,
        "theme": "boost",
        "limitconcurrentlogins": 0,
    }
    return {
        "sitename": call.site.site,
        "username": user.key,
        "firstname": first,
        "lastname": last,
        "fullname": user.fullname,
        "lang": "en",
        "userid": user.id,
        "siteurl": call.url,
        "userpictureurl": user_picture(call.url, 1),
        "functions": [{"name": name, "version": VERSION} for name in names],
        **constant,
    }
