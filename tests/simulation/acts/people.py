"""People: a phone at the helm, guests, the owner, a child who taps what is long gone, a stranger with a script."""

import json
import re
from typing import Any

from engine import rules_of
from table.games import playable_presets
from tests.simulation.evening import NAMES, Broken, Evening
from web.games import game_on_the_page
from web.games.house_rules import options_of
from web.games.own_games import QUESTIONS, choices_of, text_of
from web.helm.new_game import switches

PAGES = (
    "/", "/tv", "/evening", "/log", "/players", "/board", "/how", "/look", "/dice", "/tournament", "/play", "/help",
    "/figures", "/throw", "/me", "/helm", "/play/sheet", "/result", "/tv/attract", "/misread", "/tournament/wall",
    "/log/dice", "/log/board", "/log/games", "/log/players", "/owner", "/owner/players", "/helm/box/doctor",
)  # fmt: skip
SHEETS = ("more", "company", "latest", "keys", "stakes", "rounds", "games/new", "hand")
STRANGE = ("/log/0", "/log/999999999999999", "/nothing", "/helm/rolls/0/9", "/players?name=%00", "/log?page=-1")
PINS = ("4711", "0815", "123456")


def tap_the_bar(evening: Evening) -> None:
    helm = evening.helm
    evening.look(helm, evening.chance.choice(("/helm/bar", "/helm/bar", "/")))
    evening.tap(helm, helm.shown)


def tap_a_sheet(evening: Evening) -> None:
    helm = evening.helm
    evening.look(helm, f"/helm/{evening.chance.choice(SHEETS)}")
    evening.tap(helm, helm.shown)


def throw(evening: Evening) -> None:
    """Enter a throw as the pad allows it."""
    now, chance = evening.now, evening.chance
    pad = game_on_the_page(now.state).entered(now.state)
    if not pad.throw or now.mode.name == "PAUSED":
        return
    free = [place for place, die in enumerate(pad.dice) if die.free]
    fixed = [die.face for die in pad.dice if die.stays and not die.free]
    stays, offered = [die.face for die in pad.dice if die.stays], True
    if chance.random() < 0.5:  # other dice than the pad proposes
        stays = fixed + [pad.dice[place].face for place in chance.sample(free, chance.randint(0, len(free)))]
        offered = bool(pad.may)
    if pad.may and "".join(map(str, sorted(stays))) not in pad.may:
        stays = [int(face) for face in chance.choice(pad.may)]
    count = (len(pad.dice) - len(stays) or pad.again) if pad.dice else pad.throw
    if count:
        dice = [chance.choice((chance.randint(1, 6), 6, 5, 4)) for _ in range(count)]
        evening.send(evening.helm, ("/api/moves", {"do": "throw", "aside": stays, "dice": dice}), offered=offered)


def pick_a_box(evening: Evening) -> None:
    board = game_on_the_page(evening.now.state).board(evening.now)
    boxes = [box.key for part in getattr(board, "parts", ()) for box in part if box.open]
    if boxes:
        evening.send(evening.helm, ("/api/moves", {"do": "score", "box": evening.chance.choice(boxes)}))


def _options(evening: Evening, preset: str) -> dict[str, Any]:
    """Choose rules as the form offers them: often the least of a number, which ends a game soon."""
    chance = evening.chance
    chosen: dict[str, Any] = {}
    for option in (one.option for one in switches(preset, {})):
        if option.takes == "number" and chance.random() < 0.5:
            chosen[option.key] = chance.choice((option.least, option.least, option.least + 1, option.most))
        elif option.takes in ("choice", "flag") and chance.random() < 0.1:
            choice = chance.choice(sorted(option.choices) or (True, False))
            chosen[option.key] = str(choice).replace("(n)", f"({option.least})") if option.choices else choice
    return chosen


def _limit(evening: Evening, preset: str) -> dict[str, Any]:
    """Choose the least or the most of one option, with what it needs."""
    chance = evening.chance
    options = [one for one in options_of(rules_of(preset, {})) if one.takes in ("number", "choice", "flag")]
    if not options:
        return {}
    option = chance.choice(options)
    number = chance.choice((option.least, option.most))
    value: object = number if option.takes == "number" else chance.random() < 0.5
    if option.takes == "choice":
        value = chance.choice(sorted(option.choices)).replace("(n)", f"({number})")
    return {**dict([option.needs] if option.needs else []), option.key: value}


def new_game(evening: Evening) -> None:
    """Begin a game. With one option at its limit it begins; several may contradict each other."""
    chance = evening.chance
    if chance.random() < 0.4:
        preset = evening.pick(playable_presets())
        begun = {"preset": preset, "options": _limit(evening, preset), "players": chance.sample(NAMES, 2)}
        evening.send(evening.helm, ("/api/games", begun))
        return
    preset, players = evening.pick(playable_presets()), chance.sample(NAMES, chance.randint(1, 6))
    said: dict[str, Any] = {"preset": preset, "options": _options(evening, preset), "players": players}
    if chance.random() < 0.2:
        said["handicap"] = {players[0]: 5}
    if chance.random() < 0.3:
        said["starter"] = players[0]
    evening.send(evening.helm, ("/api/games", said), offered=False)


def same_game(evening: Evening) -> None:
    """Begin another game of those who are there: two short ones in a row look alike."""
    state = evening.now.state
    said = {"preset": state.rules.name, "options": dict(state.options), "players": list(state.players)}
    evening.send(evening.helm, ("/api/games", said), offered=False)


def look_around(evening: Evening) -> None:
    phone = evening.chance.choice(evening.phones)
    evening.look(phone, evening.chance.choice(PAGES))


def ask_to_play(evening: Evening) -> None:
    phone = evening.guest
    evening.get(phone, "/play")
    evening.send(phone, ("/api/join-requests", {"name": evening.chance.choice(NAMES)}), offered=False)
    phone.client.get("/api/join-requests/mine")


def answer_who_asks(evening: Evening) -> None:
    requests = evening.now.requests
    if requests:
        said = {"request": evening.chance.choice(requests).number, "accept": evening.chance.random() < 0.7}
        evening.send(evening.helm, ("/api/join-requests/answer", said), offered=False)


def correct(evening: Evening) -> None:
    helm, chance = evening.helm, evening.chance
    rolls = re.findall(r'data-sheet="(/helm/rolls/\d+/\d+)', evening.get(helm, "/helm/latest"))
    if rolls:
        evening.look(helm, chance.choice(rolls))
        evening.tap(helm, helm.shown)


def preview_and_correct(evening: Evening) -> None:
    """Ask what a correction would change, and make it: who is next, or has won, is what was said."""
    helm, chance = evening.helm, evening.chance
    rolls = [one for one in helm.client.get("/api/rolls").json["rolls"] if one["counts"]]  # type: ignore[index]
    if not rolls:
        return
    roll = chance.choice(rolls)
    dice = [chance.randint(1, 6) for _ in roll["dice"]]
    asked = helm.client.get(f"/api/corrections?roll={roll['number']}&dice={','.join(map(str, dice))}")
    said = {"roll": roll["number"], "dice": dice, "sure": True}
    done = evening.send(helm, ("/api/corrections", said), offered=False)
    if asked.status_code != done.status_code and not (evening.in_trouble or done.json.get("code") == "not_at_rest"):
        raise Broken(f"asked about {said}: {asked.status_code} {asked.text}, done: {done.status_code} {done.text}")
    if asked.status_code != 200 or done.status_code != 200:
        return
    now = evening.now.state
    for change in asked.json["changes"]:  # type: ignore[index]
        if change["what"] in ("winner", "next") and change.get("to") not in (now.winner, now.player):
            raise Broken(f"said {change}, and {now.player} is on turn, {now.winner} has won")


def ask_for_advice(evening: Evening) -> None:
    """Look at the odds, and at what is best now."""
    page = evening.get(evening.guest, f"/help?help={evening.chance.choice(('odds', 'advice'))}")
    if re.search(r"\b(?:[1-9]\d\d\d|1[1-9]\d|10[1-9]|1[0-9][1-9]) ?%", page):
        raise Broken(f"a chance of more than one: {page}")


def type_something(evening: Evening) -> None:
    """Send what is typed into a form, which may be refused."""
    chance = evening.chance
    name = chance.choice(NAMES)
    here = chance.choice(evening.now.state.players or NAMES)
    path, said = chance.choice(
        (
            ("/api/moves", {"do": "rename", "player": here, "name": name}),
            ("/api/moves", {"do": "join", "player": name}),
            ("/api/moves", {"do": "leave", "player": here}),
            ("/api/moves", {"do": "undo", "sure": chance.random() < 0.5}),
            ("/api/moves", {"do": "stand"}),
            ("/api/moves", {"do": "rounds", "rounds": chance.randint(1, 9)}),
            ("/api/moves", {"do": "ante", "chips": chance.randint(0, 5)}),
            ("/api/moves", {"do": "bet", "by": name, "on": here, "chips": chance.randint(0, 5)}),
            ("/api/misreads", {"roll": chance.randint(1, 9), "place": 0, "face": chance.randint(1, 6)}),
            ("/api/pause", {"on": chance.random() < 0.3}),
            ("/api/camera", {"on": chance.random() < 0.7}),
            ("/api/buttons", {"button": chance.choice(("roll", "stand", "take_back"))}),
        )
    )
    phone = evening.guest if path == "/api/misreads" else evening.helm
    evening.send(phone, (path, said), offered=False)


def be_a_player(evening: Evening) -> None:
    phone, chance = evening.guest, evening.chance
    name = chance.choice(NAMES)
    order = chance.choice(
        (
            ("/api/me", {"player": name}),
            ("/api/profiles", {"player": name, "colour": "mint", "emblem": "anchor"}),
            ("/api/reactions", {"kind": chance.choice(("cheers", "clap", "groan", "anchor"))}),
        )
    )
    evening.send(phone, order, offered=False)


def own(evening: Evening) -> None:
    """Do what the owner does, from a phone at the helm."""
    chance = evening.chance
    name, other = chance.choices(NAMES, k=2)
    rules: dict[str, Any] = {
        "name": chance.choice(("Ours", "Theirs")),
        "preset": evening.pick(playable_presets()),
        "options": {},
    }
    order = chance.choice(
        (
            ("/api/players/rename", {"player": name, "name": other}),
            ("/api/players/merge", {"player": name, "into": other}),
            ("/api/players/hide", {"player": name}),
            ("/api/players/restore", {"player": name}),
            ("/api/players/settle", {}),
            ("/api/house-rules", rules),
            ("/api/house-rules", {**rules, "locked": True}),
            ("/api/house-rules/forget", {"name": rules["name"]}),
            ("/api/owner/pin", {"pin": chance.choice(PINS)}),
            ("/api/owner", {"pin": chance.choice(PINS)}),
        )
    )
    evening.send(evening.helm, order, offered=False)


def own_a_game(evening: Evening) -> None:
    """Make a game of answers, in place of one of the same name, and begin it; or take one away that may be on."""
    chance, helm = evening.chance, evening.helm
    for path in ("/api/owner/pin", "/api/owner"):
        evening.send(helm, (path, {"pin": PINS[0]}), offered=False)
    games = [preset for preset in playable_presets() if preset.startswith("own-")]
    if games and chance.random() < 0.3:
        evening.send(helm, ("/api/own-games/forget", {"game": chance.choice(games)}), offered=False)
        return
    answers = {name: chance.choice(list(choices_of(name)) or ["Ours", "Theirs"]) for name in QUESTIONS}
    made = evening.send(helm, ("/api/own-games", {"text": text_of(answers)}), offered=False)
    if made.status_code == 200:
        said = {"preset": made.json["game"], "players": chance.sample(NAMES, 2)}
        evening.send(helm, ("/api/games", said), offered=False)


def tap_the_owners_page(evening: Evening) -> None:
    helm = evening.helm
    evening.look(helm, evening.chance.choice(("/owner", "/owner/players")))
    for to, said in (one for keys in helm.shown for one in keys):
        evening.send(helm, (to, said), offered=False)
        return


def begin_a_tournament(evening: Evening) -> None:
    chance = evening.chance
    preset = evening.pick(playable_presets())
    said = {
        "format": chance.choice(("round_robin", "single", "double", "swiss")),
        "players": chance.sample(NAMES, chance.randint(2, 7)),
        "preset": preset,
        "options": _options(evening, preset),
    }
    evening.send(evening.helm, ("/api/tournament", said), offered=False)


def tap_the_tournament(evening: Evening) -> None:
    helm = evening.helm
    evening.look(helm, "/tournament")
    evening.tap(helm, helm.shown)


def tap_what_is_gone(evening: Evening) -> None:
    """Tap the key of a page that was loaded long ago, twice."""
    phone = evening.chance.choice(evening.phones)
    if phone.shown:
        keys = evening.chance.choice(phone.shown)
        for to, said in keys * 2:
            evening.send(phone, (to, said), offered=False, moment=phone.moment)


def follow(evening: Evening) -> None:
    """Open the stream of a page, hear it for a while, or leave it."""
    phone = evening.chance.choice(evening.phones)
    if not phone.stream:
        evening.open_stream(phone, evening.chance.choice(("/stream", "/api/events", "/stream?tv")))
    elif evening.chance.random() < 0.6:
        next(phone.stream.parts)
    else:
        phone.stream.close()
        phone.stream = None


def send_rubbish(evening: Evening) -> None:
    """Send what no page would: each is refused with a sentence."""
    chance, phone = evening.chance, evening.chance.choice(evening.phones)
    path = chance.choice(("/api/moves", "/api/games", "/api/corrections", "/api/helm", "/api/me", "/api/tournament"))
    body = chance.choice(("", "[", "[]", "null", '{"key": 1}', '{"do": "throw"}', '{"dice": [7]}', "{" * 400, "\udcff"))
    how = chance.choice(("application/json", "text/plain", "application/x-www-form-urlencoded"))
    answer = phone.client.post(path, data=body.encode("utf-8", "surrogateescape"), content_type=how)
    if not 400 <= answer.status_code < 500:
        raise Broken(f"{path} {body[:40]}: {answer.status_code}")
    for strange in chance.sample(STRANGE, 2):
        evening.get(phone, strange)
    json.loads(answer.text)
