"""What a client may read of the service itself: its features, its resource types and their schemas."""

from __future__ import annotations

from typing import Any

from fidedigno.serve.scim.attributes import CORE
from fidedigno.serve.scim.query import MAX_PAGE

_SCHEMA = CORE + "Schema"
Document = dict[str, Any]


def service_provider_config(base: str) -> Document:
    """``/ServiceProviderConfig``."""
    off = {"supported": False}
    return {
        "schemas": [CORE + "ServiceProviderConfig"],
        "patch": {"supported": True},
        "bulk": {**off, "maxOperations": 0, "maxPayloadSize": 0},
        "filter": {"supported": True, "maxResults": MAX_PAGE},
        "changePassword": off,
        "sort": off,
        "etag": {"supported": True},
        "authenticationSchemes": [
            {
                "type": "oauthbearertoken",
                "name": "Bearer token",
                "description": "A token that the keeper of the workspace gives to the provider (RFC 6750)",
                "primary": True,
            }
        ],
        "meta": {"resourceType": "ServiceProviderConfig", "location": f"{base}/ServiceProviderConfig"},
    }


def resource_types(base: str) -> list[Document]:
    """``/ResourceTypes``."""
    return [
        {
            "schemas": [CORE + "ResourceType"],
            "id": kind,
            "name": kind,
            "endpoint": f"/{kind}s",
            "schema": CORE + kind,
            "meta": {"resourceType": "ResourceType", "location": f"{base}/ResourceTypes/{kind}"},
        }
        for kind in ("User", "Group")
    ]


def schemas(base: str) -> list[Document]:
    """``/Schemas``: the attributes that are kept, and no others."""
    user = [
        _attribute("userName", required=True, uniqueness="server"),
        _attribute("displayName"),
        _attribute(
            "name", "complex", parts=[_attribute(n) for n in ("formatted", "givenName", "familyName")]
        ),
        _attribute("active", "boolean"),
        _attribute(
            "emails",
            "complex",
            many=True,
            parts=[_attribute("value", required=True), _attribute("type"), _attribute("primary", "boolean")],
        ),
    ]
    group = [
        _attribute("displayName", required=True, uniqueness="server"),
        _attribute(
            "members",
            "complex",
            many=True,
            parts=[
                _attribute("value", required=True, exact=True, mutability="immutable"),
                _attribute("type", mutability="immutable") | {"canonicalValues": ["User", "Group"]},
                _attribute("$ref", "reference", mutability="immutable")
                | {"referenceTypes": ["User", "Group"]},
            ],
        ),
    ]
    return [
        {
            "schemas": [_SCHEMA],
            "id": CORE + kind,
            "name": kind,
            "description": description,
            "attributes": attributes,
            "meta": {"resourceType": "Schema", "location": f"{base}/Schemas/{CORE}{kind}"},
        }
        for kind, description, attributes in (
            ("User", "An account of the directory", user),
            ("Group", "A group of accounts and groups", group),
        )
    ]


def _attribute(
    name: str,
    kind: str = "string",
    *,
    many: bool = False,
    required: bool = False,
    exact: bool = False,
    mutability: str = "readWrite",
    uniqueness: str = "none",
    parts: list[Document] | None = None,
) -> Document:
    described: Document = {
        "name": name,
        "type": kind,
        "multiValued": many,
        "description": name,
        "required": required,
        "mutability": mutability,
        "returned": "default",
    }
    if kind == "string":
        described |= {"caseExact": exact, "uniqueness": uniqueness}
    return described if parts is None else described | {"subAttributes": parts}
