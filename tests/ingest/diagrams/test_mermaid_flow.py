"""Mermaid flowcharts, against a writer of flowcharts that knows what it wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.diagrams.mermaid import read_mermaid
from tests.ingest.diagrams.seen import cited, groups, lines

SHAPES = [
    "[{}]",
    "({})",
    "([{}])",
    "[[{}]]",
    "[({})]",
    "(({}))",
    "((({})))",
    "{{{{{}}}}}",
    "{{{}}}",
    "[/{}/]",
    ">{}]",
]
LINKS = {
    "-->": "→", "--->": "→", "-.->": "→", "==>": "→", "--o": "→", "--x": "→", "---": "—", "-.-": "—", "===": "—",
    "<-->": "↔", "<-.->": "↔", "<==>": "↔", "x--x": "↔",
}  # fmt: skip
words = st.text(alphabet="abcdefghijñáé OrderSvc", min_size=1, max_size=12).map(str.strip).filter(bool)


def flow(body: str, head: str = "flowchart LR\n"):
    diagram = read_mermaid(head + body)
    assert diagram is not None
    return diagram


@given(
    st.lists(
        st.tuples(
            words,
            words,
            words | st.just(""),
            st.sampled_from(sorted(LINKS)),
            st.sampled_from(SHAPES),
            st.booleans(),
        ),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(["\n", ";", "\n  ", " %% comment\n"]),
)
def test_every_arrow_that_is_written_is_read_and_no_other(rows, end: str) -> None:
    written, expected = [], []
    for number, (source, target, label, link, shape, quoted) in enumerate(rows):
        a, b = (f'"{each}"' if quoted else each for each in (source, target))
        text = f"|{label}|" if label else ""
        written.append(f"n{number}{shape.format(a)} {link}{text} m{number}{shape.format(b)}")
        sign = LINKS[link]
        clean = " ".join(label.split())
        expected.append(
            f"{' '.join(source.split())} {sign} {' '.join(target.split())}" + (f": {clean}" if clean else "")
        )
    assert lines(flow(end.join(written) + "\n")) == expected


def test_chains_fans_and_texts_inside_arrows() -> None:
    text = "flowchart TD\nA --> B -- texto libre --> C\nA & D ==> E & F\nG -. dos .-> H == tres ==> I\n"
    diagram = read_mermaid(text)
    assert lines(diagram) == [
        "A → B", "B → C: texto libre", "A → E", "A → F", "D → E", "D → F", "G → H: dos", "H → I: tres",
    ]  # fmt: skip
    assert cited(diagram, text)[:3] == ["A --> B", "B -- texto libre --> C", "A & D ==> E & F"]


def test_frames_nest_and_may_be_the_end_of_an_arrow() -> None:
    diagram = flow(
        "subgraph out [Fuera]\n direction TB\n subgraph Dentro\n  A[Ana]\n end\n B\nend\nout --> C\n",
        "graph TB\n",
    )
    assert groups(diagram) == {"Ana": ("Fuera", "Dentro"), "B": ("Fuera",)}
    assert lines(diagram) == ["Fuera → C"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            'A:::big --> B:::small\nclassDef big fill:#f9f\nstyle B fill:#fff\nclick A "https://x"\n',
            ["A → B"],
        ),
        ("a-b --> c_d\n", ["a-b → c_d"]),
        ('A["x --> y"] --> B["(dos) [tres]"]\n', ["x --> y → (dos) [tres]"]),
        ('A["`**negrita**`"] --> B["#quot;b#quot; #35;1"]\n', ['negrita → "b" #1']),
        ('N@{ shape: cyl, label: "Base" } --> B\n', ["Base → B"]),
        ("e1@--> B\nA e2@--> B\n", ["A → B"]),
        ("A ~~~ B\n", []),
        ("A --> B\n%% C --> D\n%%{init: {}}%%\n", ["A → B"]),
        ("A -->\n B\n", ["A → B"]),
        ("fin[end of it] --> end_\nendpoint --> A\n", ["end of it → end_", "endpoint → A"]),
    ],
)
def test_what_else_the_language_has(body: str, expected: list[str]) -> None:
    assert lines(flow(body)) == expected


@given(st.text(alphabet='AB-=.>< |"[](){}&;\n~%@o:x', max_size=200))
def test_anything_is_read_without_an_error(body: str) -> None:
    text = "flowchart LR\n" + body
    diagram = read_mermaid(text)
    assert all(0 <= a.start < a.end <= len(text) for a in diagram.arrows)
