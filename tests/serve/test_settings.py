"""``serve.yaml`` is read whole or refused, and what it names is compared, never guessed."""

from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.serve.settings import (
    ASYMMETRIC,
    IssuerSettings,
    ScimSettings,
    ServeSettings,
    is_safe_url,
    load_serve_settings,
)

DOCS = Path(__file__).resolve().parents[2] / "docs"

WHOLE = """
scim:
  - name: corp
    token_file: keys/scim.tokens
    email_domains: [Campus.example]
oidc:
  - name: corp
    issuer: https://login.example/tenant/v2.0
    audience: api://fidedigno
    email_domains: [campus.example]
    scim: corp
    scim_claim: oid
    groups_claim: groups
    unlinked: nothing
"""


def load(folder: Path, text: str) -> ServeSettings:
    path = folder / "serve.yaml"
    path.write_text(text, encoding="utf-8")
    return load_serve_settings(path)


def test_everything_that_can_be_said_is_read(tmp_path: Path) -> None:
    settings = load(tmp_path, WHOLE)
    assert settings.scim[0].token_file == tmp_path / "keys" / "scim.tokens"
    assert settings.scim[0].email_domains == {"campus.example"}
    rules = settings.oidc[0].rules
    assert (rules.name, rules.scim, rules.scim_claim, rules.groups_claim) == ("corp", "corp", "oid", "groups")
    assert (rules.email_domains, rules.unlinked_reads_public) == ({"campus.example"}, False)
    assert settings.oidc[0].algorithms == ASYMMETRIC


def test_an_empty_file_believes_nobody(tmp_path: Path) -> None:
    assert load(tmp_path, "") == ServeSettings()


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "scim: 7",
        "unknown: 1",
        "scim: [{name: corp}]",
        "scim: [{name: Corp, token_file: x}]",
        "scim: [{name: 'a:b', token_file: x}]",
        'scim: [{name: "corp\\n", token_file: x}]',
        "scim: [{name: corp, token_file: x}, {name: corp, token_file: y}]",
        "oidc: [{name: corp, issuer: 'http://login.example', audience: x}]",
        "oidc: [{name: corp, issuer: 'https://login.example', audience: ''}]",
        "oidc: [{name: corp, issuer: 'https://login.example'}]",
        "oidc: [{name: corp, issuer: 'https://login.example', audience: x, algorithms: [HS256]}]",
        "oidc: [{name: corp, issuer: 'https://login.example', audience: x, algorithms: [none, RS256]}]",
        "oidc: [{name: corp, issuer: 'https://login.example', audience: x, algorithms: []}]",
        "oidc: [{name: corp, issuer: 'https://login.example', audience: x, unlinked: everything}]",
        "oidc: [{name: corp, issuer: 'https://login.example', audience: x, scim: nowhere}]",
        "oidc: [{name: a, issuer: 'https://l.org', audience: x}, {name: b, issuer: 'https://l.org', audience: y}]",
        "scim: [",
        "\x00",
    ],
)
def test_a_mistake_is_refused_with_the_file_and_what_to_read(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        load(tmp_path, text)
    assert "serve.yaml" in refused.value.message
    assert refused.value.hint == "see docs/identity.md"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError):
        load_serve_settings(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://login.example/tenant", True),
        ("http://127.0.0.1:9400", True),
        ("http://localhost:9400", True),
        ("http://[::1]:9400", True),
        ("http://login.example", False),
        ("http://127.0.0.1.evil.example", False),
        ("http://localhost.evil.example", False),
        ("http://localhost@evil.example", False),
        ("https://user:pass@login.example", False),
        ("https://", False),
        ("https://login.example/?x=1", False),
        ("https://login.example/#x", False),
        ("https://login.example/a b", False),
        ("https://login.example:port", False),
        ("ftp://login.example", False),
        ("file:///etc/passwd", False),
        ("", False),
    ],
)
def test_an_address_is_safe_if_nobody_can_change_what_it_says_on_the_way(url: str, safe: bool) -> None:
    assert is_safe_url(url) is safe


def test_every_key_is_described_and_what_is_shown_is_valid(tmp_path: Path) -> None:
    page = (DOCS / "identity.md").read_text(encoding="utf-8")
    described = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    for key in (*ScimSettings.model_fields, *IssuerSettings.model_fields):
        assert any(f"`{key}`" in each for each in described), key
    for name in ("identity.md", "es/identidad.md"):
        shown = (DOCS / name).read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]
        assert load(tmp_path, shown).oidc[0].scim == "corp"
