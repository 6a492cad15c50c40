from xml.etree import ElementTree

import pytest

from fidedigno.verify.calibrate.plot import Mark, Plot

HOSTILE = '<script>"&'


def test_a_plot_is_well_formed_and_its_texts_are_escaped() -> None:
    plot = Plot(
        HOSTILE, HOSTILE, HOSTILE, first=[(0, 0), (0.5, 1)], second=[(0, 1)], marks=[Mark(0.5, 0.5, 0.2, 0.8)],
        levels=[0.9], diagonal=True,
    )  # fmt: skip
    figure = ElementTree.fromstring(plot.svg())  # noqa: S314
    assert figure.findtext("figcaption") == HOSTILE
    svg = figure.find("svg")
    assert svg is not None
    assert svg.get("aria-label") == HOSTILE
    assert [each.get("class") for each in svg.iter("path")] == [
        "dashed",
        "dashed",
        "first",
        "second",
        "first",
    ]


@pytest.mark.parametrize("value", [-3.0, 7.0])
def test_what_is_outside_stays_at_the_edge(value: float) -> None:
    inside = Plot("t", "x", "y", marks=[Mark(min(max(value, 0.0), 1.0), 0.5, 0.5, 0.5)]).svg()
    assert Plot("t", "x", "y", marks=[Mark(value, 0.5, 0.5, 0.5)]).svg() == inside
