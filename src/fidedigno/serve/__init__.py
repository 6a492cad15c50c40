"""What answers over HTTP, or is read by monitoring: thin over the workspace, like the command line.

In: a workspace. Out: routers that an application includes, and text for Prometheus. Needs the extra ``server``.
"""
