"""The page about declared systems shows declarations that work."""

import re
from pathlib import Path

from fidedigno.sources.declared.reading import read_declaration

PAGE = Path(__file__).resolve().parents[3] / "docs" / "connectors" / "declared.md"


def test_each_example_of_the_page_is_a_whole_declaration() -> None:
    examples = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    systems = [each for each in examples if not each.startswith("kind:")]
    assert len(systems) == len(examples) - 1, "one says how the system is connected"
    assert [read_declaration(each).name for each in systems] == ["hub", "force"]
