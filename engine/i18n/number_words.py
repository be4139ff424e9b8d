"""Whole numbers as words, to be spoken: “three hundred fifty”. A language without words here gets figures."""

from collections.abc import Callable, Mapping

from engine.i18n.texts import Language, Text

LARGEST = 999_999
"""Larger numbers stay figures."""

_EN = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_EN_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_DE = (
    *("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    *("dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"),
)
_DE_TENS = ("", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")
_ES = (
    *("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"),
    *("trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno"),
    *("veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete", "veintiocho"),
    "veintinueve",
)
_ES_TENS = ("", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
_ES_HUNDREDS = (
    *("", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos", "setecientos"),
    *("ochocientos", "novecientos"),
)
_FR = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize"),
    *("quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
_FR_TENS = ("", "", "vingt", "trente", "quarante", "cinquante", "soixante", "soixante", "quatre-vingt", "quatre-vingt")


class NumberWords(Text):
    """A whole number in words."""

    __slots__ = ()

    @staticmethod
    def english(value: int) -> str:
        return _in_words(value, _english)

    @staticmethod
    def render(language: Language, value: int) -> str:
        return _in_words(value, _WORDS.get(language.code[:2], str))


spelled = NumberWords


def _in_words(value: int, words: Callable[[int], str]) -> str:
    return words(value) if 0 <= value <= LARGEST else str(value)


def _english(value: int) -> str:
    if value < 20:
        return _EN[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _EN_TENS[tens] + (f"-{_EN[ones]}" if ones else "")
    size, name = (1000, "thousand") if value >= 1000 else (100, "hundred")
    many, rest = divmod(value, size)
    return f"{_english(many)} {name}" + (f" {_english(rest)}" if rest else "")


def _german(value: int, *, one: str = "eins") -> str:
    """Return the number; ``one`` is the form of 1 at its end: “ein” before what is counted."""
    if value < 20:
        return one if value == 1 else _DE[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return (f"{_german(ones, one='ein')}und" if ones else "") + _DE_TENS[tens]
    size, name = (1000, "tausend") if value >= 1000 else (100, "hundert")
    many, rest = divmod(value, size)
    return f"{_german(many, one='ein')}{name}" + (_german(rest, one=one) if rest else "")


def _spanish(value: int) -> str:
    if value < len(_ES):
        return _ES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _ES_TENS[tens] + (f" y {_ES[ones]}" if ones else "")
    if value < 1000:
        hundreds, rest = divmod(value, 100)
        return "cien" if value == 100 else _ES_HUNDREDS[hundreds] + (f" {_spanish(rest)}" if rest else "")
    many, rest = divmod(value, 1000)
    before = "" if many == 1 else f"{_before_mil(_spanish(many))} "
    return f"{before}mil" + (f" {_spanish(rest)}" if rest else "")


def _before_mil(words: str) -> str:
    """Return a number as it stands before “mil”: “uno” loses its end."""
    if words.endswith("veintiuno"):
        return f"{words.removesuffix('veintiuno')}veintiún"
    return words.removesuffix("o") if words.endswith("uno") else words


def _french(value: int, *, last: bool = True) -> str:
    """Return the number; not ``last`` before “mille”, where “cent” and “quatre-vingt” stay without an s."""
    if value < 20:
        return _FR[value]
    if value < 100:
        return _french_tens(value, last=last)
    if value < 1000:
        hundreds, rest = divmod(value, 100)
        cents = "cent" if hundreds == 1 else f"{_FR[hundreds]} cent" + ("s" if last and not rest else "")
        return cents + (f" {_french(rest, last=last)}" if rest else "")
    many, rest = divmod(value, 1000)
    before = "" if many == 1 else f"{_french(many, last=False)} "
    return f"{before}mille" + (f" {_french(rest)}" if rest else "")


def _french_tens(value: int, *, last: bool) -> str:
    tens, ones = divmod(value, 10)
    if tens in (7, 9):
        ones += 10
    name = _FR_TENS[tens]
    if not ones:
        return f"{name}s" if tens == 8 and last else name
    return f"{name} et {_FR[ones]}" if ones in (1, 11) and tens < 8 else f"{name}-{_FR[ones]}"


_WORDS: Mapping[str, Callable[[int], str]] = {"en": _english, "de": _german, "es": _spanish, "fr": _french}
