"""Every ``connection.yaml`` that the documentation shows is valid, and every kind has one on its page."""

import re
from pathlib import Path

import pytest
import yaml

from fidedigno.connected import KINDS, parse_connection
from fidedigno.connected.declaration import KEYS
from tests.fakes.declared import HUB

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [
    *(
        DOCS / "connectors" / f"{name}.md"
        for name in dict.fromkeys(("index", *(each.page for each in KINDS.values())))
    ),
    DOCS / "es" / "conectores.md",
]


def shown(page: Path) -> list[str]:
    blocks = re.findall(r"^```yaml\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [block for block in blocks if "kind" in yaml.safe_load(block)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_declaration_that_is_shown_is_valid(page: Path, tmp_path: Path) -> None:
    (tmp_path / "hub.yaml").write_text(HUB.format(base="https://api.hub.example"), encoding="utf-8")
    examples = [parse_connection(each, where=page.name, folder=tmp_path) for each in shown(page)]
    assert examples
    kinds = {name for name, kind in KINDS.items() if kind.page == page.stem}
    assert kinds <= {each.given.kind for each in examples}


@pytest.mark.parametrize("page", ["connectors/index.md", "es/conectores.md"])
def test_every_key_and_every_kind_is_described(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert not [key for key in KEYS if f"| `{key}` |" not in text]
    assert not [kind for kind in KINDS if f"`{kind}`" not in text]
