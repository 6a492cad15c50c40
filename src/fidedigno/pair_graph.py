"""A model in an ONNX file with its tokenizer: two texts in, scores out. Nothing is downloaded, nothing leaves.

One of the two texts is cut where they do not fit, as the caller says; the other one is never read in part. With
8-bit weights a score depends on what else is in the batch, so by default each pair is computed by itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fidedigno.errors import ConfigurationError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHARACTERS_A_TOKEN = 16
"""More than any language needs; text beyond it is not even put to the tokenizer."""
_MAX_JSON_BYTES = 4 * 2**20
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_LEAST_LEFT = 8
"""Tokens of the text that is cut which must be left for a score to mean anything."""


class GraphError(Exception):
    """A model could not score. Its message is a cause, fit for a log."""


class Encoded(NamedTuple):
    """A pair in tokens. ``second`` holds the tokens of the second text: their place, start and end in it. ``cut``
    says whether the text that may be cut did not fit whole."""

    ids: tuple[int, ...]
    types: tuple[int, ...]
    second: tuple[tuple[int, int, int], ...]
    cut: bool


class PairGraph:
    """Runs one model. Threads may share it.

    Args:
        path: an ONNX file, or a folder with ``model.onnx`` or only one ONNX file below it.
        tokenizer: its ``tokenizer.json``, or the folder of it; beside the model where not given.
        max_length: tokens of both texts; a graph of a fixed length goes before it.
        threads: processor threads of one computation.
        what: what needs the packages, and the extra that has them, for an error.

    Raises:
        ConfigurationError: if a package, the model or its tokenizer is missing or cannot be read.
    """

    def __init__(
        self,
        path: Path | str,
        tokenizer: Path | str | None = None,
        *,
        max_length: int = 512,
        threads: int = 1,
        what: tuple[str, str] = ("an entailment model", "entailment"),
    ) -> None:
        onnxruntime, tokenizers = _import_packages(*what)
        given = Path(path)
        self.file = _only(given, "onnx", ("model.onnx", "onnx/model.onnx"))
        beside = Path(tokenizer) if tokenizer is not None else given if given.is_dir() else given.parent
        words = _only(beside, "json", ("tokenizer.json",), name="tokenizer.json")
        self.name = (given if given.is_dir() else given.parent).resolve().name
        self.config = _config(self.file, given)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = threads
        options.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(
                str(self.file), options, providers=["CPUExecutionProvider"]
            )
            self._tokenizer = tokenizers.Tokenizer.from_file(str(words))
        except Exception as error:  # noqa: BLE001 - both libraries raise errors of many kinds, some of Exception itself
            raise ConfigurationError(
                f"the model or its tokenizer cannot be read: {type(error).__name__}", "name an ONNX file"
            ) from None
        self._inputs = [each.name for each in self._session.get_inputs()]
        self._check_inputs()
        shape = self._session.get_inputs()[0].shape
        self.fixed_batch = shape[0] if isinstance(shape[0], int) else None
        self.fixed_length = shape[1] if isinstance(shape[1], int) else None
        self.max_length = self.fixed_length or max_length
        self._pad = self._padding()
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._special = self._tokenizer.num_special_tokens_to_add(True)

    def _check_inputs(self) -> None:
        unknown = sorted(set(self._inputs) - set(_INPUTS))
        if unknown or "input_ids" not in self._inputs:
            raise ConfigurationError(
                f"the model wants other inputs: {', '.join(unknown) or 'no input_ids'}",
                f"expected input_ids, and attention_mask or token_type_ids ({_INPUTS[0]} of two texts)",
            )

    def _padding(self) -> int:
        padding = self._tokenizer.padding
        told = padding["pad_id"] if padding else self.config.get("pad_token_id")
        return told if isinstance(told, int) else 0

    def encode(self, first: str, second: str, *, cut_second: bool = False) -> Encoded | None:
        """The pair in tokens, the first text cut to what is left beside the second one; or the other way round.

        ``None`` if the text that is not cut is empty, or leaves no room for the other one.
        """
        limit = self.max_length * CHARACTERS_A_TOKEN
        whole, part = (first, second) if cut_second else (second, first)
        if not whole.strip() or len(whole) > limit:
            return None
        try:
            kept = self._tokenizer.encode(readable(whole), add_special_tokens=False)
            left = self.max_length - self._special - len(kept.ids)
            if left < _LEAST_LEFT:
                return None
            shorter = self._tokenizer.encode(readable(part[:limit]), add_special_tokens=False)
            cut = len(part) > limit or len(shorter.ids) > left
            shorter.truncate(left)
            pair = self._tokenizer.post_process(*((kept, shorter) if cut_second else (shorter, kept)))
        except Exception as error:  # noqa: BLE001 - the tokenizers raise errors of Exception itself
            raise GraphError(f"tokenizer: {type(error).__name__}") from None
        places = tuple(
            (at, *offsets)
            for at, (which, offsets) in enumerate(zip(pair.sequence_ids, pair.offsets, strict=True))
            if which == 1
        )
        return Encoded(tuple(pair.ids), tuple(pair.type_ids), places, cut)

    def scores(self, encoded: Sequence[Encoded], batch: int = 1) -> list[NDArray[np.float32]]:
        """The first output of the graph for each pair; that of a token classifier for its own tokens alone.

        Raises:
            GraphError: if the graph cannot be run, or its scores are no numbers.
        """
        import numpy as np

        found: dict[int, NDArray[np.float32]] = {}
        size = self.fixed_batch or batch
        # Pairs of one length together, so that little is computed for padding alone.
        order = sorted(range(len(encoded)), key=lambda at: len(encoded[at].ids))
        for start in range(0, len(order), size):
            part = order[start : start + size]
            rows = [encoded[at] for at in part]
            given = self._feed([*rows, *rows[-1:] * ((self.fixed_batch or 0) - len(rows))])
            try:
                out = np.asarray(self._session.run(None, given)[0], dtype=np.float32)
            except Exception as error:  # noqa: BLE001 - the runtime raises errors of many kinds
                raise GraphError(f"runtime: {type(error).__name__}") from None
            if not out.ndim or len(out) < len(part) or not np.isfinite(out).all():
                raise GraphError("shape")
            found.update(zip(part, out, strict=False))
        return [found[at] for at in range(len(encoded))]

    def _feed(self, rows: Sequence[Encoded]) -> dict[str, NDArray[np.int64]]:
        import numpy as np

        length = self.fixed_length or max(len(each.ids) for each in rows)
        given = {
            "input_ids": np.full((len(rows), length), self._pad, dtype=np.int64),
            "attention_mask": np.zeros((len(rows), length), dtype=np.int64),
            "token_type_ids": np.zeros((len(rows), length), dtype=np.int64),
        }
        for at, row in enumerate(rows):
            given["input_ids"][at, : len(row.ids)] = row.ids
            given["attention_mask"][at, : len(row.ids)] = 1
            given["token_type_ids"][at, : len(row.types)] = row.types
        return {name: given[name] for name in self._inputs}


def readable(text: str) -> str:
    """The text without NUL and halves of characters, which tokenizers refuse; places stay where they are."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def class_names(config: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the classes in the order of the scores, as a ``config.json`` tells them; none if it does not."""
    told = config.get("id2label")
    if isinstance(told, dict):
        try:
            return tuple(str(told[each]) for each in sorted(told, key=int))
        except ValueError:
            return ()
    told = config.get("labels")
    return tuple(map(str, told)) if isinstance(told, list) else ()


def _import_packages(what: str, extra: str) -> tuple[Any, Any]:
    try:
        import onnxruntime
        import tokenizers
    except ImportError as error:
        raise ConfigurationError(
            f"{what} needs the package {error.name}", f"pip install 'fidedigno[{extra}]'"
        ) from error
    return onnxruntime, tokenizers


def _only(path: Path, ending: str, usual: Sequence[str], name: str = "") -> Path:
    """The file itself, a usual one in the folder, or the only one below it."""
    if path.is_file():
        return path
    for each in usual:
        if (path / each).is_file():
            return path / each
    found = sorted(path.rglob(name or f"*.{ending}"))[:2] if path.is_dir() else []
    if len(found) == 1:
        return found[0]
    raise ConfigurationError(
        f"{path}: {'several' if found else 'no'} {name or ending.upper() + ' file'} here",
        "name the file itself",
    )


def _config(model: Path, given: Path) -> Mapping[str, Any]:
    """What ``config.json`` or ``manifest.json`` beside the model says; nothing where there is none."""
    merged: dict[str, Any] = {}
    for folder in {given if given.is_dir() else given.parent: None, model.parent: None}:
        for name in ("manifest.json", "config.json"):
            path = folder / name
            if path.is_file() and path.stat().st_size <= _MAX_JSON_BYTES:
                merged |= _read_object(path)
    return merged


def _read_object(path: Path) -> dict[str, Any]:
    try:
        loaded = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise ConfigurationError(f"{path}: it is no JSON", "restore the file of the model") from None
    return loaded if isinstance(loaded, dict) else {}
