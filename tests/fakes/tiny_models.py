"""Models of a few words in ONNX, with their tokenizers: each word adds to the score of a class, and all is exact."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
OPSET = 17
NLI = {"same": (4.0, 0.0, 0.0), "other": (0.0, 4.0, 0.0), "not": (0.0, 0.0, 4.0)}
"""What each word adds to entailed, neutral and contradicted."""


def tokenizer(folder: Path, words: Sequence[str], *, padded: bool = False) -> Path:
    """A tokenizer of these words, written as ``tokenizer.json``; [CLS] and [SEP] as BERT has them."""
    vocabulary = {word: at for at, word in enumerate((*SPECIAL, *words))}
    made = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    if padded:  # as files are that were saved with the settings of a training
        made.enable_padding(pad_id=0, pad_token="[PAD]", length=64)
        made.enable_truncation(6)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "tokenizer.json"
    made.save(str(path))
    return path


def pairs(
    path: Path,
    table: dict[str, tuple[float, ...]],
    *,
    inputs: Sequence[str] = ("input_ids", "attention_mask"),
    length: int | str = "length",
    batch: int | str = "batch",
) -> Path:
    """A classifier of pairs: its scores are the sums over all words that the masks let through."""
    classes = len(next(iter(table.values())))
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["each"])]
    last = "each"
    for name in inputs[1:]:
        nodes += [
            helper.make_node("Cast", [name], [f"{name}_number"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", [f"{name}_number", "two"], [f"{name}_wide"]),
            helper.make_node("Mul", [last, f"{name}_wide"], [f"{name}_through"]),
        ]
        last = f"{name}_through"
    nodes.append(helper.make_node("ReduceSum", [last, "one"], ["logits"], keepdims=0))
    shape = [batch, length]
    return _write(path, nodes, table, [(each, shape) for each in inputs], [batch, classes])


def tokens(path: Path, table: dict[str, tuple[float, ...]]) -> Path:
    """A classifier of tokens: the scores of each word are its own."""
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["logits"])]
    shape = ["batch", "length"]
    classes = len(next(iter(table.values())))
    return _write(path, nodes, table, [("input_ids", shape)], [*shape, classes])


def _write(
    path: Path,
    nodes: list[onnx.NodeProto],
    table: dict[str, tuple[float, ...]],
    inputs: Sequence[tuple[str, list[int | str]]],
    output: list[int | str],
) -> Path:
    classes = len(next(iter(table.values())))
    # A padded place would be seen in the scores: its row is no row of zeros.
    rows = np.zeros((len(SPECIAL) + len(table), classes), dtype=np.float32)
    rows[0] = 7.0 * np.arange(classes)
    rows[len(SPECIAL) :] = list(table.values())
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name, shape in inputs],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, output)],
        [
            numpy_helper.from_array(rows, "table"),
            numpy_helper.from_array(np.array([1], dtype=np.int64), "one"),
            numpy_helper.from_array(np.array([2], dtype=np.int64), "two"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(model.SerializeToString())
    return path


def config(folder: Path, names: Sequence[str]) -> None:
    """A ``config.json`` that names the classes."""
    told = {"id2label": {str(at): name for at, name in enumerate(names)}}
    (folder / "config.json").write_text(json.dumps(told), encoding="utf-8")


def nli(folder: Path, names: Sequence[str] = ("entailment", "neutral", "contradiction")) -> Path:
    """A whole model of entailment in a folder."""
    pairs(folder / "model.onnx", NLI)
    tokenizer(folder, list(NLI))
    config(folder, names)
    return folder
