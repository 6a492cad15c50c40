"""Reading a declaration: strict YAML, so that a misspelt or repeated key opens nothing by chance."""

from __future__ import annotations

from typing import Any

import yaml
from pydantic import ValidationError

from fidedigno.errors import ConfigurationError
from fidedigno.sources.declared.declaration import Declaration
from fidedigno.sources.http.client import checked_base

MAX_CHARACTERS = 200_000
_HINT = "The page about declared systems shows whole declarations."


def read_declaration(text: str) -> Declaration:
    """The declaration that a YAML text holds.

    Raises:
        ConfigurationError: if it is not valid, with the place; never with a value.
    """
    if len(text) > MAX_CHARACTERS:
        raise ConfigurationError("the declaration of a system is too long", _HINT)
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.SafeLoader)):
            raise ConfigurationError("the declaration of a system uses an alias", "Write each part out.")
        said = _Loader(text).get_single_data()
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}" if mark else ""
        raise ConfigurationError(f"the declaration of a system is not plain YAML{where}", _HINT) from None
    try:
        declaration = Declaration.model_validate(said)
    except ValidationError as error:
        raise ConfigurationError(_first(error), _HINT) from None
    checked_base(declaration.base)
    return declaration


class _Loader(yaml.SafeLoader):
    """The safe loader, without the silent loss of repeated keys."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    mapping: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node)
        if not isinstance(key, str) or key in mapping or key == "<<":
            raise yaml.constructor.ConstructorError(
                None, None, "a key is repeated or no text", key_node.start_mark
            )
        mapping[key] = loader.construct_object(value_node, deep=True)
    return mapping


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def _first(error: ValidationError) -> str:
    problem = error.errors(include_input=False, include_url=False, include_context=False)[0]
    where = ".".join(str(each)[:60] for each in problem["loc"]) or "the whole"
    return f"the declaration of a system is not valid at {where}: {problem['msg']}"
