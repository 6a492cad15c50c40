"""Running the application: in one process, with nothing of requests in the log."""

from __future__ import annotations

import socket

import uvicorn
from fastapi import FastAPI

from fidedigno.errors import UsageError


def config_of(app: FastAPI, host: str, port: int) -> uvicorn.Config:
    """How it is run: addresses hold names (``filter=userName eq "ana"``), so requests are not logged; no
    header of a proxy is believed; nothing says which server it is."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=15,
    )


def run(app: FastAPI, host: str, port: int) -> None:
    """Serve until somebody ends it.

    Raises:
        UsageError: if the address cannot be listened on.
    """
    server = uvicorn.Server(config_of(app, host, port))
    try:
        listening = _listen(host, port)
    except OSError as error:
        raise UsageError(
            f"{host} port {port} cannot be listened on: {error.strerror}", "choose another --port"
        ) from None
    with listening:
        server.run([listening])


def _listen(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError:
        listening.close()
        raise
    return listening
