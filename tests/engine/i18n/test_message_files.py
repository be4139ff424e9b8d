"""The message files have every message of the source, and nothing else."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[3]
LOCALES = ROOT / "engine" / "i18n" / "locale"
TEMPLATE = LOCALES / "quarterdeck.pot"
ALL_FILES = {file.parts[-3]: file for file in sorted(LOCALES.glob("*/LC_MESSAGES/quarterdeck.po"))}
AMERICAN = ALL_FILES["en_US"]
FILES = {language: file for language, file in ALL_FILES.items() if file != AMERICAN}

PACKAGES = ("engine", "vision", "table", "device", "web", "venue")
KEYWORDS = ("-k", "_", "-k", "ngettext:1,2", "-k", "pgettext:1c,2")
PLACEHOLDER = re.compile(r"\{[^{}]*\}")


@cache
def read(file: Path, language: str | None = None) -> Catalog:
    with file.open("rb") as opened:
        return read_po(opened, locale=language)


def messages(catalog: Catalog) -> dict[tuple[str | None, str], Message]:
    return {(one.context, forms(one.id)[0]): one for one in catalog if one.id}


def forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]


def test_the_template_has_what_the_source_says(tmp_path: Path) -> None:
    fresh = tmp_path / "quarterdeck.pot"
    command = (sys.executable, "-m", "babel.messages.frontend", "-q", "extract", "-F", "babel.cfg", *KEYWORDS)
    subprocess.run((*command, "-o", str(fresh), *PACKAGES), cwd=ROOT, check=True)
    now, kept = messages(read(fresh)), messages(read(TEMPLATE))
    assert now.keys() - kept.keys() == set(), "run make messages"
    assert kept.keys() - now.keys() == set(), "run make messages"


@pytest.mark.parametrize("language", FILES)
def test_a_language_has_each_message_once_and_no_other(language: str) -> None:
    wanted, there = messages(read(TEMPLATE)), messages(read(FILES[language], language))
    assert wanted.keys() - there.keys() == set()
    assert there.keys() - wanted.keys() == set()
    empty = [key for key, one in there.items() if not all(forms(one.string))]
    assert empty == []
    assert [key for key, one in there.items() if one.fuzzy] == []


PAIRS = (
    *("colour color", "Colour Color", "colours colors", "grey gray", "Grey Gray", "centre center"),
    *("millimetres millimeters", "centimetre centimeter", "centimetres centimeters"),
    *("labelled labeled", "cancelled canceled", "Analysing Analyzing"),
    *("enrol enroll", "Enrol Enroll", "favourite favorite"),
)
SPELLED = dict(map(str.split, PAIRS)) | {"English": "English (US)"}
"""British words and American ones. The name of the language is another, too."""


def test_the_american_file_has_the_messages_with_a_word_that_is_spelled_otherwise_there() -> None:
    word = re.compile(r"quarterdeck venue enrol|\{\w+\}|\w+")  # a command and a placeholder stay
    source = {key: forms(one.id) for key, one in messages(read(TEMPLATE)).items()}
    american = {
        key: tuple(word.sub(lambda found: SPELLED.get(found[0], found[0]), form) for form in british)
        for key, british in source.items()
    }
    there = {key: forms(one.string) for key, one in messages(read(AMERICAN, "en_US")).items()}
    assert there == {key: said for key, said in american.items() if said != source[key]}


@pytest.mark.parametrize("language", FILES)
def test_a_translation_has_the_placeholders_of_its_message(language: str) -> None:
    for key, one in messages(read(FILES[language], language)).items():
        first, *_, last = forms(one.id) * 2
        *singular, plural = forms(one.string)
        assert set(PLACEHOLDER.findall(plural)) == set(PLACEHOLDER.findall(last)), key
        may = set(PLACEHOLDER.findall(first + last))
        assert all(set(PLACEHOLDER.findall(form)) <= may for form in singular), key


@pytest.mark.parametrize("language", FILES)
def test_a_translation_ends_as_its_message_does(language: str) -> None:
    for key, one in messages(read(FILES[language], language)).items():
        for form in forms(one.string):
            assert form.endswith(".") == key[1].endswith("."), key
            assert form[:1].isspace() == key[1][:1].isspace(), key


UNLIKE = {
    "fr": re.compile(r"[ \u00a0][;!?]|[ \u202f][:»](?!/)|«[ \u202f]|\b(tu|tes|ton|toi)\b"),
    "es": re.compile(r"[«»]|\b(usted|ustedes|vosotros|móvil)\b"),
    "de": re.compile(r"[a-zäöüß,] (Sie|Ihnen) |\b(Telefon|Smartphone)\b"),
}
"""What each language writes otherwise: a sign without its fixed space, the wrong quotes, the wrong form of address."""


@pytest.mark.parametrize("language", UNLIKE)
def test_a_language_is_written_in_one_way(language: str) -> None:
    texts = [form for one in messages(read(FILES[language], language)).values() for form in forms(one.string)]
    assert [text for text in texts if UNLIKE[language].search(text)] == []


@pytest.mark.parametrize("language", FILES)
def test_a_sentence_names_the_buttons_as_the_keys_are_called(language: str) -> None:
    """The word on the button of the tray, in capitals, is the word of the key on the page."""
    found = messages(read(FILES[language], language))
    for key in ("Roll", "Stand"):
        word = str(found[None, key].string).upper()
        assert word == key.upper()
        named = [one for one in found.values() if re.search(rf"\b{word}\b", " ".join(forms(one.id))) and one.string]
        assert len(named) > 5
        assert [one.id for one in named if not all(word in form for form in forms(one.string) if form)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_message_is_in_an_f_string(package: str) -> None:
    """Python's tokenizer hides it from Babel before Python 3.12."""
    texts = (file.read_text("utf-8") for file in (ROOT / package).rglob("*.py"))
    strings = (one for text in texts for one in ast.walk(ast.parse(text)) if isinstance(one, ast.JoinedStr))
    called = {
        one.func.id
        for string in strings
        for one in ast.walk(string)
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)
    }
    assert not called & {"_", "ngettext", "pgettext"}
