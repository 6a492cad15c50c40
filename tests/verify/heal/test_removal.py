"""What is left after a removal reads as if it had been written so."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.heal.changes import ChangeKind, applied
from fidedigno.verify.heal.draft import Draft, Reason
from fidedigno.verify.heal.layout import read_layout
from fidedigno.verify.heal.removal import cuts


def without(answer: str, *words: str) -> str:
    layout = read_layout(answer)
    numbers = range(len(layout.units))
    doomed = {number for number in numbers if any(word in layout.text(number) for word in words)}
    return Draft(layout).without(dict.fromkeys(doomed, Reason("unsupported"))).text()


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("Uno. Mal. Dos.", "Uno. Dos."),
        ("Mal. Dos.", "Dos."),
        ("Uno. Mal.", "Uno."),
        ("Uno. Mal.\n", "Uno.\n"),
        ("Uno.\n\nMal.\n\nDos.", "Uno.\n\nDos."),
        ("Uno. Mal.\n\nDos.", "Uno.\n\nDos."),
        ("Uno.\n\nMal. Dos.", "Uno.\n\nDos."),
        ("Uno. Mal. Mal otra vez. Dos.", "Uno. Dos."),
        ("- uno\n- Mal\n- dos", "- uno\n- dos"),
        ("- uno\n- Mal\n\nDos.", "- uno\n\nDos."),
        ("Uno.\n\n- Mal\n- dos", "Uno.\n\n- dos"),
        ("Uno.\n- Mal\n", "Uno."),
        ("| a | b |\n|---|---|\n| Mal | 1 |\n| c | 2 |\n", "| a | b |\n|---|---|\n| c | 2 |\n"),
        ("| a | b |\n|---|---|\n| c | 2 |\n| Mal | 1 |\n\nDos.", "| a | b |\n|---|---|\n| c | 2 |\n\nDos."),
        ("Uno.\n\n```py\nMal\nx\n```\n\nDos.", "Uno.\n\nDos."),
        ("Uno.\n\n```py\nx\n```\n\nMal.", "Uno.\n\n```py\nx\n```"),
        ("Mal.\n\n```py\nx\n```\n", "```py\nx\n```\n"),
        ("Mal.\n\n```py\nMal\n```\n\nDos.", "Dos."),
        ("Uno.\n\nLista:\n\n- Mal\n", "Uno."),
        ("# T\n\nUno. Mal.\n\n## S\n\nMal.\n", "# T\n\nUno.\n"),
        ("🙂 Uno. Mal 🙂. אבג דהו. Dos.", "🙂 Uno. אבג דהו. Dos."),
    ],
)
def test_the_space_around_what_is_taken_out_goes_with_it(answer: str, left: str) -> None:
    assert without(answer, "Mal") == left


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("1. uno\n2. Mal\n3. tres\n4. cuatro", "1. uno\n2. tres\n3. cuatro"),
        ("1) Mal\n2) dos", "1) dos"),
        ("3. Mal\n4. dos\n5. tres", "3. dos\n4. tres"),
        ("1. uno\n1. Mal\n1. tres", "1. uno\n1. tres"),
        (
            "1. uno\n   1. Mal\n   2. b\n2. dos\n   1. c\n   2. d",
            "1. uno\n   1. b\n2. dos\n   1. c\n   2. d",
        ),
        ("9. uno\n10. Mal\n11. tres", "9. uno\n10. tres"),
    ],
)
def test_the_items_that_stay_are_numbered_again(answer: str, left: str) -> None:
    assert without(answer, "Mal") == left


def test_a_list_from_which_nothing_goes_keeps_its_numbers() -> None:
    assert without("Mal.\n\n2. dos\n3. tres", "Mal") == "2. dos\n3. tres"


def test_the_marker_of_an_item_stays_for_its_later_sentences() -> None:
    long = "Frase larga sobre el asunto que sigue. " * 12
    assert without(f"1. Mal de verdad. {long}\n2. dos", "Mal").startswith("1. Frase larga")


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("**Uno. Mal.** Dos.", "Uno. Dos."),
        ("**Mal. Uno.** Dos **tres**.", "Uno.** Dos **tres**."),
        ("**Uno** y **dos**. Mal.", "**Uno** y **dos**."),
    ],
)
def test_a_bold_mark_that_lost_its_partner_goes_too(answer: str, left: str) -> None:
    found = without(answer, "Mal")
    assert found.count("**") % 2 == 0
    assert found.replace("**", "") == left.replace("**", "")


def test_an_orphan_is_a_change_of_layout_and_not_of_its_own_reason() -> None:
    layout = read_layout("# A\n\nMal.\n\n# B\n\nBien.")
    changes = Draft(layout).without({1: Reason("unknown_person")}).changes()
    assert [(each.kind, each.reason) for each in changes] == [
        (ChangeKind.REMOVED, "layout"),
        (ChangeKind.REMOVED, "unknown_person"),
    ]


TEXT = st.text(alphabet='aB .\n#-|`*1."«»🙂\x00\ud800ש', max_size=80)
PIECES = st.lists(
    st.sampled_from(
        [
            "Uno. ",
            "Mal. ",
            "\n\n",
            "\n",
            "- a",
            "1. b",
            "2. c",
            "# T",
            "| a | b |",
            "|---|---|",
            "```",
            "**",
            "  ",
        ]
    ),
    max_size=14,
).map("".join)


@given(st.one_of(TEXT, PIECES), st.data())
def test_only_what_is_doomed_loses_its_words(answer: str, data: st.DataObject) -> None:
    layout = read_layout(answer)
    numbers = range(len(layout.units))
    doomed = layout.closed(
        frozenset(data.draw(st.sets(st.sampled_from(numbers)))) if numbers else frozenset()
    )
    found = cuts(layout, doomed)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
    taken = [False] * len(answer)
    for cut in found:
        if cut.unit is not None:
            taken[cut.start : cut.end] = [True] * (cut.end - cut.start)
    for number, unit in enumerate(layout.units):
        letters = [each for each in range(unit.start, unit.end) if answer[each].isalpha()]
        if number not in doomed:
            assert not any(taken[each] for each in letters)
        elif letters and not answer[unit.start].isalnum():
            assert any(taken[each] for each in letters)


@given(PIECES)
def test_nothing_changes_where_nothing_is_doomed(answer: str) -> None:
    assert cuts(read_layout(answer), frozenset()) == ()
    assert applied(answer, ()) == answer
