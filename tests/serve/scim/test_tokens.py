"""Tokens are read from private files at each request: one that was taken out is refused at once."""

from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.serve.scim.tokens import provider_of, read_tokens
from fidedigno.serve.settings import ScimSettings

OLD, NEW, OTHER = "old-" + "x" * 32, "new-" + "y" * 32, "other-" + "z" * 32


def provider(folder: Path, name: str, *tokens: str, mode: int = 0o600) -> ScimSettings:
    path = folder / f"{name}.tokens"
    path.write_text("\n".join(tokens) + "\n", encoding="utf-8")
    path.chmod(mode)
    return ScimSettings(name=name, token_file=path)


def test_each_token_is_of_its_provider_and_several_hold_at_a_time(tmp_path: Path) -> None:
    corp, other = provider(tmp_path, "corp", OLD, "", NEW), provider(tmp_path, "other", OTHER)
    both = [corp, other]
    assert [provider_of(each, both) for each in (OLD, NEW, OTHER)] == [corp, corp, other]
    for wrong in (None, "", OLD[:-1], OLD + "x", OLD.upper(), OLD + "\n" + NEW):
        assert provider_of(wrong, both) is None
    provider(tmp_path, "corp", NEW)
    assert provider_of(OLD, both) is None
    assert provider_of(NEW, both) == corp


def test_a_file_that_cannot_be_trusted_opens_nothing_and_closes_no_other(tmp_path: Path) -> None:
    corp, other = provider(tmp_path, "corp", OLD, mode=0o644), provider(tmp_path, "other", OTHER)
    assert provider_of(OLD, [corp, other]) is None
    assert provider_of(OTHER, [corp, other]) == other
    corp.token_file.unlink()
    assert provider_of(OLD, [corp]) is None


@pytest.mark.parametrize("tokens", [[], [""], ["short"], [OLD, "short"], ["ñ" * 40]])
def test_a_file_without_tokens_that_are_hard_to_guess_is_refused(tmp_path: Path, tokens: list[str]) -> None:
    corp = provider(tmp_path, "corp", *tokens)
    with pytest.raises(ConfigurationError) as refused:
        read_tokens(corp)
    assert not any(each and each in refused.value.message for each in tokens)
    assert provider_of(OLD, [corp]) is None
