"""The documents that are made from the program itself; ``python -m tests.documents`` (``make docs``) writes them."""
