"""Names in sentences: a name that is written from right to left must not turn what stands around it."""

from web.display_names import shown


def isolated(name: str | None) -> str:
    """The name as it is shown, in marks that keep its writing direction to itself."""
    return f"\N{FIRST STRONG ISOLATE}{shown(name or '')}\N{POP DIRECTIONAL ISOLATE}"
