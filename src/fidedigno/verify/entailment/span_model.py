"""A token classifier that marks the unsupported words of an answer, in an ONNX file, by its path.

For models of the form of LettuceDetect: (question and passages, answer) in, for each token of the answer the
probability that the evidence does not carry it. Where the passages do not fit at once they are shown in groups, and
a word that one group carries is carried. An answer that does not fit whole is not judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from fidedigno.errors import ConfigurationError
from fidedigno.verify.entailment.graph import Encoded, Graph
from fidedigno.verify.entailment.onnx import probabilities
from fidedigno.verify.entailment.protocol import EntailmentError

TEMPLATE = "{question}\n\n{passages}"
"""How question and passages become one text, if the model was not trained with words of its own around them."""
THRESHOLD = 0.5
_HOLES = ("{question}", "{passages}")


class UnsupportedSpan(NamedTuple):
    """``answer[start:end]`` is ``text``; ``probability`` that the evidence does not carry it."""

    start: int
    end: int
    text: str
    probability: float


class _Token(NamedTuple):
    start: int
    end: int
    unsupported: float


class SpanModel:
    """Marks unsupported stretches of answers. Threads may share it.

    Args:
        path: an ONNX file, or a folder with ``model.onnx`` or only one ONNX file below it.
        tokenizer: its ``tokenizer.json`` or the folder of it; beside the model where not given.
        unsupported: which of its classes means unsupported, by its place.
        max_length: tokens of evidence and answer together.
        threads: processor threads of one computation.
        template: the text around ``{question}`` and ``{passages}``, as the model was trained.

    Raises:
        ConfigurationError: if a package, the model or its tokenizer is missing, or the template has not these holes.
    """

    def __init__(
        self,
        path: Path | str,
        tokenizer: Path | str | None = None,
        *,
        unsupported: int = 1,
        max_length: int = 4_096,
        threads: int = 1,
        template: str = TEMPLATE,
    ) -> None:
        places = [template.find(hole) for hole in _HOLES]
        if not (-1 < places[0] < places[1] and all(template.count(hole) == 1 for hole in _HOLES)):
            raise ConfigurationError(
                "the template of the span model is not whole", f"give {' and then '.join(_HOLES)}"
            )
        self._graph = Graph(path, tokenizer, max_length=max_length, threads=threads)
        self._unsupported = unsupported
        self._template = template
        self.name = f"spans:{self._graph.name}"

    def spans(
        self, question: str, passages: Sequence[str], answer: str
    ) -> tuple[UnsupportedSpan, ...] | None:
        """The unsupported stretches, in the order of the answer; ``None`` where it cannot be judged.

        Raises:
            EntailmentError: if the model cannot be run, or its scores are not of that form.
        """
        encoded = self._groups(question, passages, answer)
        if not encoded:
            return None
        found = [
            self._tokens(each, scores) for each, scores in zip(encoded, self._scores(encoded), strict=True)
        ]
        # The answer has the same tokens in each group.
        tokens = [min(same, key=lambda each: each.unsupported) for same in zip(*found, strict=True)]
        return tuple(_merged(tokens, answer))

    def _groups(self, question: str, passages: Sequence[str], answer: str) -> list[Encoded]:
        """As few groups of passages as fit beside the answer; one that does not fit alone is cut."""
        groups: list[Encoded] = []
        held: list[str] = []
        for passage in passages or ("",):
            wider = self._encode(question, [*held, passage], answer)
            if wider is None:
                return []
            if held and wider.cut:
                held = []
                wider = self._encode(question, [passage], answer)
                groups += [wider] if wider else []
            elif held:
                groups[-1] = wider
            else:
                groups.append(wider)
            held.append(passage)
        return groups

    def _encode(self, question: str, passages: Sequence[str], answer: str) -> Encoded | None:
        before, _, rest = self._template.partition(_HOLES[0])
        between, _, after = rest.partition(_HOLES[1])
        return self._graph.encode("".join((before, question, between, "\n".join(passages), after)), answer)

    def _scores(self, encoded: Sequence[Encoded]) -> list[list[list[float]]]:
        scores = self._graph.scores(encoded)
        for each, rows in zip(encoded, scores, strict=True):
            if rows.ndim != 2 or len(rows) < len(each.ids) or not 0 <= self._unsupported < rows.shape[1]:
                raise EntailmentError("shape")
        return [rows.tolist() for rows in scores]

    def _tokens(self, encoded: Encoded, scores: Sequence[Sequence[float]]) -> list[_Token]:
        return [
            _Token(start, end, probabilities(scores[at])[self._unsupported])
            for at, start, end in encoded.second
            if end > start
        ]


def _merged(tokens: Sequence[_Token], answer: str) -> list[UnsupportedSpan]:
    """Neighbouring unsupported tokens as one stretch, without the blanks around it."""
    runs: list[list[_Token]] = []
    marked = [each.unsupported >= THRESHOLD for each in tokens]
    for at, token in enumerate(tokens):
        if not marked[at]:
            continue
        if at and marked[at - 1]:
            runs[-1].append(token)
        else:
            runs.append([token])
    spans = []
    for run in runs:
        start, end = run[0].start, max(each.end for each in run)
        text = answer[start:end]
        start += len(text) - len(text.lstrip())
        if text.strip():
            stripped = text.strip()
            probability = max(each.unsupported for each in run)
            spans.append(UnsupportedSpan(start, start + len(stripped), stripped, probability))
    return spans
