"""What is in doubt in a picture without a tray is read again in three warped copies, which vote."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, Picture, draw_table
from vision.faces.anywhere import voted, warped_views
from vision.faces.face import Face
from vision.faces.verdict import DISAGREE, NO_FACE
from vision.geometry.view import view_of

PLACE, BARE, EDGE = (250, 300), (400, 420), 40.0


def table() -> Picture:
    return draw_table([DrawnDie(5, *PLACE, 0, EDGE), DrawnDie(2, 520, 340, 65, EDGE)], (800, 600))


LOOK = view_of(table(), None)


def face(value: int = 5, doubt: str | None = None, centre: Sequence[float] = PLACE) -> Face:
    found = Face(value, 0.9, np.array(centre, dtype=float), EDGE / 2 * np.eye(2), np.zeros(3), np.ones(3))
    return found.doubted(doubt) if doubt else found


FIVE, IN_DOUBT = face(), face(doubt=DISAGREE)


@pytest.mark.parametrize(
    ("looks", "value"),
    [
        ((FIVE, FIVE, FIVE), 5),
        ((IN_DOUBT, FIVE, FIVE), 5),
        ((FIVE, FIVE, None), 5),
        ((IN_DOUBT, IN_DOUBT, FIVE), None),
        ((face(4), FIVE, FIVE), None),
        ((face(1), face(1), face(1)), None),
        ((IN_DOUBT, IN_DOUBT, IN_DOUBT), None),
    ],
    ids=["all", "two", "two, one misses it", "one", "one against two", "all a one", "none"],
)
def test_what_two_looks_read_alike_stands_and_no_one(looks: Sequence[Face | None], value: int | None) -> None:
    [found] = voted(LOOK, [IN_DOUBT], [[one] if one else [] for one in looks])
    assert (None if found.doubt else found.value) == value
    assert found.doubt in (None, DISAGREE)


def test_what_is_read_beside_it_is_another_die() -> None:
    beside = face(centre=(PLACE[0] + 0.6 * EDGE, PLACE[1]))
    [found] = voted(LOOK, [IN_DOUBT], [[beside]] * 3)
    assert found.doubt == NO_FACE


@pytest.mark.parametrize("settled", [FIVE, face(doubt="covered")], ids=["read", "covered"])
def test_what_was_read_and_what_is_wrong_with_a_die_stay(settled: Face) -> None:
    assert voted(LOOK, [settled], [[face(6)]] * 3) == [settled]


@pytest.mark.parametrize(("seen", "stays"), [(0, False), (1, False), (2, True)])
def test_a_bare_place_that_two_looks_do_not_see_is_none(seen: int, stays: bool) -> None:
    place = face(doubt=DISAGREE, centre=BARE)
    assert len(voted(LOOK, [FIVE, place], [[place] if number < seen else [] for number in range(3)])) == 1 + stays


def test_a_place_that_differs_from_all_that_lies_round_it_may_be_a_die() -> None:
    picture, (x, y) = table(), BARE
    picture[y - 18 : y + 18, x - 14 : x + 22] = (60, 60, 170)
    _, found = voted(view_of(picture, None), [FIVE, face(doubt=DISAGREE, centre=BARE)], [[]] * 3)
    assert found.doubt == NO_FACE


def test_a_place_at_the_border_is_left() -> None:
    inside, corner = face(doubt=NO_FACE, centre=BARE), face(doubt=NO_FACE, centre=(8, 8))
    [left] = voted(LOOK, [inside, corner], [[]] * 3)
    assert left.centre.tolist() == [8, 8]


def test_the_copies_show_what_is_in_doubt_where_it_lies() -> None:
    picture = table()
    x, y = BARE
    picture[y - 3 : y + 4, x - 3 : x + 4] = (0, 0, 255)
    look = view_of(picture, None)
    for other in warped_views(look, [FIVE, face(doubt=DISAGREE, centre=BARE)]):
        there = other.view.plane.to_view(np.array([[*BARE], [x + 1.0, y]]))
        across, down = np.rint(there[0]).astype(int)
        assert other.view.pixels[down, across] == pytest.approx([0, 0, 255], abs=8)
        assert other.places == pytest.approx(there[:1])
        assert other.edge == pytest.approx(EDGE * float(other.view.plane.pixels(there[:1])[0]))
        assert other.view.pixels.size < 2 * look.pixels.size


@pytest.mark.parametrize(
    ("faces", "copies"),
    [([FIVE], 0), ([IN_DOUBT], 0), ([FIVE, *[IN_DOUBT] * 21], 0), ([FIVE, IN_DOUBT], 3)],
    ids=["no doubt", "nothing read", "many doubts", "one doubt"],
)
def test_a_few_doubts_beside_dice_that_were_read_are_read_again(faces: list[Face], copies: int) -> None:
    assert len(warped_views(LOOK, faces)) == copies
