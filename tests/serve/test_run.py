"""The server as the command runs it: quiet about itself and about who asks."""

import socket

import pytest
from fastapi import FastAPI

from fidedigno.errors import UsageError
from fidedigno.serve.run import config_of, run


def test_requests_are_not_logged_and_no_header_says_who_one_is() -> None:
    config = config_of(FastAPI(), "127.0.0.1", 0)
    assert (config.access_log, config.server_header, config.proxy_headers) == (False, False, False)


def test_an_address_that_is_taken_is_an_error_of_the_caller() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        with pytest.raises(UsageError) as refused:
            run(FastAPI(), "127.0.0.1", taken.getsockname()[1])
        assert "--port" in refused.value.hint


def test_a_host_that_does_not_exist_is_an_error_of_the_caller() -> None:
    with pytest.raises(UsageError):
        run(FastAPI(), "nowhere.invalid", 8080)
