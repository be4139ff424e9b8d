"""The page as an app on a phone: its manifest, its service worker, the page without a connection. Start with `routes`.

May import `http` and `ports`.
"""
