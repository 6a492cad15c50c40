"""Fitted models kept on disk, so that a process need not embed every example of a pack again.

A file's name is a digest of all that the model depends on; another pack, embedder or version of the code
looks for another file. The folder may be deleted at any time. A file that cannot be read is the same as
none: it is made again. Nothing of a question is ever written here.
"""

from __future__ import annotations

import hashlib
import io
import logging
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fidedigno.plan.fitting import LinearModel
from fidedigno.plan.wording import BUCKETS

_log = logging.getLogger(__name__)
_CHECKSUM_BYTES = 32
_ARRAYS = ("centre", "vector_weights", "rarity", "wording_weights", "bias")


def cache_path(folder: Path, key: Sequence[str]) -> Path:
    """The file of the model that depends on exactly the parts of ``key``."""
    digest = hashlib.sha256()
    for part in key:
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return folder / f"classifier-{digest.hexdigest()[:32]}.model"


def read_model(path: Path, *, classes: int, dimensions: int) -> LinearModel | None:
    """The model in a file; ``None`` where it is absent, damaged or of another shape."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError:
        content = b""
    checksum, archive = content[:_CHECKSUM_BYTES], content[_CHECKSUM_BYTES:]
    # Checked before it is parsed: readers of archives raise anything on a damaged one.
    if hashlib.sha256(archive).digest() != checksum:
        _log.warning("a kept classifier could not be read and is made again")
        return None
    with np.load(io.BytesIO(archive), allow_pickle=False) as stored:
        if set(stored.files) != {"scale", *_ARRAYS}:
            return None
        arrays = {name: np.asarray(stored[name], dtype=np.float32) for name in _ARRAYS}
        scale = float(stored["scale"])
    shapes = {
        "centre": (dimensions,),
        "vector_weights": (dimensions, classes),
        "rarity": (BUCKETS,),
        "wording_weights": (BUCKETS, classes),
        "bias": (classes,),
    }
    if any(arrays[name].shape != shape for name, shape in shapes.items()):
        return None
    return LinearModel(scale=scale, **arrays)


def write_model(path: Path, model: LinearModel) -> None:
    """Keep a model: whole or not at all. A folder that cannot be written costs time, never an answer."""
    arrays = {name: getattr(model, name) for name in _ARRAYS}
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".classifier-", suffix=".model")
        archive = io.BytesIO()
        np.savez_compressed(archive, scale=np.float64(model.scale), **arrays)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(archive.getvalue()).digest() + archive.getvalue())
        Path(temporary).replace(path)
    except OSError:
        _log.warning("the classifier could not be kept on disk; it will be made again next time")
        if temporary:
            Path(temporary).unlink(missing_ok=True)
