"""What connectors take as a secret."""

from pydantic import SecretStr

from fidedigno.sources.secret import SecretLike


def test_a_secret_of_pydantic_is_one_and_does_not_show_itself() -> None:
    secret: SecretLike = SecretStr("t0ken")
    assert secret.get_secret_value() == "t0ken"
    assert "t0ken" not in f"{secret} {secret!r}"
