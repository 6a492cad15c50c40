"""Single arrows of PlantUML."""

import pytest

from fidedigno.ingest.diagrams.plantuml_arrow import plant_end, read_arrow


@pytest.mark.parametrize(
    ("line", "ends", "heads"),
    [
        ("A --> B", ("A", "B"), (False, True)),
        ("A <-- B : x", ("A", "B"), (True, False)),
        ("A <-> B", ("A", "B"), (True, True)),
        ("A -right-> B", ("A", "B"), (False, True)),
        ("A -[#red,dashed]-> B", ("A", "B"), (False, True)),
        ("A .down.> B", ("A", "B"), (False, True)),
        ("A..>B", ("A", "B"), (False, True)),
        ("pkg.A --|> pkg.B", ("pkg.A", "pkg.B"), (False, True)),
        ("A <|.. B", ("A", "B"), (True, False)),
        ("A *-- B", ("A", "B"), (False, False)),
        ("A }o--|| B", ("A", "B"), (False, False)),
        ('"Uno dos" ->> [Tres]', ("Uno dos", "Tres"), (False, True)),
        (":Ana: --> (Pagar)", ("Ana", "Pagar"), (False, True)),
        ("[*] --> Nuevo", ("[*]", "Nuevo"), (False, True)),
        ('A "1" --> "n" B', ("A", "B"), (False, True)),
        ("A ->x B", ("A", "B"), (False, True)),
        ("A -\\ B", ("A", "B"), (False, True)),
        ("A -> B ++ #red : text", ("A", "B"), (False, True)),
        ("A -( B", ("A", "B"), (False, False)),
    ],
)
def test_ends_and_heads(line: str, ends: tuple[str, str], heads: tuple[bool, bool]) -> None:
    arrow = read_arrow(line)
    assert arrow is not None
    assert ((arrow.a[0], arrow.b[0]), arrow.heads) == (ends, heads)


@pytest.mark.parametrize(
    "line", ["class A", "A B", "== fase ==", "... luego ...", "hola, mundo -> x", "-> B"]
)
def test_other_lines_are_no_arrows(line: str) -> None:
    assert read_arrow(line) is None


def test_hidden_dashed_and_weak_lines_are_told() -> None:
    assert read_arrow("A -[hidden]-> B").hidden
    assert read_arrow("A --> B").dashed
    assert not read_arrow("A -> B").dashed
    assert read_arrow("a - b").weak
    assert not read_arrow("a -- b").weak


def test_an_end_may_say_its_own_label() -> None:
    assert plant_end('"Uno" as u') == ("u", "Uno")
    assert plant_end("[Uno dos]") == ("Uno dos", "Uno dos")
    assert plant_end("uno") == ("uno", None)
