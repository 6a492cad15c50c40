"""A healing shown to a reader as text and as HTML, whatever stands in answer and evidence."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.verify.heal import Change, ChangeKind, Healing, Strategy, render_html, render_text
from fidedigno.verify.heal.changes import applied
from fidedigno.verify.heal.render import shown
from fidedigno.verify.report import EvidenceSpan, Report, Risk
from tests.verify.heal.inspector import healed

VOID = {"br"}


class Page(HTMLParser):
    """Tags in order, ids, what links point at, and the text of some tags."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.attributes: set[str] = set()
        self.texts: dict[str, list[str]] = {}
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        values = {name: value or "" for name, value in attrs}
        self.attributes |= set(values)
        self.ids += [values["id"]] if "id" in values else []
        self.targets += [values["href"]] if "href" in values else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.texts.setdefault(tag, []).append(data)


def healing_of(answer: str, *changes: Change, language: str = "es") -> Healing:
    report = Report(language, Risk.CRITICAL, 0.5, 0.5)
    return Healing(
        Strategy.CONTRADICTION_PATCH, applied(answer, changes), changes, report, report, 0.65, True, "Nota."
    )


def one(answer: str, start: int, end: int, text: str, proof: str = "x") -> Healing:
    evidence = EvidenceSpan(0, 0, len(proof), proof)
    change = Change(ChangeKind.REPLACED, start, end, answer[start:end], text, "number_differs", evidence)
    return healing_of(answer, change)


def test_text_shows_what_was_taken_out_and_put_in_with_reason_and_evidence() -> None:
    healing, _ = healed("¿Cuánto dura?", ["El curso dura 14 días."], "El curso dura 30 días.")
    assert render_text(healing) == (
        "La respuesta contradecía sus fuentes y se ha corregido.\n"
        "Riesgo: crítico → bajo\n"
        "Confianza: 0,50 → 0,65\n"
        "\n"
        "El curso dura [-30-]{+14+}[^1] días.\n"
        "\n"
        "Qué se cambió y por qué\n"
        "1. cambiado “30” → “14”: La fuente da otro número.\n"
        "   Evidencia (pasaje 1): “El curso dura 14 días.”\n"
    )


def test_text_speaks_the_answers_language() -> None:
    healing, _ = healed("How long?", ["The course lasts 14 days."], "The course lasts 30 days.", "en")
    text = render_text(healing)
    assert "Risk: critical → low\nConfidence: 0.50 → 0.65" in text
    assert "The source gives another number." in text


def test_an_unchanged_answer_is_shown_as_it_is() -> None:
    healing, _ = healed("¿Cuánto dura?", ["El curso dura 14 días."], "El curso dura 14 días.")
    assert "El curso dura 14 días." in render_text(healing)
    page = render_html(healing)
    assert "<ol" not in page
    assert "<del" not in page
    assert "<ins" not in page


def test_html_is_balanced_and_its_references_lead_somewhere() -> None:
    passages = ["El plan Pro cuesta 120 $ por año, facturado anualmente."]
    answer = "El plan Pro cuesta 10 $ por mes. Cancela tu cuota mensual. Lo dice el Dr. Gil Roca."
    healing, _ = healed("¿Cuánto cuesta el plan Pro?", passages, answer)
    page = Page(render_html(healing, anchor="h7"))
    assert page.open == []
    assert page.tags.count("del") >= 3
    assert len(page.ids) == len(set(page.ids))
    assert {target.removeprefix("#") for target in page.targets} <= set(page.ids)
    assert len(page.targets) == page.tags.count("li")
    assert all(each.startswith("h7-") for each in page.ids)
    assert "“10” → “120”" in "".join(page.texts["li"])
    assert passages[0] in page.texts["blockquote"]


def test_what_was_changed_is_said_in_words_too() -> None:
    page = Page(render_html(one("Son 30.", 4, 6, "14")))
    assert page.texts["del"] == ["quitado: ", "30"]
    assert page.texts["ins"] == ["añadido: ", "14"]
    assert 'lang="es"' in render_html(one("Son 30.", 4, 6, "14"))


@pytest.mark.parametrize("anchor", ['x" onclick="y', "", "1", "a b", "é"])
def test_an_anchor_that_is_no_plain_word_is_not_used(anchor: str) -> None:
    assert Page(render_html(one("Son 30.", 4, 6, "14"), anchor=anchor)).ids[0] == "healing-heading"


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</bdi></del></section><h1>x",
    "&lt;b&gt; &amp; $anchor ${number} $$",
    "<!-- ",
    "]]>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_of_answer_or_evidence_is_markup(text: str) -> None:
    honest = Page(render_html(one("Son 30.", 4, 6, "14")))
    answer = f"{text} 30 {text}"
    start = answer.index(" 30 ") + 1
    page = Page(render_html(one(answer, start, start + 2, text, proof=text)))
    assert page.open == []
    assert page.tags == honest.tags
    assert page.attributes == honest.attributes
    assert text in "".join(page.texts["ins"])
    assert text in page.texts["blockquote"]


@pytest.mark.parametrize(
    "mark", ["\x00", "\x1b[2J", "\u202e", "\u2066", "\ud800", "\u200b", "\U000e0041", "\x9b"]
)
def test_what_would_not_be_seen_becomes_a_mark(mark: str) -> None:
    healing = one(f"Son {mark} 30.", 4, 4 + len(mark), mark, proof=mark)
    for page in (render_html(healing), render_text(healing)):
        assert mark[0] not in page
        assert "\ufffd" in page
        page.encode()


def test_right_to_left_text_and_emoji_stay_and_do_not_reorder_their_neighbours() -> None:
    page = render_html(one("🙂 שלום 30", 7, 9, "١٤"))
    assert "<bdi>١٤</bdi>" in page
    assert 'dir="auto"' in page
    assert "🙂 שלום " in page


def test_the_layout_of_an_answer_is_kept() -> None:
    assert shown("a\r\n\tb\n") == "a\n\tb\n"
    assert "pre-wrap" in render_html(one("Son\n\n30.", 5, 7, "14"))


@settings(max_examples=60)
@given(st.text(max_size=30), st.text(max_size=10), st.text(max_size=10), st.data())
def test_any_healing_can_be_shown(answer: str, text: str, proof: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(answer)))
    end = data.draw(st.integers(start, len(answer)))
    healing = one(answer, start, end, text, proof)
    page = Page(render_html(healing))
    assert page.open == []
    assert set(page.tags) <= {
        "section", "h2", "p", "br", "h3", "div", "del", "ins", "span", "bdi", "sup", "a", "ol", "li",
        "strong", "figure", "figcaption", "blockquote",
    }  # fmt: skip
    render_text(healing).encode()
    assert not re.search(r"[\x00-\x08\x1b\u202e]", render_html(healing) + render_text(healing))
