"""Words with their places, and text layers that mean nothing."""

import pypdfium2
import pytest

from fidedigno.ingest.parse.pdf_frame import frame_of
from fidedigno.ingest.parse.pdf_words import is_nonsense, words_of_page
from tests.fakes.pictures import pdf_of


def test_words_stand_where_they_are_drawn() -> None:
    with pypdfium2.PdfDocument(pdf_of([[("Año nuevo", 100, 60, 20), ("1.250", 300, 60, 20)]])) as pdf:
        page = pdf[0]
        words = words_of_page(page.get_textpage(), frame_of(page))
        assert [word.text for word in words] == ["Año", "nuevo", "1.250"]
        assert words[0].left == pytest.approx(100, abs=3)
        assert words[2].left == pytest.approx(300, abs=3)
        assert all(30 < word.top < 60 <= word.bottom < 80 for word in words)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Un texto corriente en español, con eñes y acentos."], False),
        (["مرحبا بالعالم هذا نص عربي طويل بما يكفي"], False),
        (["\ue001\ue002\ue003\ue004\ue005" * 6], True),
        (["(cid:12)(cid:7)(cid:33)(cid:2)(cid:9)(cid:81)"], True),
        (["\ufffd" * 10 + "a" * 15], True),
        (["\ue001\ue002"], False),
        (["Ver (cid:12) en el texto que por lo demás es perfectamente legible para todos."], False),
        ([], False),
    ],
)
def test_a_text_layer_without_meaning_is_known(texts: list[str], expected: bool) -> None:
    assert is_nonsense(texts) is expected
