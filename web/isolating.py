"""Names in sentences: a name that is written from right to left must not turn what stands around it."""


def isolated(name: str | None) -> str:
    """The name in marks that keep its writing direction to itself."""
    return f"\N{FIRST STRONG ISOLATE}{name or ''}\N{POP DIRECTIONAL ISOLATE}"
