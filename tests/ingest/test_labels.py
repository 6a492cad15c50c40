"""Labels mean what the corpus declares, only ever narrow, and what it does not speak of is refused."""

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.labels import LabelRules, LabelVerdict
from fidedigno.model import Sensitivity

CONFIDENTIAL, RESTRICTED = Sensitivity.CONFIDENTIAL, Sensitivity.RESTRICTED
RULES = LabelRules(
    {
        "mip=General": Sensitivity.INTERNAL,
        "MIP=secret": RESTRICTED,
        "level": CONFIDENTIAL,
        "drive.f1=7": RESTRICTED,
    },
    no_ai=("legal-hold",),
    personal_data=("mip=personal",),
)


def test_a_rule_without_a_value_means_any_value_and_any_field() -> None:
    assert RULES.judge({"level": "12"}).sensitivities == (CONFIDENTIAL,)
    assert RULES.judge({"Level.Field": "x"}) == LabelVerdict((CONFIDENTIAL,))
    assert RULES.judge({"levels": "12"}).unknown == ("levels",)


def test_a_rule_with_a_value_means_that_value_alone() -> None:
    assert RULES.judge({"Mip": " SECRET "}).sensitivities == (RESTRICTED,)
    assert RULES.judge({"mip": "secreto"}).unknown == ("mip",)
    assert RULES.judge({"mip": ""}).unknown == ("mip",)


def test_a_label_of_fields_is_known_by_a_field_and_each_field_is_judged() -> None:
    assert RULES.judge({"drive": "", "drive.f1": "7"}) == LabelVerdict((RESTRICTED,))
    assert RULES.judge({"drive": "", "drive.f1": "8"}).unknown == ("drive.f1",)
    assert RULES.judge({"drive": "", "drive.f2": "7"}).unknown == ("drive.f2",)


def test_labels_for_ai_and_personal_data_are_known_too() -> None:
    found = RULES.judge({"legal-hold": "yes", "mip": "personal"})
    assert (found.no_ai, found.personal_data, found.unknown) == (True, True, ())


def test_a_corpus_that_says_nothing_of_sensitivity_refuses_no_label() -> None:
    assert LabelRules(no_ai=("hold",)).judge({"mip": "secret"}) == LabelVerdict()


NAMES = st.sampled_from(["mip", "level", "drive", "drive.f1", "x"])
LABELS = st.dictionaries(NAMES, st.sampled_from(["", "7", "secret"]))


@given(labels=LABELS, more=LABELS)
def test_more_labels_never_say_less(labels: dict[str, str], more: dict[str, str]) -> None:
    few, many = RULES.judge(labels), RULES.judge({**more, **labels})
    assert set(few.sensitivities) <= set(many.sensitivities)
    assert set(few.unknown) <= set(many.unknown)
    assert many.no_ai >= few.no_ai
