"""Moments of games as a table would show them. States come from folding events, dice lie where a hand left them."""

from dataclasses import replace

from engine import Anted, Event, Kept, Rolled, Scored, Started, Stopped, announcements, fold
from table import LyingDie, LyingThing, Mode, Snapshot, TrayView
from table.panel import Signal
from table.snapshot import Colour, Part, Point
from tests.engine.turns.moves import move_of

ASIDE_AT_THREES, ASIDE_AT_MIDNIGHT = move_of("threes"), move_of("midnight")
ASIDE_AT_FARKLE, KEPT_AT_THE_BAR = move_of("farkle"), move_of("bar-dice")

TRAY = TrayView(300, 200, 50)
IVORY: Colour = (238, 230, 208)
NIGHT: Colour = (26, 32, 44)
RED: Colour = (176, 32, 38)
FOUR = ("Mia", "Jonas", "Lea", "Ole")
EIGHT = (*FOUR, "Henriette", "Piet", "Käthe", "Bo")
LONG = ("Maximiliane-Charlotte Ohm", "مريم عبد الرحمن", "Łukasz 🏴‍☠️ of Gdańsk", '<b>Bobby</b> & "Tables"')
TWENTY = tuple(f"{name} {n}" for n in range(1, 6) for name in FOUR)

LOOSE: tuple[tuple[Point, float], ...] = (
    ((112, 60), 17),
    ((171, 132), 62),
    ((214, 71), 38),
    ((246, 139), 81),
    ((137, 158), 5),
    ((90, 120), 25),
    ((268, 40), 50),
    ((190, 30), 70),
)
PARTS: tuple[Part, Part, Part] = ("ship", "captain", "crew")


def lying(
    held: tuple[int, ...] = (),
    loose: tuple[int | None, ...] = (),
    parts: tuple[Part | None, ...] = (),
    *,
    body: Colour = IVORY,
    pips: Colour = NIGHT,
    doubt: str = "the die on the right leans on another",
) -> tuple[LyingDie, ...]:
    """Dice set aside on the rail as ship, captain and crew, and loose ones, each perhaps with the part that it is."""
    aside = [
        LyingDie(f"held-{n}", value, (22, 38 + 34 * n), 4.0 * n, 16, True, body, pips, PARTS[n])
        for n, value in enumerate(held)
    ]
    thrown = [
        LyingDie(
            f"die-{n}",
            value,
            *LOOSE[n],
            16,
            False,
            body,
            pips,
            parts[n] if n < len(parts) else None,
            doubt if value is None else None,
        )
        for n, value in enumerate(loose)
    ]
    return (*aside, *thrown)


def moment(
    mode: Mode,
    prompt: str,
    dice: tuple[LyingDie, ...] = (),
    *log: Event,
    players: tuple[str, ...] = FOUR,
    note: str | None = None,
    boot: str = "one",
    preset: str = "dice-game-depot",
    options: dict[str, object] | None = None,
    starter: bool = True,
    shown: tuple[Event, ...] = (),
) -> Snapshot:
    """The snapshot after a log (without its start), with what its last event gave reason to say.

    ``shown`` is the throw that lies there to be counted; without ``starter`` the dice say who begins.
    """
    events = (Started(preset, players, players[0] if starter else None, options or {}), *log)
    said = announcements(fold(events[:-1]), fold(events)) if log else ()
    after = fold((*events, *shown)) if shown else None
    return Snapshot(
        boot, len(events), mode, prompt, note, fold(events), TRAY, dice, len(events), said, log=events, after=after
    )


MISS = (Rolled((1, 1, 2, 3, 2)),) * 3
SIX_POINTS = (Rolled((6, 5, 4, 2, 4)), Stopped())

WAITING = moment(Mode.WAITING, "Mia, throw all five dice.")
MOVING = moment(Mode.MOVING, "The dice are rolling.", lying(loose=(2, 4, 1)))
SHOWN = moment(
    Mode.SHOWN,
    "Ship and captain are there. Press ROLL to keep them, Mia.",
    lying(loose=(6, 5, 2, 3, 3), parts=("ship", "captain")),
)
HELD = moment(
    Mode.WAITING,
    "Mia: set ship and captain aside, then throw the other three.",
    lying((6, 5), (2, 3, 3)),
    Rolled((6, 5, 2, 3, 3)),
)
CARGO = moment(
    Mode.WAITING,
    "Ship, captain and crew! Cargo 7: press STAND to keep it, or throw both cargo dice again.",
    lying((6, 5, 4), (4, 3), ("cargo", "cargo")),
    Rolled((6, 5, 2, 3, 3)),
    Rolled((4, 4, 3)),
)
THROWN_AGAIN = moment(
    Mode.SHOWN,
    "Mia: 6 6, that makes 12. ROLL counts",
    lying((6, 5, 4), (6, 6), ("cargo", "cargo")),
    Rolled((6, 5, 4, 2, 1)),
)
UNSURE = moment(
    Mode.UNSURE,
    "One die cannot be read. Nudge it flat, Mia.",
    lying(loose=(6, 5, None, 3, 3), parts=("ship", "captain")),
)
REMOVE = "Something on the tray doesn’t look like a die: remove it, or add light."
COIN = LyingThing(((205, 128), (216, 134), (219, 146), (212, 155), (199, 154), (194, 141)), 452, REMOVE)
MATCH = LyingThing(((68, 160), (71, 157), (104, 172), (101, 176)), 130, REMOVE)
THINGS = replace(
    moment(Mode.SHOWN, "Mia: 6 5 3 3 1. ROLL counts", lying(loose=(6, 5, 3, 3, 1)), note=REMOVE),
    things=(COIN, MATCH),
)
ILLEGAL = moment(
    Mode.ILLEGAL,
    "Put the 4 back, Mia: first the captain.",
    (*lying((6,), (2, 3, 3)), LyingDie("die-9", 4, (24, 96), 30, 16, True, IVORY, NIGHT)),
    Rolled((6, 4, 2, 3, 3)),
    note="A four needs the captain (5) first.",
)
OBSTRUCTED = moment(Mode.OBSTRUCTED, "Take your hand off the tray.", lying((6, 5), (2, 3, 3)), Rolled((6, 5, 2, 3, 3)))
LOST = moment(
    Mode.LOST,
    "The camera is gone. Check its cable; the game goes on when it is back.",
    lying((6, 5), (2, 3, 3)),
    Rolled((6, 5, 2, 3, 3)),
)
MIDNIGHT = moment(
    Mode.WAITING,
    "Jonas, take all five dice. Twelve to beat.",
    lying((6, 5, 4), (6, 6), ("cargo", "cargo")),
    Rolled((6, 5, 4, 3, 3)),
    Rolled((2, 2)),
    Rolled((6, 6)),
)
MIDGAME = moment(
    Mode.WAITING,
    "Ole, throw all five dice. Nine to beat.",
    lying(loose=(5, 4), body=RED, pips=IVORY),
    *MISS,
    Rolled((6, 5, 4, 5, 4)),
    Stopped(),
    *SIX_POINTS,
)
ROLLOFF = moment(
    Mode.WAITING,
    "Roll-off! Jonas, throw all five dice. Five to beat.",
    (),
    *SIX_POINTS,
    *SIX_POINTS,
    *MISS,
    *MISS,
    Rolled((6, 5, 4, 2, 3)),
    Stopped(),
)
OVER = moment(
    Mode.OVER,
    "Mia wins with nine.",
    lying((6, 5, 4), (1, 1)),
    Rolled((6, 5, 4, 5, 4)),
    Stopped(),
    *SIX_POINTS,
    *MISS,
    Rolled((6, 5, 4, 1, 2)),
    Stopped(),
)
OVER_AFTER_ROLLOFF = moment(
    Mode.OVER,
    "Jonas wins the roll-off with eight.",
    lying((6, 5, 4), (4, 4)),
    *SIX_POINTS,
    *SIX_POINTS,
    *MISS,
    *MISS,
    Rolled((6, 5, 4, 2, 3)),
    Stopped(),
    Rolled((6, 5, 4, 4, 4)),
    Stopped(),
)
EIGHT_PLAYERS = moment(
    Mode.SHOWN,
    "Henriette: ship only. Press ROLL to keep it and throw four again.",
    lying(loose=(6, 2, 1, 3, 3), parts=("ship",)),
    *SIX_POINTS,
    *MISS,
    *SIX_POINTS,
    Rolled((6, 5, 4, 6, 5)),
    Stopped(),
    players=EIGHT,
)
TWENTY_PLAYERS = moment(
    Mode.SHOWN,
    "Lea 2: ship only. Press ROLL to keep it and throw the other four dice again.",
    lying(loose=(6, 2, 1, 3, 3), parts=("ship",)),
    *SIX_POINTS,
    *MISS,
    *(SIX_POINTS * 3),
    *MISS,
    players=TWENTY,
)
LONG_NAMES = moment(
    Mode.UNSURE,
    "Maximiliane-Charlotte Ohm, one die cannot be read: nudge it until it lies flat on felt.",
    lying((6,), (None, 2, None, 3), doubt="stands on its edge"),
    Rolled((6, 2, 2, 3, 3)),
    players=LONG,
    note="Two dice are not flat.",
)
TOUCHING: tuple[tuple[int, Point, float, Part], ...] = (
    (6, (150, 90), 0, "ship"),
    (5, (166.5, 90), 0, "captain"),
    (4, (150, 106.5), 0, "crew"),
    (3, (166.5, 106.5), 0, "cargo"),
    (4, (288, 188), 45, "cargo"),
)
CLUSTER = moment(
    Mode.SHOWN,
    "Everything at once! Cargo 7: press STAND to keep it.",
    tuple(
        LyingDie(f"die-{n}", value, center, yaw, 16, False, IVORY, NIGHT, part)
        for n, (value, center, yaw, part) in enumerate(TOUCHING)
    ),
)

HANDS = moment(
    Mode.WAITING,
    "Jonas: set the 6 aside, throw four",
    lying((6,), (2, 3, 3, 1)),
    Rolled((6, 5, 2, 3, 3)),
    Rolled((6, 3, 2, 1, 1)),
    Rolled((6, 5, 4, 1, 2)),
    Rolled((1, 1, 2, 2, 3)),
    preset="all-about-dice",
)
POT = moment(
    Mode.WAITING,
    "Lea: throw all five dice",
    (),
    Anted(5),
    *MISS,
    *SIX_POINTS,
    preset="bar-pot",
    options={"stakes": "pot(first_shooter)"},
)
ROUNDS = moment(
    Mode.WAITING,
    "Lea has 9: throw the cargo again or press STAND",
    lying((6, 5, 4), (5, 4), ("cargo", "cargo")),
    *SIX_POINTS,
    *SIX_POINTS,
    *MISS,
    *SIX_POINTS,
    *MISS,
    *MISS,
    Rolled((6, 5, 4, 5, 4)),
    preset="rounds",
    options={"stakes": "drinks"},
)
STARTER = moment(
    Mode.WAITING,
    "Lea: for the start, throw three dice",
    (),
    Rolled((6, 1, 2)),
    Rolled((3, 3, 2)),
    starter=False,
)
SHARED = moment(
    Mode.OVER,
    "Mia and Jonas share it",
    (),
    *SIX_POINTS,
    *SIX_POINTS,
    players=("Mia", "Jonas"),
    preset="rounds",
    options={"match": "rounds(1)"},
)


def in_turn(players: int, *turns: tuple[tuple[int, ...], str]) -> tuple[Event, ...]:
    """These dice in these boxes, each by all players one after the other."""
    return tuple(event for dice, box in turns for _ in range(players) for event in (Rolled(dice), Scored(box)))


UPPER_HALF = (((1, 1, 1, 4, 5), "ones"), ((2, 2, 2, 5, 6), "twos"), ((3, 3, 3, 3, 1), "threes"))
SHEETS = moment(
    Mode.SHOWN,
    "Jonas: 5 5 5 5 2. ROLL counts",
    lying((), (5, 5, 2), ())
    + tuple(LyingDie(f"kept-{n}", 5, (22, 50 + 40 * n), 5, 16, True, IVORY, NIGHT) for n in range(2)),
    *in_turn(4, *UPPER_HALF, ((6, 6, 6, 2, 2), "full_house"), ((1, 2, 3, 4, 6), "large_straight")),
    Rolled((6, 6, 6, 6, 6)),
    Scored("yahtzee"),
    Rolled((5, 5, 1, 2, 3)),
    Kept((5, 5)),
    preset="yahtzee-handout",
    shown=(Rolled((5, 5, 2)),),
)
JOKER = moment(
    Mode.WAITING,
    "Mia: pick a box for 4 4 4 4 4",
    lying((), (4, 4, 4, 4, 4), ()),
    Rolled((6, 6, 6, 6, 6)),
    Scored("yahtzee"),
    *in_turn(1, ((1, 1, 2, 3, 5), "chance")),
    Rolled((4, 4, 4, 4, 4)),
    players=("Mia", "Jonas"),
    preset="yahtzee-official",
)
EIGHT_SHEETS = moment(
    Mode.WAITING,
    "Mia: throw all five dice",
    (),
    *in_turn(8, *UPPER_HALF, ((4, 4, 4, 4, 4), "fours"), ((5, 5, 5, 5, 1), "fives"), ((6, 6, 6, 1, 1), "sixes")),
    players=EIGHT,
    preset="yahtzee-handout",
)
SOLD_OUT = moment(
    Mode.OVER,
    "Mia and Jonas share it with 44",
    (),
    *in_turn(2, ((1, 1, 1, 4, 5), "ones"), ((6, 6, 6, 2, 2), "full_house"), ((1, 2, 3, 4, 6), "chance")),
    players=("Mia", "Jonas"),
    preset="yahtzee-handout",
    options={"boxes": ["ones", "full_house", "chance"]},
)

ASIDE_MORE: tuple[Point, ...] = ((22, 30), (22, 54), (22, 78), (22, 102), (22, 126), (22, 150))


def set_aside(*faces: int) -> tuple[LyingDie, ...]:
    """Return dice on the rail that are no part of a sequence."""
    places = enumerate(zip(faces, ASIDE_MORE, strict=False))
    return tuple(LyingDie(f"aside-{n}", face, at, 3.0 * n, 16, True, IVORY, NIGHT) for n, (face, at) in places)


PIG = moment(
    Mode.SHOWN,
    "Lea: 16 this turn. ROLL counts, STAND banks",
    lying((), (6,)),
    *(Rolled((5,)), Rolled((6,)), Stopped(), Rolled((3,)), Rolled((1,)), Rolled((4,)), Rolled((6,))),
    preset="pig",
    shown=(Rolled((6,)),),
)
THREES = moment(
    Mode.WAITING,
    "Jonas: roll four dice",
    (*set_aside(3), *lying((), (6, 5, 6, 2))),
    *(Rolled((3, 3, 1, 6, 5)), ASIDE_AT_THREES((3, 3, 1)), Rolled((2, 4)), ASIDE_AT_THREES((2, 4))),
    *(Rolled((5, 3, 6, 6, 2)), ASIDE_AT_THREES((3,))),
    preset="threes",
)
ONE_FOUR_TWENTY_FOUR = moment(
    Mode.WAITING,
    "Jonas: hold dice, roll the rest",
    (*set_aside(1, 6, 6), *lying((), (6, 2, 4))),
    *(Rolled((1, 1, 2, 2, 3, 5)), ASIDE_AT_MIDNIGHT((1, 1, 2, 2, 3, 5))),
    *(Rolled((5, 1, 6, 6, 2, 3)), ASIDE_AT_MIDNIGHT((1, 6, 6)), Rolled((6, 2, 4))),
    preset="midnight",
)
FARKLE = moment(
    Mode.WAITING,
    "Jonas: roll two dice or STAND: 1,300",
    (*set_aside(1, 2, 2, 2), *lying((), (5, 6))),
    *(Rolled((1, 1, 5, 2, 3, 6)), ASIDE_AT_FARKLE((1, 1, 5)), Rolled((5, 5, 5)), ASIDE_AT_FARKLE((5, 5, 5))),
    *(Rolled((1, 2, 3, 4, 6, 6)), ASIDE_AT_FARKLE((1,)), Stopped()),
    *(Rolled((1, 5, 2, 2, 2, 6)), ASIDE_AT_FARKLE((1, 2, 2, 2))),
    preset="farkle",
)
FARKLED = moment(
    Mode.WAITING,
    "Jonas: roll all six dice",
    lying((), (2, 3)),
    *(Rolled((1, 1, 5, 2, 3, 6)), ASIDE_AT_FARKLE((1, 1, 5)), Rolled((2, 3, 6))),
    preset="farkle",
    players=EIGHT,
)
BAR_DICE = moment(
    Mode.WAITING,
    "Jonas: hold and roll, or STAND",
    (*set_aside(6, 6, 1), *lying((), (6, 4))),
    *(Rolled((1, 5, 5, 2, 3)), KEPT_AT_THE_BAR((1, 5, 5)), Rolled((5, 4)), Stopped()),
    *(Rolled((6, 6, 1, 2, 3)), KEPT_AT_THE_BAR((6, 6, 1))),
    preset="bar-dice",
)
PAIRING = replace(WAITING, pairing=True)
PAIRING_SHOWN = replace(WAITING, pairing=True, signal=Signal("blue", 2))
ALL = {name.lower(): value for name, value in globals().items() if isinstance(value, Snapshot)}
