"""The addresses under ``/scim/v2``. Each needs a provider's token, those that only describe too."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from fidedigno.serve.bearer import bearer_of
from fidedigno.serve.scim import described
from fidedigno.serve.scim.attributes import is_storable
from fidedigno.serve.scim.endpoint import LIST_SCHEMA, Endpoint, refusal_of, version_of
from fidedigno.serve.scim.groups import Groups
from fidedigno.serve.scim.query import expected_version, parameters_in, read_query, selected
from fidedigno.serve.scim.refusal import MEDIA_TYPE, ScimRefusal, not_found
from fidedigno.serve.scim.tokens import provider_of
from fidedigno.serve.scim.users import Users
from fidedigno.serve.settings import ScimSettings
from fidedigno.workspace import Fidedigno

PREFIX = "/scim/v2"
_RETRY = {"Retry-After": "5"}
_log = logging.getLogger(__name__)

_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]
_Base = Callable[[Request], str]
_Documents = Callable[[str], list[dict[str, Any]]]
_Make = Callable[[Request, ScimSettings], Endpoint]
_Action = Callable[[Request, ScimSettings, Any], Response]


def router(workspace: Fidedigno, providers: Sequence[ScimSettings], address: str = "") -> APIRouter:
    """The endpoints, for the providers that are declared.

    Args:
        workspace: whose directory is written.
        providers: who may write it.
        address: under which clients reach the server; empty, that of the request.
    """
    routes = APIRouter(prefix=PREFIX)
    serve = partial(_serve, providers)
    base = partial(_base, address)
    for kind in ("Users", "Groups"):
        make = partial(_endpoint, workspace, base, kind)
        one = f"/{kind}/{{identifier}}"
        routes.add_api_route(f"/{kind}/.search", serve(partial(_search, make)), methods=["POST"])
        routes.add_api_route(f"/{kind}", serve(partial(_list, make)), methods=["GET"])
        routes.add_api_route(f"/{kind}", serve(partial(_create, make)), methods=["POST"])
        routes.add_api_route(one, serve(partial(_get, make)), methods=["GET"])
        routes.add_api_route(one, serve(partial(_replace, make)), methods=["PUT"])
        routes.add_api_route(one, serve(partial(_patch, make)), methods=["PATCH"])
        routes.add_api_route(one, serve(partial(_delete, make)), methods=["DELETE"])
    routes.add_api_route("/ServiceProviderConfig", serve(partial(_config, base)), methods=["GET"])
    for name, documents in (("ResourceTypes", described.resource_types), ("Schemas", described.schemas)):
        listed = serve(partial(_documents, documents, base))
        routes.add_api_route(f"/{name}", listed, methods=["GET"])
        routes.add_api_route(
            f"/{name}/{{identifier}}", serve(partial(_document, documents, base)), methods=["GET"]
        )
    known = [each.path.removeprefix(PREFIX) for each in routes.routes if isinstance(each, APIRoute)]
    for path in dict.fromkeys(known):
        routes.add_api_route(path, serve(_not_allowed), methods=_METHODS)
    routes.add_api_route("/{rest:path}", serve(_nothing), methods=_METHODS)
    return routes


def _serve(providers: Sequence[ScimSettings], action: _Action) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that asks for the token first, and answers every refusal in the shape of the standard."""

    async def endpoint(request: Request) -> Response:
        token = bearer_of(request.headers.raw)
        provider = await run_in_threadpool(provider_of, token, providers)
        if provider is None:
            _log.info("a request without the token of a provider was refused")
            refused = ScimRefusal(401, "", "the request is not authorised").as_dict()
            return _json(refused, 401, {"WWW-Authenticate": "Bearer"})
        body = await request.body()
        try:
            return await run_in_threadpool(action, request, provider, body)
        except Exception as error:
            refusal = refusal_of(error)
            if refusal is None:
                raise
            return _json(refusal.as_dict(), refusal.status, _RETRY if refusal.status == 503 else None)

    return endpoint


def _endpoint(
    workspace: Fidedigno, address: _Base, kind: str, request: Request, provider: ScimSettings
) -> Endpoint:
    base = address(request)
    accounts, groups = workspace.provided(provider.name, adopt=provider.adopt)
    return Users(accounts, base, provider.email_domains) if kind == "Users" else Groups(groups, base)


def _list(make: _Make, request: Request, provider: ScimSettings, _body: bytes) -> Response:
    endpoint = make(request, provider)
    return _json(endpoint.list(read_query(request.query_params, endpoint.kind)))


def _search(make: _Make, request: Request, provider: ScimSettings, body: bytes) -> Response:
    """A query in the body: addresses, with the names in them, end in the logs of proxies."""
    endpoint = make(request, provider)
    return _json(endpoint.list(read_query(parameters_in(_parsed(body)), endpoint.kind)))


def _create(make: _Make, request: Request, provider: ScimSettings, body: bytes) -> Response:
    made = make(request, provider).create(_parsed(body))
    return _resource(made, 201)


def _get(make: _Make, request: Request, provider: ScimSettings, _body: bytes) -> Response:
    endpoint = make(request, provider)
    query = read_query(request.query_params, endpoint.kind)
    found = endpoint.get(_identifier(request), query)
    if request.headers.get("if-none-match") == version_of(found):
        return Response(status_code=304, headers={"ETag": version_of(found)})
    return _resource(found)


def _replace(make: _Make, request: Request, provider: ScimSettings, body: bytes) -> Response:
    expected = expected_version(request.headers.get("if-match"))
    endpoint = make(request, provider)
    return _resource(endpoint.replace(_identifier(request), _parsed(body), expected))


def _patch(make: _Make, request: Request, provider: ScimSettings, body: bytes) -> Response:
    """A group is not read whole to answer a change of one member, unless attributes are asked for."""
    expected = expected_version(request.headers.get("if-match"))
    endpoint = make(request, provider)
    query = read_query(request.query_params, endpoint.kind)
    changed = endpoint.patch(_identifier(request), _parsed(body), expected)
    chosen = {"attributes", "excludedAttributes"} & set(request.query_params)
    if endpoint.kind == "User":
        return _resource(selected(changed, query))
    if chosen:
        return _resource(endpoint.get(changed["id"], query))
    return Response(status_code=204, headers={"ETag": version_of(changed)})


def _delete(make: _Make, request: Request, provider: ScimSettings, _body: bytes) -> Response:
    expected = expected_version(request.headers.get("if-match"))
    make(request, provider).delete(_identifier(request), expected)
    return Response(status_code=204)


def _config(address: _Base, request: Request, _provider: ScimSettings, _body: bytes) -> Response:
    return _json(described.service_provider_config(address(request)))


def _documents(
    documents: _Documents, address: _Base, request: Request, _provider: ScimSettings, _body: bytes
) -> Response:
    found = documents(address(request))
    size = {"totalResults": len(found), "startIndex": 1, "itemsPerPage": len(found)}
    return _json({"schemas": [LIST_SCHEMA], **size, "Resources": found})


def _document(
    documents: _Documents, address: _Base, request: Request, _provider: ScimSettings, _body: bytes
) -> Response:
    wanted = _identifier(request).lower()
    found = [each for each in documents(address(request)) if each["id"].lower() == wanted]
    if not found:
        raise not_found()
    return _json(found[0])


def _not_allowed(_request: Request, _provider: ScimSettings, _body: bytes) -> Response:
    raise ScimRefusal(405, "", "this cannot be done here")


def _nothing(_request: Request, _provider: ScimSettings, _body: bytes) -> Response:
    raise not_found()


def _identifier(request: Request) -> str:
    identifier = str(request.path_params["identifier"])
    if not is_storable(identifier):
        raise not_found()
    return identifier


def _base(address: str, request: Request) -> str:
    return (address or str(request.base_url)).rstrip("/") + PREFIX


def _parsed(body: bytes) -> object:
    try:
        return json.loads(body, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError):
        raise ScimRefusal(400, "invalidSyntax", "the body is not JSON") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two readers of a repeated key could take different values of it."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is repeated")
    return found


def _resource(resource: dict[str, Any], status: int = 200) -> Response:
    headers = {"ETag": version_of(resource), "Location": resource["meta"]["location"]}
    return _json(resource, status, headers)


def _json(document: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(json.dumps(document), status, headers, MEDIA_TYPE)
