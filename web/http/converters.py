"""Numbers in addresses: none is longer than what Python reads and a database takes."""

from werkzeug.routing import IntegerConverter


class Number(IntegerConverter):
    """A whole number of at most fifteen digits; what is longer is the address of nothing."""

    regex = r"\d{1,15}"
