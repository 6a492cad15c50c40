"""Diagrams inside Markdown and AsciiDoc."""

import pytest

from fidedigno.ingest.parse.asciidoc import AsciiDocParser
from fidedigno.ingest.parse.markdown import MarkdownParser

MARKDOWN = """# Guía

```mermaid
graph LR
 O[OrderService] -->|publica| E([OrderCreated])
```

1. Paso:

   ```dot
   digraph { a -> b }
   ```

~~~ {.plantuml}
@startuml
X -> Y : hola
@enduml
~~~

````markdown
```mermaid
graph LR
 no --> leído
```
````

```python
a --> b
```

```mermaid
pie
```

```dot
roto
```
"""
ASCIIDOC = """= Guía

[plantuml, eventos, svg]
----
A -> B : hola
----

[mermaid]
....
graph LR
C --> D
....

[source,java]
----
E --> F
----
"""


def told(parsed) -> dict[str, str]:
    return {each.text: parsed.text[each.start : each.end] for each in parsed.relations}


def test_markdown_keeps_its_text_and_gives_the_relations_of_its_diagrams() -> None:
    parsed = MarkdownParser().parse(MARKDOWN.encode(), name="guia.md")
    assert parsed.text == MARKDOWN
    assert told(parsed) == {
        "OrderService → OrderCreated: publica": "O[OrderService] -->|publica| E([OrderCreated])",
        "a → b": "a -> b",
        "X → Y: hola": "X -> Y : hola",
    }


def test_asciidoc_too() -> None:
    parsed = AsciiDocParser().parse(ASCIIDOC.encode(), name="guia.adoc")
    assert told(parsed) == {"A → B: hola": "A -> B : hola", "C → D": "C --> D"}


@pytest.mark.parametrize(
    "text",
    ["nada", "```mermaid", "```mermaid\n", "```dot\ndigraph {", "> ```mermaid\n> graph LR\n> A --> B\n"],
)
def test_unfinished_fences_do_no_harm(text: str) -> None:
    parsed = MarkdownParser().parse(text.encode(), name="x.md")
    assert all(0 <= each.start <= each.end <= len(text) for each in parsed.relations)
