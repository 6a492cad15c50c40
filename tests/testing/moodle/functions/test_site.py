"""Who am I, and what may I call."""

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions import FUNCTIONS
from fidedigno.testing.moodle.functions.site import RELEASE, site_functions
from tests.testing.moodle.client import ask


def test_it_names_the_caller_the_release_and_every_function(moodle: MoodleServer) -> None:
    answer = ask(moodle, "wsbot", "core_webservice_get_site_info")
    assert (answer["userid"], answer["firstname"], answer["release"]) == (13, "Sync", RELEASE)
    assert answer["siteurl"] == moodle.url
    assert {each["name"] for each in answer["functions"]} == set(FUNCTIONS)


def test_the_list_holds_itself() -> None:
    assert set(site_functions({})) == {"core_webservice_get_site_info"}
