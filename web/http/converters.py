"""URL converter for integers of at most 15 digits."""

from werkzeug.routing import IntegerConverter


class Number(IntegerConverter):
    """A whole number of at most 15 digits; a longer one matches no route."""

    regex = r"\d{1,15}"
