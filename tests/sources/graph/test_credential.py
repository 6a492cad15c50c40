from pydantic import SecretStr

from fidedigno.sources.graph.credential import ClientAssertion, ClientSecret


def test_a_secret_is_sent_and_not_shown() -> None:
    credential = ClientSecret(SecretStr("s3cret"))
    assert credential.proof("https://login.example") == {"client_secret": "s3cret"}
    assert "s3cret" not in repr(credential)


def test_an_assertion_is_signed_for_the_token_service() -> None:
    proof = ClientAssertion(lambda audience: f"signed for {audience}").proof("https://login.example")
    assert proof["client_assertion"] == "signed for https://login.example"
    assert proof["client_assertion_type"].endswith("jwt-bearer")
