"""Serve: the workspace over HTTP.

In come requests; out go answers, in the shape in which the Python interface gives them. Who asks is what a
checked token says and nothing else. No error tells more than its code and what happened: no traceback, no
text of a document, no name. This room decides no permission.
"""
