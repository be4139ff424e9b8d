"""Facts of a table written as text, as those of games are (:mod:`tests.engine.games.written`).

A case is a game, what is done at the table, and what is so then: ``pig dice=2 hold=in_place: t42 ROLL > event 2``.
Mia and Jonas play if nobody is said. The game may say ``hold`` (``rail`` if not), ``confirm`` (seconds until a throw
counts by itself) and ``camera=no``. Words:

- ``t653?1/65`` throws dice: the second part lies on the rail, ``?`` can't be read. ``again:65/422`` sets a six and a
  five aside, as dice are held at this table, and throws the others. ``see:311/65`` is a reading alone; further dice
  are ``see:311+2`` (beside the tray) and ``+2@310;50`` (at these millimetres), and ``see:311~12`` is moved by so many.
  ``at:65311`` has a die each 50 mm from 60 on, ``.`` for none, and others as in ``at:65,4@190``. ``empty``, ``moving``
  and ``hand`` are readings without dice, ``lost`` is the camera.
- ``ROLL``, ``STAND``, ``PICK=yahtzee`` and the like are presses, ``push:roll`` those of a phone. ``play:`` does a word
  of the game on a phone, ``sure:`` with its confirmation, ``hand:/665`` throws and ``stand`` stands by hand.
  ``pause:on``, ``camera:off`` and ``new`` are what they say.

After ``>`` stand, with | between them: the sentence of the table; ``note``, ``mode``, ``lamp``, ``sounds`` (the last
ones), ``event``, ``said``, ``camera``, ``why``, ``joining``, ``voice``; ``drawn`` (on the rail/elsewhere), ``parts``,
``many`` and ``entered`` of the dice; ``log`` (the last events); ``code`` and ``refused`` of the last word, which then
changed nothing; other keys are a part of the state, or of that ``after`` the throw. No button counts a wrong throw.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine import Corrected, Event, Released, Rolled, Scored, Started, Stopped
from engine.games.shut_the_box.rules import Closed
from table import Mode
from table.commands import CommandResult, Pause, Play, Push, StandByHand, ThrowByHand, UseCamera
from table.dice import HoldMode
from table.panel import Button
from tests.engine.games.written import event_of, faces_of, part_of, shown, start_of
from tests.table.desk import Desk, desk_with
from tests.table.lying import CUP, EMPTY, HAND, MOVING, die, settled
from vision import Die, Reading, Rest, Zone

READINGS = {"empty": EMPTY, "moving": MOVING, "hand": HAND, "cup": CUP}
WRONG = (Mode.ILLEGAL, Mode.WRONG_NUMBER, Mode.ASTRAY, Mode.UNSURE)


def holds(case: str, folder: Path, way: HoldMode | None = None) -> None:
    """Do what a case says at a table with that way of holding dice, if one is given; check what is said of it."""
    rules, rest = re.split(r":(?= )", case, maxsplit=1)
    words, expected = re.split(r"(?:^| )> ", rest, maxsplit=1)
    options = dict(re.findall(r" (hold|confirm|camera)=(\w+)", rules))
    players = "" if "players=" in rules else " players=Mia,Jonas"
    start = start_of(re.sub(r" (hold|confirm|camera)=\w+", "", rules) + players)
    hold, waits = way or HoldMode(options.get("hold", "rail")), float(options.get("confirm", 0))
    with desk_with(folder, start, hold=hold, confirm_after=waits, camera="camera" not in options) as desk:
        answer, log = CommandResult(True), desk.journal_events()
        for word in re.sub(r"(\S+)\*(\d+)", lambda many: f"{many[1]} " * int(many[2]), words).split():
            assert answer.done
            log = desk.journal_events()
            answer = done(desk, start, hold, word) or CommandResult(True)
        for item in expected.split(" | "):
            check(desk, answer, item)
        if not answer.done:
            assert re.search(r"(^| )(code|refused) ", expected)
            assert desk.journal_events() == log
        if desk.now.mode in WRONG:
            now, log = desk.now.state, desk.journal_events()
            assert all(desk.press(button).state == now for button in (Button.ROLL, Button.STAND))
            assert desk.journal_events() == log


def done(desk: Desk, start: Started, hold: HoldMode, word: str) -> CommandResult | None:
    """Do what the word says; return the answer to an order of a phone."""
    match word.partition(":"):
        case "play" | "sure" as name, _, move:
            return desk.order(Play(event_of(start.preset, move), sure=name == "sure"))
        case "push", _, button:
            return desk.order(Push(button))  # type: ignore[arg-type]
        case "hand", ":", dice:
            return desk.order(ThrowByHand(*map(faces_of, dice.split("/"))))
        case "stand", _, _:
            return desk.order(StandByHand())
        case "pause", _, switch:
            return desk.order(Pause(switch == "on"))
        case "camera", _, switch:
            return desk.order(UseCamera(switch == "on"))
        case "new", _, _:
            return desk.order(Play(start))
        case "lost", _, _:
            desk.table.camera_lost("Check its cable.")
        case "again", _, dice:
            aside, thrown = map(faces_of, dice.split("/"))
            again(desk, aside, thrown, hold)
        case ("empty" | "moving" | "hand" | "cup") as name, _, _:
            desk.see(READINGS[name])
        case "see", _, lies:
            desk.see(seen(lies))
        case "at", _, lies:
            desk.see(by_place(lies))
        case name, _, _ if name[0] == "t":
            floor, _, rail = name[1:].partition("/")
            desk.throw(*values(floor), rail=faces_of(rail))
        case name, _, _:
            button, _, choice = name.partition("=")
            desk.press(Button[button], choice or None)
    return None


def values(digits: str) -> list[int | None]:
    return [None if one == "?" else int(one) for one in digits]


def place(written: str) -> tuple[str, float, float]:
    face, x, y = re.fullmatch(r"(.)(?:@([\d.]+)(?:;([\d.]+))?)?", written).groups()  # type: ignore[union-attr]
    return face, float(x or 400), float(y or 100)


def by_place(lies: str) -> Reading:
    """Return dice each of which is known by its place."""
    row, *others = lies.split(",")
    places = [(face, 60.0 + 50 * number, 100.0) for number, face in enumerate(row) if face != "."]
    places += map(place, others)
    dice = [die(values(face)[0], x, y, colour=int(x) // 10 % 6) for face, x, y in places]
    return Reading(Rest.SETTLED, tuple(dice))


def seen(rest: str) -> Reading:
    rest, _, shift = rest.partition("~")
    lies, *others = rest.split("+")
    floor, _, rail = lies.partition("/")
    found = settled(values(floor), values(rail), shift=float(shift or 0))
    more = [(values(face)[0], x, y) for face, x, y in map(place, others)]
    dice = (*found.dice, *(die(face, x, y, zone=Zone.OUTSIDE if x > 300 else None) for face, x, y in more))
    return Reading(Rest.SETTLED if dice else Rest.EMPTY, dice)


def again(desk: Desk, aside: Sequence[int], dice: Sequence[int], hold: HoldMode) -> None:
    """Set these of the counted dice aside, where others lie still, and throw the rest to show ``dice``."""
    lie = [one.value for one in desk.now.dice]
    stays = list(lie)
    for face in aside:
        stays.remove(face)
    if hold is HoldMode.RAIL:
        desk.see(HAND, settled(stays, aside), settled([], aside), MOVING, settled(dice, aside, shift=12.0))
        return
    floor, held = settled(lie).dice, list[Die]()
    for face in aside:
        held.append(next(one for one in floor if one.value == face and one not in held))
    if hold is HoldMode.IN_PLACE:
        rolled = tuple(die(face, 80.0 + 30.0 * place, 150.0, colour=place) for place, face in enumerate(dice))
        left = Reading(Rest.SETTLED, tuple(held)) if held else EMPTY
        desk.see(HAND, left, MOVING, Reading(Rest.SETTLED, (*held, *rolled)))
        return
    stay = tuple(one for one in floor if one not in held)
    desk.see(HAND, Reading(Rest.SETTLED, stay), HAND, EMPTY, MOVING, settled(dice, shift=12.0))


def check(desk: Desk, answer: CommandResult, item: str) -> None:
    now = desk.now
    key, _, value = item.partition(" ")
    found: dict[str, Any] = {
        "note": now.note,
        "mode": now.mode,
        "lamp": f"{desk.panel.lamp.colour} {desk.panel.lamp.rhythm}".removesuffix(" steady"),
        "sounds": " ".join(one.value for one in desk.panel.sounds[-len(value.split()) :]),
        "event": now.event,
        "said": [one.word for one in now.said],
        "camera": now.camera,
        "why": now.camera_why,
        "joining": now.joining,
        "voice": now.voice and now.voice.says,
        "many": len(now.dice),
        "entered": {one.entered for one in now.dice} == {True},
        "parts": [f"{one.value}:{one.part}" for one in now.dice if one.part],
        "drawn": "/".join(shown([one.value for one in now.dice if one.on_rail is rail]) for rail in (True, False)),
        "log": " ".join(map(word_of, desk.journal_events()[-len(value.split()) :])),
        "code": answer.code,
        "refused": answer.why,
        "after": now.after and "a state",
    }
    if key in found:
        assert shown(found[key]) == value, key
    elif re.fullmatch(r"[a-z_]+(\.\w+)*", key):
        root, *path = key.split(".")
        state = now.state
        if root == "after":
            state, (root, *path) = now.after, path
        assert shown(part_of(getattr(state, root), path)) == value, key
    else:
        assert now.prompt == item


def word_of(event: Event) -> str:
    """Return the word of an event in a case."""
    dice = "".join(map(str, getattr(event, "dice", ())))
    match event:
        case Started():
            return "start"
        case Rolled():
            return f"told:{dice}" if event.told else dice
        case Stopped():
            return "."
        case Scored(box) | Closed(box):
            return f"={box}"
        case Released():
            return f"~{dice}"
        case Corrected(roll):
            return f"fix:{roll}:{dice}"
    return f"${chips}" if (chips := getattr(event, "chips", None)) else f"+{dice}"
