"""The names of the strategies are what logs and reports show: they do not change."""

from fidedigno.verify.heal.strategy import Strategy


def test_the_strategies_are_those_of_the_article_by_name() -> None:
    assert [each.value for each in Strategy] == [
        "no_healing_needed",
        "contradiction_patch",
        "entity_scrub",
        "grounding_rewrite",
        "safe_decline",
    ]
