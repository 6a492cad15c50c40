"""A customer system on loopback that a ``connection.yaml`` declares, with Ann and Bob in two teams."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.fakes.declared import HUB, CustomerSystem

CORPUS = {
    "owner": "ann",
    "audience": "department",
    "sensitivity": "internal",
    "revocation_lag": "1h",
    "freshness": "365d",
    "ai_allowed": "true",
}
NAME = "declared-hub"


def people_of(system: CustomerSystem) -> CustomerSystem:
    """Ann (11) and Bob (12), alone in their teams, and a note for each team."""
    system.owners[:] = [
        {"id": "11", "email": "ann@acme.example", "archived": False, "userId": 1},
        {"id": "12", "email": "bob@acme.example", "archived": False, "userId": 2},
    ]
    system.teams[:] = [
        {"id": "7", "userIds": [1], "secondaryUserIds": []},
        {"id": "8", "userIds": [2], "secondaryUserIds": []},
    ]
    system.note("1", title="Oven", body="<p>The oven is switched off at nine.</p>", teams=["7"])
    system.note("2", title="Boat", body="<p>The boat leaves from pier four.</p>", teams=["8"])
    return system


def write_connection(folder: Path, url: str, **keys: Any) -> Path:
    """Write a ``connection.yaml`` with its declaration and its secret beside it; ``None`` leaves a key out."""
    (folder / "hub.yaml").write_text(HUB.format(base=url), encoding="utf-8")
    secret = folder / "hub.secret"
    secret.write_text("sesame\n", encoding="utf-8")
    secret.chmod(0o600)
    said: dict[str, Any] = {
        "kind": "declared",
        "options": {
            "declaration_file": "hub.yaml",
            "secret_file": "hub.secret",
            "limits": {"attempts": 1, "total": 20},
        },
        "corpus": CORPUS,
        "rights_every": "10m",
        **keys,
    }
    path = folder / "connection.yaml"
    said = {key: value for key, value in said.items() if value is not None}
    path.write_text(yaml.safe_dump(said, sort_keys=False), encoding="utf-8")
    return path


@cache
def google_key_file() -> str:
    """A key file of a service account, in the form that Google gives, with a key of our own."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain).decode()
    said = {"type": "service_account", "client_email": "bot@project.example", "private_key_id": "k"}
    return json.dumps({**said, "private_key": pem})
