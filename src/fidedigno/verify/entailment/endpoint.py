"""A classifier of pairs behind the ``/predict`` address of a text-embeddings-inference server, or one like it.

Claims and evidence leave this machine if the server is elsewhere: that is for whoever configures it to decide. What
is sent, the key and the address are in no log and no error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from fidedigno.errors import ConfigurationError
from fidedigno.language_model.connection import MAX_SECONDS, read_url
from fidedigno.language_model.key_file import read_key
from fidedigno.language_model.posting import NothingError, Posting
from fidedigno.verify.entailment.graph import readable
from fidedigno.verify.entailment.labels import relation_of, roles_of
from fidedigno.verify.entailment.protocol import UNDECIDED, EntailmentError, Relation

SECONDS = 5.0
MAX_BODY = 1_048_576
BATCH = 32
"""Pairs in one request; such a server takes no more unless it was started with another number."""
MAX_HYPOTHESIS = 2_000
"""Characters. The server cuts what its model cannot read, and half of a claim is another claim."""
MAX_PREMISE = 8_000
_PATH = "/predict"


class EntailmentEndpoint:
    """Asks one server. Threads may share it.

    Args:
        url: its address over https, or on this machine, with or without ``/predict`` at the end.
        key_file: a file with the key, which its owner alone may read; none is sent without it.
        labels: what the names of its classes mean, where they do not say it (``LABEL_0``).
        seconds: how long the judgement of all pairs may take, second tries included.

    Raises:
        ConfigurationError: if the address, the time or the file of the key is not valid, or the package for HTTP is
            not installed.
    """

    def __init__(
        self,
        url: str,
        *,
        key_file: Path | str | None = None,
        labels: Mapping[str, str] | None = None,
        seconds: float = SECONDS,
    ) -> None:
        address = read_url(url, "entailment endpoint").removesuffix(_PATH)
        if not 0 < seconds <= MAX_SECONDS:
            raise ConfigurationError(
                f"entailment endpoint: {seconds} seconds",
                f"give a number above 0 and at most {MAX_SECONDS:g}",
            )
        key = read_key(Path(key_file)) if key_file is not None else ""
        self._labels = dict(labels) if labels is not None else None
        self._posting = Posting(address + _PATH, key, seconds, MAX_BODY, "an entailment endpoint")
        self.name = f"endpoint:{urlsplit(address).hostname}"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[Relation, ...]:
        """A relation for each (premise, hypothesis); undecided where the hypothesis is empty or too long.

        Raises:
            EntailmentError: if there is no answer in time, or it is not understood.
        """
        asked = [
            [readable(premise[:MAX_PREMISE]), readable(hypothesis)]
            for premise, hypothesis in pairs
            if _can_be_judged(hypothesis)
        ]
        bodies = [
            {"inputs": asked[start : start + BATCH], "truncate": True, "raw_scores": False}
            for start in range(0, len(asked), BATCH)
        ]
        try:
            answers = self._posting.post(bodies) if bodies else []
        except NothingError as nothing:
            raise EntailmentError(nothing.cause.value) from None
        said: list[Relation] = []
        for body, answer in zip(bodies, answers, strict=True):
            if not isinstance(answer, list) or len(answer) != len(body["inputs"]):  # type: ignore[arg-type]
                raise EntailmentError("shape")
            said += [self._relation(each) for each in answer]
        relations = iter(said)
        return tuple(next(relations) if _can_be_judged(each) else UNDECIDED for _, each in pairs)

    def _relation(self, classes: object) -> Relation:
        """From a list of ``{label, score}``, in any order."""
        try:
            names = [str(each["label"]) for each in classes]  # type: ignore[attr-defined]
            scores = [each["score"] for each in classes]  # type: ignore[attr-defined]
            if not all(isinstance(each, int | float) and not isinstance(each, bool) for each in scores):
                raise EntailmentError("shape")
            return relation_of(roles_of(names, self._labels), scores)
        except ConfigurationError:
            raise EntailmentError("labels", "say what its classes mean with labels={...}") from None
        except (ValueError, LookupError, TypeError, OverflowError):
            raise EntailmentError("shape") from None

    def close(self) -> None:
        """Let go of the threads; a request that runs ends with its time limit."""
        self._posting.close()


def _can_be_judged(hypothesis: str) -> bool:
    return bool(hypothesis.strip()) and len(hypothesis) <= MAX_HYPOTHESIS
