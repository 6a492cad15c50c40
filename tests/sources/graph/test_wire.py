import pytest

from fidedigno.sources.graph.wire import Account, Item, Page, Token
from fidedigno.sources.shapes import fits


@pytest.mark.parametrize("answer", [{}, {"value": None}, {"value": "rows"}, [], None, {"values": []}])
def test_a_page_without_its_rows_is_no_empty_page(answer: object) -> None:
    assert fits(Page, answer) is None


@pytest.mark.parametrize("facet", ["folder", "package", "root", "deleted", "malware", "remoteItem"])
def test_a_file_that_is_also_something_else_is_no_document(facet: str) -> None:
    plain: tuple[Item] | None = fits(Item, {"id": "A", "file": {}})
    other: tuple[Item] | None = fits(Item, {"id": "A", "file": {}, facet: {}})
    assert plain is not None
    assert other is not None
    assert (plain[0].is_document, other[0].is_document) == (True, False)


@pytest.mark.parametrize(("mark", "anew"), [("True", True), (True, True), ("False", False), (None, False)])
def test_the_mark_of_changed_sharing_comes_as_text(mark: object, anew: bool) -> None:
    item: tuple[Item] | None = fits(Item, {"id": "A", "@microsoft.graph.sharedChanged": mark})
    assert item is not None
    assert item[0].is_shared_anew is anew


def test_names_of_ours_in_an_answer_mean_nothing() -> None:
    account: tuple[Account] | None = fits(Account, {"id": "a", "enabled": True, "kind": "Member"})
    assert account is not None
    assert (account[0].enabled, account[0].kind) == (None, None)


def test_a_token_is_not_shown() -> None:
    assert "abc" not in repr(fits(Token, {"access_token": "abc", "expires_in": 5}))
