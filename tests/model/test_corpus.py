"""A declared corpus: what may not be declared, and the order of sensitivities."""

from datetime import timedelta
from typing import Any

import pytest

from fidedigno.model import Audience, Corpus, Sensitivity


def corpus(**changes: Any) -> Corpus:
    fields: dict[str, Any] = {
        "name": "docs", "owner": "ana", "audience": Audience.INTERNAL, "sensitivity": Sensitivity.INTERNAL,
        "authority": "official", "revocation_lag": timedelta(hours=4), "freshness": timedelta(days=90),
        "default_acl": None, "ai_allowed": True,
    }  # fmt: skip
    return Corpus(**(fields | changes))


@pytest.mark.parametrize("name", ["a", "0", "docs.v2_old-x", "a" * 100])
def test_plain_names_are_accepted(name: str) -> None:
    assert corpus(name=name).name == name


@pytest.mark.parametrize(
    "name",
    ["", "Docs", "guía", ".docs", "-docs", "a b", "a/b", "a'b", "a\n", "a" * 101, "..", "docs') OR 1=1"],
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="corpus name"):
        corpus(name=name)


@pytest.mark.parametrize("changes", [{"owner": "  "}, {"owner": ""}])
def test_a_corpus_has_an_owner(changes: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="needs an owner"):
        corpus(**changes)


@pytest.mark.parametrize("key", ["revocation_lag", "freshness"])
@pytest.mark.parametrize("period", [timedelta(0), timedelta(seconds=-1)])
def test_periods_are_positive(key: str, period: timedelta) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        corpus(**{key: period})


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "/etc/localtime", "Europe", "a\x00b"])
def test_a_timezone_is_one_that_exists(zone: str) -> None:
    assert corpus(timezone="Europe/Madrid")
    with pytest.raises(ValueError, match="unknown timezone"):
        corpus(timezone=zone)


def test_sensitivities_are_ordered_and_read_in_any_case() -> None:
    assert [
        Sensitivity.parse(each) for each in ("public", " Internal ", "CONFIDENTIAL", "restricted")
    ] == sorted(Sensitivity)
    with pytest.raises(ValueError, match="public, internal, confidential, restricted"):
        Sensitivity.parse("secret")
    with pytest.raises(ValueError, match="unknown sensitivity"):
        Sensitivity.parse("1")


def test_a_corpus_without_a_timezone_is_read_in_utc_and_says_that_nobody_declared_one() -> None:
    undeclared = corpus(timezone="")
    assert (undeclared.timezone, undeclared.zone) == ("", "UTC")
    assert corpus(timezone="Europe/Madrid").zone == "Europe/Madrid"
