"""Parts of a declaration are told with their lines, and addresses that a system may call are safe ones."""

from pathlib import Path

import pytest

from fidedigno.connected.part import Part
from fidedigno.errors import ConfigurationError

SECRET = {"webhook_secret_file": "hook"}


def part(**said: object) -> Part:
    return Part(said, {(key,): number for number, key in enumerate(said, 1)}, "c.yaml")


def test_a_fault_is_told_with_the_line_of_its_key_or_of_what_is_below_it() -> None:
    written = Part({}, {("a",): 3, ("a", "b"): 4}, "c.yaml")
    assert written.wrong("a", "no", "h", "b").message == "c.yaml, line 4: no"
    assert written.wrong("a", "no", "h", "c").message == "c.yaml, line 3: no"
    assert written.wrong("z", "no", "h").message == "c.yaml: no"


def test_what_is_not_said_is_nothing() -> None:
    empty = part()
    assert (empty.period("x"), empty.path("x", Path()), empty.address("x"), empty.names("x", None)) == (
        None, None, "", (),
    )  # fmt: skip


def test_an_address_needs_a_secret_and_is_not_in_clear_text() -> None:
    address = "https://fidedigno.corp.example/webhooks/graph-corp"
    assert part(webhook_url=address, **SECRET).address("webhook_url") == address
    with pytest.raises(ConfigurationError, match="there is no webhook_secret_file"):
        part(webhook_url=address).address("webhook_url")
    for wrong in (
        "http://a.example",
        "a.example",
        "",
        None,
        [],
        "https://",
        "https://u:p@a.example",
        "https://[",
        "x" * 9000,
    ):
        with pytest.raises(ConfigurationError, match="https://"):
            part(webhook_url=wrong, **SECRET).address("webhook_url")
