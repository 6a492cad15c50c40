from fidedigno.sources.notion.names import Names


def test_roots_and_workspaces_are_kept_apart() -> None:
    wiki, other = Names("wiki"), Names("other")
    assert len({wiki.root("a"), wiki.root("b"), other.root("a"), wiki.people(), other.people()}) == 5
    assert wiki.people().name == "notion:wiki:people"
