"""The cards: Yahtzee by its handout (002) and by its printed rules, and its relatives. A new one is a list of boxes."""

from dataclasses import replace

from engine.games.yahtzee.boxes import (
    Award,
    Box,
    Dice,
    Preset,
    Sheet,
    alike,
    all_alike,
    any_dice,
    exactly,
    in_a_row,
    in_all,
    showing,
)
from engine.i18n import Text
from engine.i18n import gettext as _

FACES = {
    "ones": _("Ones"),
    "twos": _("Twos"),
    "threes": _("Threes"),
    "fours": _("Fours"),
    "fives": _("Fives"),
    "sixes": _("Sixes"),
}


def _upper(dice: int) -> tuple[Box, ...]:
    return tuple(
        Box(
            name,
            title,
            _("Add all dice that show {face}", face=face),
            (*(face,) * (dice // 2 + 1), 6 - (face == 6), 2 - (face == 2))[:dice],
            showing(face),
            face=face,
        )
        for face, (name, title) in enumerate(FACES.items(), 1)
    )


def _top(name: str, title: Text) -> Box:
    return Box(name, title, _("All dice equal"), (6, 6, 6, 6, 6), all_alike, 50)


def _chance(name: str, title: Text) -> Box:
    return Box(name, title, _("Any dice: add them"), (6, 5, 3, 2, 1), any_dice)


def _straight(name: str, title: Text, dice: Dice, points: int) -> Box:
    return Box(name, title, _("Just these dice"), dice, exactly(*dice), points)


CHANCE = _chance("chance", _("Chance"))
# Y-c: five of a kind are not three and two
FULL_HOUSE = Box("full_house", _("Full house"), _("Three equal dice and a pair"), (3, 3, 3, 6, 6), alike(3, 2), 25)
SUM_OF_A_HOUSE = replace(FULL_HOUSE, what=_("Three equal dice and a pair: add all dice"), gives="these")
FOUR = Box(
    *("four_of_a_kind", _("Four of a kind"), _("Four equal dice: add these four")),
    *((4, 4, 4, 4, 6), alike(4)),
    short=_("4 of a kind"),
)
THREE, SHORT = _("Three of a kind"), _("3 of a kind")


def _as_in_yahtzee(name: str, title: Text) -> tuple[Box, ...]:
    return (
        *_upper(5),
        Box(
            *("three_of_a_kind", THREE, _("Three equal dice: add all dice"), (5, 5, 5, 2, 1), alike(3), "all"),
            short=SHORT,
        ),
        replace(FOUR, what=_("Four equal dice: add all dice"), gives="all"),
        FULL_HOUSE,
        Box("small_straight", _("Small straight"), _("Four in a row"), (1, 2, 3, 4, 6), in_a_row(4), 30),
        Box("large_straight", _("Large straight"), _("Five in a row"), (2, 3, 4, 5, 6), in_a_row(5), 40),
        _top(name, title),
        CHANCE,
    )


YAHTZEE = Sheet(
    "yahtzee",
    _("Yahtzee"),
    _as_in_yahtzee("yahtzee", _("Yahtzee")),
    {
        "yahtzee-handout": Preset(
            _("Yahtzee"), _("Standard: thirteen boxes, relaxed joker rule."), {"joker_scratches_upper": True}
        ),
        "yahtzee-official": Preset(
            _("Yahtzee, official"),
            _("Official rules: forced joker, even after a zero in Yahtzee."),
            {"joker_on_zero": True},
        ),
    },
    (0, 363, 691, 986, 1337, 1549, 1916, 2118, 2369, 2578, 2796, 3025, 3307, 3503),
    high=300,
    also=_("Yams"),
    top="yahtzee",
    bonus=35,
    bonus_from=63,
    further=100,
    options=("dice", "bonus_from", "joker_on_zero", "joker_scratches_upper"),
)
"""By the handout a scratched Yahtzee box makes no jokers, and a joker whose upper box is filled may go anywhere."""

KNIFFEL = Sheet(
    "kniffel",
    _("Kniffel"),
    _as_in_yahtzee("kniffel", _("Kniffel")),
    {
        "kniffel": Preset(
            _("Kniffel"),
            _("As printed in Germany: 50 more for another Kniffel above, a joker below."),
            {"further_above": True},
        )
    },
    (0, 267, 496, 748, 988, 1155, 1271, 1431, 1560, 1662, 1768, 1849, 1889, 1928),
    top="kniffel",
    bonus=35,
    bonus_from=63,
    further=50,
    high=300,
    options=("bonus_from", "joker_on_zero", "further", "further_above"),
)

YATZY = Sheet(
    "yatzy",
    _("Yatzy"),
    (
        *_upper(5),
        Box("one_pair", _("One pair"), _("Two equal dice: add these two"), (6, 6, 4, 3, 1), alike(2)),
        Box("two_pairs", _("Two pairs"), _("Two different pairs: add these four"), (5, 5, 3, 3, 1), alike(2, 2)),
        Box(
            *("three_of_a_kind", THREE, _("Three equal dice: add these three"), (5, 5, 5, 2, 1), alike(3)),
            short=SHORT,
        ),
        FOUR,
        _straight("small_straight", _("Small straight"), (1, 2, 3, 4, 5), 15),
        _straight("large_straight", _("Large straight"), (2, 3, 4, 5, 6), 20),
        SUM_OF_A_HOUSE,
        CHANCE,
        _top("yatzy", _("Yatzy")),
    ),
    {"yatzy": Preset(_("Yatzy"), _("The Nordic card: fifteen boxes, with pairs, and a bonus of 50."))},
    (0, 263, 562, 840, 977, 1050, 1108, 1128, 1148, 1168, 1217, 1266, 1306, 1414, 1439, 1499),
    high=300,
    top="yatzy",
    bonus=50,
    bonus_from=63,
    options=("bonus_from",),
)

_GENERALA = (
    *_upper(5),
    Box("straight", _("Straight"), _("Five in a row"), (2, 3, 4, 5, 6), in_a_row(5), 20, served=True),
    replace(FULL_HOUSE, gives=30, served=True),
    Box("poker", _("Poker"), _("Four equal dice"), FOUR.example, FOUR.fits, 40, served=True),
    _top("generala", _("Generala")),
)
GENERALA = Sheet(
    "generala",
    _("Generala"),
    (
        *_GENERALA,
        Box(
            *("double_generala", _("Double Generala"), _("All dice equal, after a Generala"), (6, 6, 6, 6, 6)),
            *(all_alike, 100),
            second=True,
        ),
    ),
    {
        "generala": Preset(
            _("Generala"),
            _("From Latin America: more for the first roll, and five equal dice in it win."),
            {"served_wins": True},
        ),
        "generala-single": Preset(
            _("Generala, single"),
            _("Ten boxes, without Double Generala."),
            {"served_wins": True, "boxes": tuple(box.name for box in _GENERALA)},
        ),
    },
    (0, 153, 288, 468, 639, 910, 1100, 1282, 1364, 1517, 1591, 1665),
    high=220,
    top="generala",
    served=5,
    options=("served", "served_wins"),
)

YACHT = Sheet(
    "yacht",
    _("Yacht"),
    (
        *_upper(5),
        SUM_OF_A_HOUSE,
        FOUR,
        _straight("little_straight", _("Little straight"), (1, 2, 3, 4, 5), 30),
        _straight("big_straight", _("Big straight"), (2, 3, 4, 5, 6), 30),
        _chance("choice", _("Choice")),
        _top("yacht", _("Yacht")),
    ),
    {"yacht": Preset(_("Yacht"), _("The card of 1938: twelve boxes, no bonus."))},
    (0, 123, 251, 372, 479, 601, 678, 745, 800, 891, 997, 1085, 1100),
    high=220,
    top="yacht",
)

CRAG = Sheet(
    "crag",
    _("Crag"),
    (
        *_upper(3),
        _straight("odd_straight", _("Odd straight"), (1, 3, 5), 20),
        _straight("even_straight", _("Even straight"), (2, 4, 6), 20),
        _straight("low_straight", _("Low straight"), (1, 2, 3), 20),
        _straight("high_straight", _("High straight"), (4, 5, 6), 20),
        Box("three_of_a_kind", THREE, _("All dice equal"), (5, 5, 5), all_alike, 25, short=SHORT),
        Box("thirteen", _("Thirteen"), _("13 points in all"), (3, 4, 6), in_all(13), 26),
        Box("crag", _("Crag"), _("A pair, and 13 points in all"), (1, 6, 6), in_all(13, alike(2)), 50),
    ),
    {"crag": Preset(_("Crag"), _("Three dice, two rolls, thirteen boxes."))},
    (0, 94, 243, 375, 537, 653, 760, 863, 997, 1063, 1077, 1092, 1102, 1114),
    high=190,
    dice=3,
    rolls=2,
)

BALUT = Sheet(
    "balut",
    _("Balut"),
    tuple(
        replace(box, times=4, award=award)
        for box, award in (
            *((box, Award(2, at=13 * box.face)) for box in _upper(5)[3:]),
            (Box("straight", _("Straight"), _("Five in a row: add them"), (2, 3, 4, 5, 6), in_a_row(5)), Award(4)),
            (SUM_OF_A_HOUSE, Award(3)),
            (_chance("choice", _("Choice")), Award(2, at=100)),
            (
                Box("balut", _("Balut"), _("All dice equal: add them, and 20"), (6, 6, 6, 6, 6), all_alike, plus=20),
                Award(2, each=True),
            ),
        )
    ),
    {"balut": Preset(_("Balut"), _("Seven boxes, four times each; points for their sums win."), {"awards": True})},
    tuple(66 * many for many in range(29)),
    high=500,
    top="balut",
    levels=tuple(range(300, 651, 50)),
    lowest=-2,
    options=("awards",),
)

SHEETS = (YAHTZEE, KNIFFEL, YATZY, GENERALA, YACHT, CRAG, BALUT)
