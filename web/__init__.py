"""The page: one ASGI app, server-rendered, for a server and for a browser alone."""
