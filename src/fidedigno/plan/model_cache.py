"""Fitted models kept on disk, so that a process need not embed every example of a pack again.

A file's name is a digest of all that the model depends on; another pack, embedder or version of the code
looks for another file. The folder may be deleted at any time. A file that cannot be read is the same as
none: it is made again. Nothing of a question is ever written here.
"""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fidedigno.plan.fitting import LinearModel
from fidedigno.plan.wording import BUCKETS

_log = logging.getLogger(__name__)
_ARRAYS = ("centre", "vector_weights", "rarity", "wording_weights", "bias")


def cache_path(folder: Path, key: Sequence[str]) -> Path:
    """The file of the model that depends on exactly the parts of ``key``."""
    digest = hashlib.sha256()
    for part in key:
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return folder / f"classifier-{digest.hexdigest()[:32]}.npz"


def read_model(path: Path, *, classes: int, dimensions: int) -> LinearModel | None:
    """The model in a file; ``None`` where it is absent, damaged or of another shape."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: np.asarray(stored[name], dtype=np.float32) for name in _ARRAYS}
            scale = float(stored["scale"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile):
        _log.warning("a kept classifier could not be read and is made again")
        return None
    shapes = {
        "centre": (dimensions,),
        "vector_weights": (dimensions, classes),
        "rarity": (BUCKETS,),
        "wording_weights": (BUCKETS, classes),
        "bias": (classes,),
    }
    if any(arrays[name].shape != shape for name, shape in shapes.items()) or not np.isfinite(scale):
        return None
    if not all(np.isfinite(array).all() for array in arrays.values()):
        return None
    return LinearModel(scale=scale, **arrays)


def write_model(path: Path, model: LinearModel) -> None:
    """Keep a model: whole or not at all. A folder that cannot be written costs time, never an answer."""
    arrays = {name: getattr(model, name) for name in _ARRAYS}
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".classifier-", suffix=".npz")
        with os.fdopen(handle, "wb") as file:
            np.savez(file, scale=np.float64(model.scale), **arrays)
        Path(temporary).replace(path)
    except OSError:
        _log.warning("the classifier could not be kept on disk; it will be made again next time")
        if temporary:
            Path(temporary).unlink(missing_ok=True)
