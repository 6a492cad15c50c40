"""Delivery: the answer as a person or a program receives it (LMS evidence article, response contract).

In comes an answer; out go its words, safe to show. Nothing here adds to or takes from what was quoted
except what would act on the reader's screen.
"""
