"""Dice on the tray of a table with a camera: readings as the camera's process sends them, good and bad."""

import re
from dataclasses import replace

from engine import expected_tray
from table.panel import Button
from tests.simulation.evening import Evening
from tests.table.lying import EMPTY, HAND, MOVING, settled, with_thing
from vision import Reading

WHY = "No pictures: the camera was unplugged."


def roll_dice(evening: Evening) -> None:
    """Throw what the table expects, with dice on the rail as the rules allow, and count it by a button or a phone."""
    chance, state = evening.chance, evening.now.state
    expected = expected_tray(state)
    rail = list(expected.held)
    for face in expected.may_hold:
        if chance.random() < 0.5:
            rail.append(face)
    many = max(0, len(expected.held) + expected.throw - len(rail)) or 1
    thrown: list[int | None] = [chance.choice((chance.randint(1, 6), 6, 5, 4)) for _ in range(many)]
    if chance.random() < 0.1:
        thrown[0] = None
    lies = settled(thrown) if evening.house.kind.off_tray else settled(thrown, rail)
    see(evening, *chance.choice(((EMPTY, MOVING), (HAND, MOVING), (MOVING,), ())), lies, lies)
    if evening.house.kind.buttons and chance.random() < 0.7:
        evening.house.press(chance.choices((Button.ROLL, Button.STAND, Button.TAKE_BACK), (8, 4, 1))[0])
    else:
        helm = evening.helm
        evening.look(helm, "/helm/bar")
        evening.tap(helm, helm.shown)


def see(evening: Evening, *readings: Reading) -> None:
    for reading in readings if evening.house.has_camera else ():
        evening.clock.now += 0.5
        evening.house.see(reading)


def lose_the_camera(evening: Evening) -> None:
    """Pull the camera's plug; pictures come again with the next throw."""
    if evening.house.has_camera:
        evening.house.table.camera_lost(WHY)


def disturb_the_camera(evening: Evening) -> None:
    """Show a hand, a thing that is no die, a camera that was moved, or the same picture for ever."""
    lies = settled([evening.chance.randint(1, 6) for _ in range(evening.chance.randint(1, 6))])
    moved = replace(lies, problems=("The camera was moved: calibrate again.",))
    see(evening, *evening.chance.choice(((HAND,), (with_thing(lies),), (moved,), (lies,) * 5, (EMPTY,))))


def mend_a_die(evening: Evening) -> None:
    """Have dice lie there, one of them in doubt, and tap what it shows on the sheet that its picture opens."""
    chance, state = evening.chance, evening.now.state
    many = expected_tray(state).throw
    if not (evening.house.has_camera and many):
        return
    faces: list[int | None] = [chance.randint(1, 6) for _ in range(many)]
    for place in chance.sample(range(many), min(many, chance.randint(0, 2))):
        faces[place] = None
    lies = settled(faces)
    see(evening, MOVING, lies, lies)
    helm = evening.helm
    page, helm.shown = evening.get(helm, "/helm/latest"), []
    for _ in range(3):
        sheets = [one.replace("&amp;", "&") for one in re.findall(r'data-sheet="(/helm/die/[^"]*)', page)]
        if not sheets:
            break
        path = chance.choice(sheets)
        for picture in re.findall(r'src="(/helm/pictures/[^"]*)', page):
            helm.client.get(picture)
        evening.look(helm, path)
        page = evening.get(helm, path)
    evening.tap(helm, [keys for keys in helm.shown if keys])
