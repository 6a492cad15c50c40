"""Which addresses a token may be sent to, and that it does not show itself."""

import pytest
from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.sources.moodle.site import Limits, MoodleSite

SITE = MoodleSite("https://campus.example/moodle/", SecretStr("s3cret"), name="campus")


def test_a_site_does_not_show_its_token() -> None:
    assert "s3cret" not in repr(SITE)
    assert SITE.url == "https://campus.example/moodle"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "campus.example",
        "ftp://campus.example",
        "https://",
        "https://user:pw@campus.example",
        "http://[::1",
        "https://campus.example?token=1",
        "https://campus.example/#x",
        "http://campus.example",
        "https://a:b",
    ],
)
def test_an_address_that_cannot_be_used_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        MoodleSite(url)
    assert raised.value.hint


def test_clear_text_is_for_this_machine_only() -> None:
    assert MoodleSite("http://127.0.0.1:8000").url == "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("url", "own"),
    [
        ("https://campus.example/moodle/webservice/pluginfile.php/1/a.txt", True),
        ("https://campus.example/other/webservice/pluginfile.php/1/a.txt", False),
        ("https://campus.example/moodle-evil/a", False),
        ("https://campus.example.evil.example/moodle/a", False),
        ("https://campus.example:444/moodle/a", False),
        ("http://campus.example/moodle/a", False),
        ("https://campus.example@evil.example/moodle/a", False),
        ("https://evil@campus.example/moodle/a", False),
        ("//campus.example/moodle/a", False),
        ("https://[campus.example/moodle/a", False),
    ],
)
def test_only_addresses_below_the_root_are_the_sites_own(url: str, own: bool) -> None:
    assert SITE.is_own(url) is own


def test_groups_are_named_after_the_site() -> None:
    assert SITE.course_group(2) == "moodle:campus:course:2"
    assert SITE.staff_group(2) == "moodle:campus:course:2:staff"
    assert SITE.group(1) == "moodle:campus:group:1"


@pytest.mark.parametrize("wrong", [{"name": "Campus:x"}, {"name": ""}, {"timezone": "Mars/Base"}])
def test_a_value_that_cannot_be_used_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ConfigurationError):
        MoodleSite("https://campus.example", **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"total": 0}, {"attempts": 0}, {"cache": -1}, {"response_bytes": 0}])
def test_limits_are_positive(wrong: dict[str, int]) -> None:
    with pytest.raises(ConfigurationError):
        Limits(**wrong)  # type: ignore[arg-type]
