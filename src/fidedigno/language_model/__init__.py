"""The optional language model: it chooses one of a closed list of options, and does nothing else.

In comes a :class:`Task` (what is asked, texts as data, options); out goes one of its options, or nothing. No
word that a model writes reaches a plan, a statement or an answer: its reply is read as one letter. What a
text tries to make it do can at most pick a wrong option. Without a setting there is none, and nothing of
this is loaded. It must never be asked what is true, who may see something, or what an answer says.
"""

from fidedigno.language_model.both_ways import choose_both_ways
from fidedigno.language_model.connection import open_language_model
from fidedigno.language_model.task import Choice, LanguageModel, Option, Task

__all__ = ["Choice", "LanguageModel", "Option", "Task", "choose_both_ways", "open_language_model"]
