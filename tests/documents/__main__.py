"""Writes the documents that are made from the program: ``python -m tests.documents``."""

from tests.documents.written import DOCUMENTS, FOLDER

for name, page in DOCUMENTS.items():
    (FOLDER / name).write_text(page(), encoding="utf-8")
    print(f"docs/{name}")
