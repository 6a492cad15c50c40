"""The way of a question: gathered, decided, drafted, delivered."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest

from fidedigno import Decision, Fidedigno, Question, pipeline
from fidedigno.access.content import UserEntry
from fidedigno.deliver import answer_as_dict, render
from fidedigno.draft.governed import write_covered
from fidedigno.gather import HybridRetriever, RetrievalPolicy
from fidedigno.index import lance, partitioned
from fidedigno.model import Identity, Support
from fidedigno.pipeline import Answered, Pipeline
from tests.conftest import MakeCorpus
from tests.fakes.embedder import CountingEmbedder

TEXT = "# Biblioteca\n\nLa biblioteca abre a las ocho de la mañana.\n"
ENGLISH = "# Library\n\nThe library opens at eight in the morning.\n"


def test_an_answer_cites_gathered_passages_in_the_language_of_the_question(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus({"a.md": TEXT, "b.md": ENGLISH}))
    for text, language in (
        ("¿A qué hora abre la biblioteca?", "es"),
        ("What time does the library open?", "en"),
    ):
        done = workspace.pipeline.answer(Question(text), Identity.public("default"))
        assert done.answer.language == language
        gathered = {each.evidence.id: each.evidence.content for each in done.gathered.candidates}
        cards = {card.id: card for card in done.answer.evidence}
        for claim in done.answer.claims:
            for each in claim.evidence_ids:
                assert claim.text in cards[each].content
                assert cards[each].content in gathered[each.partition(":")[0]]
        assert done.answer.decision is Decision.ANSWER


def test_an_abstention_shows_nothing_of_what_was_gathered(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus({"a.md": TEXT}))
    question = Question("¿Cuántos satélites abre Neptuno?")
    done = workspace.pipeline.answer(question, Identity.public("default"))
    assert done.gathered.candidates, "something was found, but it does not answer"
    assert done.answer.decision is Decision.ABSTAIN
    assert (done.answer.claims, done.answer.evidence) == ((), ())
    asked_in_english = Question(question.text, language="en")
    english = workspace.pipeline.answer(asked_in_english, Identity.public("default")).answer
    assert english.language == "en"
    assert english.message != done.answer.message


def test_each_stage_tells_its_seconds_and_each_answer_has_an_id_of_its_own(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus({"a.md": TEXT}))
    asked = [workspace.pipeline.answer(Question("biblioteca"), Identity.public("default")) for _ in range(2)]
    seconds = asked[0].seconds
    stages = {"places", "plan", "gather", "draft", "consolidate", "verify", "deliver"}
    assert {name for name in seconds if "." not in name} == stages | {"total"}
    assert {"gather.embed", "gather.rank", "gather.read"} <= set(seconds)
    assert all(value >= 0 and math.isfinite(value) for value in seconds.values())
    assert sum(seconds[name] for name in stages) <= seconds["total"]
    assert asked[0].answer.id != asked[1].answer.id


def test_a_limit_holds_for_one_call_and_the_setting_for_the_others(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus({f"{n}.md": f"# {n}\n\nasunto común {n}\n" for n in range(6)}))
    retriever = HybridRetriever(workspace.index, workspace.embedder, workspace.catalog)
    pipeline = Pipeline(retriever, workspace.embedder, candidates=4)
    public = Identity.public("default")
    assert len(pipeline.gather(Question("asunto"), public).candidates) == 4
    assert len(pipeline.gather(Question("asunto"), public, 2).candidates) == 2


def test_across_languages_sentences_are_compared_with_the_question_which_is_embedded_once(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    embedder = CountingEmbedder()
    workspace.__dict__["embedder"] = embedder
    workspace.ingest(make_corpus({"a.md": TEXT}))
    embedder.embedded.clear()
    embedder.asked.clear()
    workspace.ask("When does the biblioteca of the campus open?", as_user=None)
    assert any("La biblioteca abre" in text for call in embedder.embedded for text in call)
    assert len(embedder.asked) == 1
    embedder.embedded.clear()
    retriever = HybridRetriever(workspace.index, embedder, workspace.catalog)
    Pipeline(retriever, embedder, 4, compared_sentences=0).answer(
        Question("When does the biblioteca of the campus open?"), workspace.identity(None)
    )
    assert embedder.embedded == []
    assert "ocho" in workspace.ask("¿A qué hora abre la biblioteca?", as_user=None).text
    assert embedder.embedded == []


def test_the_steps_of_retrieval_come_in_their_order(
    workspace: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.ingest(make_corpus({"a.md": TEXT}))
    steps: list[str] = []

    def told(owner: object, name: str, step: str) -> None:
        original = getattr(owner, name)

        def wrapped(*args: object, **options: object) -> object:
            steps.append(step)
            return original(*args, **options)

        monkeypatch.setattr(owner, name, wrapped)

    told(type(workspace.directory), "identity", "1 who asks")
    told(type(workspace.assistants), "reach_of", "2 which assistant")
    told(partitioned, "authorised", "3 the filter")
    told(lance.LanceIndex, "_by_terms", "4 the search")
    told(lance.LanceIndex, "_by_vector", "4 the search")
    told(RetrievalPolicy, "fuse", "5 the ranks fused")
    told(pipeline, "write_covered", "6 the draft")
    told(pipeline, "assemble", "7 the answer or the refusal")
    for asked in ("¿A qué hora abre la biblioteca?", "¿Cuántos satélites tiene Neptuno?"):
        steps.clear()
        workspace.ask(asked, as_user=None)
        first = list(dict.fromkeys(steps))
        assert first == sorted(first), "a step began before an earlier one"
        assert len(first) == 7
        assert steps.index("4 the search") > steps.index("3 the filter")


LOANS = (
    "# Library\n\nStudents may borrow eight books for 21 days. Laptops are lent for five days. "
    "A laptop that is late costs seven days of loan.\n"
)
ASKED = "For how many days are books and laptops of the library lent?"


def written_as(
    monkeypatch: pytest.MonkeyPatch, workspace: Fidedigno, changes: dict[str, str], **options: Any
) -> Answered:
    """The answer where a careless writer changed the words of some claims."""

    def careless(*given: Any) -> Any:
        draft = write_covered(*given)
        claims = tuple(
            replace(each, text=next((to for old, to in changes.items() if old in each.text), each.text))
            for each in draft.claims
        )
        return replace(draft, claims=claims)

    monkeypatch.setattr(pipeline, "write_covered", careless)
    return workspace.pipeline.answer(Question(ASKED, **options), Identity.public("default"))


@pytest.mark.parametrize(
    ("text", "support", "code"),
    [
        ("Students may borrow eight books for 30 days.", Support.CONTRADICTED, "duration_differs"),
        ("Students may not borrow eight books for 21 days.", Support.CONTRADICTED, "negation_differs"),
        ("Students may borrow eight books of Marta Solís.", Support.OUT_OF_CONTRACT, "unknown_person"),
        ("Teachers may borrow paintings for free.", Support.INCONCLUSIVE, "words_differ"),
    ],
)
def test_a_statement_that_its_own_card_does_not_carry_is_not_delivered(
    workspace: Fidedigno,
    make_corpus: MakeCorpus,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    support: Support,
    code: str,
) -> None:
    workspace.ingest(make_corpus({"a.md": LOANS}))
    done = written_as(monkeypatch, workspace, {"eight books": text})
    assert text not in done.answer.text
    bad = [each for each in done.checked.verdicts if each.support is not Support.SUPPORTED]
    assert [(each.support, each.reason) for each in bad] == [(support, code)]
    assert done.quality is not None
    assert done.quality.left_out == 1
    if done.answer.claims:
        assert (done.answer.decision, done.quality.routing) == (Decision.ANSWER_LIMITED, "healed_accept")
        assert "left out one statement" in render(done.answer)
    else:
        assert (done.answer.decision, done.quality.routing) == (Decision.ABSTAIN, "discard")


def test_a_draft_that_is_withheld_looks_like_any_refusal(
    workspace: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.ingest(make_corpus({"a.md": LOANS}))
    every = dict.fromkeys(("books", "Laptops", "laptop"), "Nobody may borrow anything, says Marta Solís.")
    done = written_as(monkeypatch, workspace, every)
    nothing = workspace.ask("¿Cuántos satélites tiene Neptuno?", as_user=None, language="en")
    told, refused = answer_as_dict(done.answer), answer_as_dict(nothing)
    for each in (told, refused):
        del each["id"], each["answered_at"]
    assert told == refused
    assert told["quality"] is None
    assert done.quality is not None
    assert done.quality.risk in {"high", "critical"}


def test_what_was_left_out_is_not_told_any_more_once_its_document_has_closed(
    workspace: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.directory.put_user(UserEntry("ana", "Ana", "ana@campus.example"))
    files = {
        "a.md": "# Library\n\nBooks of the library are lent at the desk of the ground floor.\n",
        "b.md": "# Library\n\nLaptops of the library are lent by the technicians for 21 days.\n",
    }
    folder = make_corpus(files)
    workspace.ingest(folder)
    written_as(
        monkeypatch, workspace, {"21 days": "Laptops of the library are lent by the technicians for 9 days."}
    )
    answer = workspace.ask("Are books and laptops of the library lent?", as_user="ana")
    assert [each.evidence_id.partition(":")[0] for each in answer.verdicts] == ["100000", "200000"]
    before = workspace.why(answer.id, as_user="ana")
    assert ([each.code for each in before.verdicts], len(before.quality)) == (
        ["supported", "contradicted"],
        3,
    )
    (folder / "b.md.meta.yaml").write_text("acl: [user:owner]\n", encoding="utf-8")
    workspace.ingest(folder)
    after = workspace.why(answer.id, as_user="ana")
    assert ([each.code for each in after.verdicts], after.quality) == (["supported"], ())


def test_a_quotation_has_a_quality_that_nothing_but_its_own_cards_moves(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus({"a.md": LOANS}))
    first, second = (workspace.pipeline.answer(Question(ASKED), Identity.public("default")) for _ in range(2))
    assert first.quality is not None
    assert (first.quality.routing, first.quality.risk, first.quality.left_out) == ("accept", "low", 0)
    assert first.quality == second.quality
    assert "drift" not in json.dumps(answer_as_dict(first.answer))
    assert "left out" not in render(first.answer)
