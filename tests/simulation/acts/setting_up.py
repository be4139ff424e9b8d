"""A table is set up by the forms of its pages: a new card at first, the owner again later; and cards change."""

import re
from functools import cache
from html import unescape
from typing import Any

from device.cameras.camera import Frame, Image
from tests.simulation.acts.keeping import owner
from tests.simulation.evening import LANGUAGES, NAMES, Broken, Evening, Phone
from tests.web.setup.conftest import MARKED, still
from vision import Reading, Rest
from web.access.guard import FORM

FORMS = re.compile(r'(?s)<form[^>]*method="post"[^>]*?(?:action="([^"]*)")?>(.*?)</form>')
FIELDS = re.compile(r"<(?:input|button)\b[^>]*>")


@cache
def picture() -> Image:
    return still(MARKED)


def set_up(evening: Evening) -> None:
    """Go through some steps of the set-up, each as its page has it; now and then with what is no answer."""
    chance = evening.chance
    phone = chance.choice((evening.phones[0], evening.phones[0], owner(evening), evening.guest))
    for _ in range(chance.choice((1, 3, 9))):
        if evening.house.has_camera and chance.random() < 0.8:
            evening.house.show(Frame(picture(), evening.clock.now, 0), Reading(Rest.EMPTY, ()))
        answer = phone.client.get("/setup", follow_redirects=True)
        if answer.status_code >= 500:
            raise Broken(f"/setup: {answer.text[:500]}")
        path = answer.request.path
        if path == "/setup":
            steps = re.findall(r'href="(/setup/[a-z]+)"', answer.text)
            if not steps:
                return
            path = chance.choice(steps)
        _fill_in(evening, phone, path)


def _fill_in(evening: Evening, phone: Phone, path: str) -> None:
    chance, page = evening.chance, evening.get(phone, path)
    forms = FORMS.findall(page)
    if not forms:
        raise Broken(f"{path} has no form: {page[-1500:]}")
    action, inside = chance.choice(forms)
    fields: dict[str, Any] = {}
    choices: dict[str, list[str]] = {}
    for tag in FIELDS.findall(inside):
        if name := re.search(r'\bname="([^"]*)"', tag):
            value = re.search(r'\bvalue="([^"]*)"', tag)
            choices.setdefault(name[1], []).append(unescape(value[1]) if value else "")
    for one, values in choices.items():
        fields[one] = chance.choice(values)
    pin = chance.choice(("4711", "4711", "12"))
    fields |= {one: pin for one in ("pin", "again") if one in choices}
    if "player" in choices:
        fields["player"] = [*chance.sample(NAMES, 2), "", ""]
    if "rail" in choices:
        fields["rail"] = chance.choice(("40", "40", "0", "1e9", "wide"))
    for number, axis in enumerate(("x0", "y0", "x1", "y1", "x2", "y2", "x3", "y3") if "x0" in choices else ()):
        fields[axis] = ("100", "100", "900", "100", "900", "600", "100", "600")[number]
    where = action or path
    answer = phone.client.post(
        where, data=fields, headers={"Origin": "http://localhost"}, content_type=FORM, follow_redirects=False
    )
    evening.done.append(f"{where} {fields} → {answer.status_code}")
    right = pin == "4711" and fields.get("rail", "40") == "40" and fields.get("do") != "corners"
    is_away = answer.status_code == 409 and path.rpartition("/")[2] in ("camera", "throws")
    if answer.status_code >= 500 and not (answer.status_code == 503 and evening.in_trouble):
        raise Broken(f"{evening.done[-1]}: {answer.text[:2000]}")
    if right and answer.status_code != 303 and not (is_away or evening.in_trouble):
        raise Broken(f"offered, and refused: {evening.done[-1]} {answer.text[-1500:]}")


def new_card(evening: Evening) -> None:
    """Put a new card into the machine: it has nothing of the evening, and the phones have their cookies and backups."""
    if evening.in_trouble:
        return
    evening.house.close()
    for file in evening.disk.files:
        file.unlink()
    kind = 'kind = "auto"' if evening.house.kind.camera else 'kind = "none"'
    evening.machine.config.write_text(f"[camera]\n{kind}\n")
    evening.disk.begin()
    evening.told, evening.safe, evening.asides = {}, {}, set()
    evening.begin_again({})
    language = evening.chance.choice(LANGUAGES)
    wanted = evening.phones[0].client.get("/setup/wanted").json
    if wanted != {"wanted": True} or "/setup" not in evening.get(evening.phones[0], f"/?language={language}"):
        raise Broken(f"a new card does not ask to be set up: {wanted}")
