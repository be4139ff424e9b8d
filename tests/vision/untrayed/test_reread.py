"""What is in doubt in a picture without a tray is looked at once more, as it would look from elsewhere."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, Picture, draw_table
from vision.faces.face import Face
from vision.faces.fusion import DISAGREE, NO_FACE, Candidate, fused
from vision.geometry.view import View, view_of
from vision.untrayed import pipeline
from vision.untrayed.pipeline import find_faces_anywhere
from vision.untrayed.reread import voted, warped_views

FIVE, TWO, BARE = (250, 300), (520, 340), (400, 420)
EDGE = 40.0
LOOKS = 3

Change = Callable[[list[Face]], list[Face]]


def table() -> Picture:
    return draw_table([DrawnDie(5, *FIVE, 20, EDGE), DrawnDie(2, *TWO, 65, EDGE)], (800, 600))


@pytest.fixture
def seen_as(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Face]]:
    """The faces of the table, those on the left first, where what is seen at first and in each look is changed."""

    def found(*changes: Change | None, picture: Picture | None = None) -> list[Face]:
        calls = iter(changes)

        def changed(look: View, seen: list[Candidate]) -> list[Face]:
            change = next(calls)
            return change(fused(look, seen)) if change else fused(look, seen)

        monkeypatch.setattr(pipeline, "fused", changed)
        faces = find_faces_anywhere(view_of(table() if picture is None else picture, None))
        assert next(calls, "all looked") == "all looked"
        return sorted(faces, key=lambda face: float(face.centre[0]))

    return found


def fives(change: Callable[[Face], Face]) -> Change:
    return lambda faces: [change(face) if face.value == 5 else face for face in faces]


def doubted(why: str) -> Change:
    return fives(lambda face: face.doubted(why))


def taken_for(value: int) -> Change:
    return fives(lambda face: replace(face, value=value))


def supposed(doubt: str | None, centre: tuple[float, float] = FIVE) -> Face:
    face = Face(5, 0.9, np.array(centre, dtype=float), EDGE / 2 * np.eye(2), np.zeros(3), np.ones(3))
    return face.doubted(doubt) if doubt else face


def with_a_place(faces: list[Face]) -> list[Face]:
    """As many faces, and one in doubt where nothing lies."""
    return [*faces, supposed(DISAGREE, BARE)]


IN_DOUBT = doubted(DISAGREE)


def test_what_two_looks_read_alike_stands_where_it_lies(seen_as: Callable[..., list[Face]]) -> None:
    for looks in ((None, None, None), (IN_DOUBT, None, None), (None, IN_DOUBT, None), (None, None, IN_DOUBT)):
        five, two = seen_as(IN_DOUBT, *looks)
        assert (five.value, five.doubt, two.value, two.doubt) == (5, None, 2, None)
        assert five.centre == pytest.approx(FIVE, abs=1.0)
        assert five.edge == pytest.approx(EDGE, rel=0.06)
        assert five.confidence > 0.6


@pytest.mark.parametrize(
    "looks",
    [
        (IN_DOUBT, IN_DOUBT, None),
        (taken_for(4), None, None),
        (taken_for(1), taken_for(1), taken_for(1)),
        (IN_DOUBT, IN_DOUBT, IN_DOUBT),
    ],
    ids=["one reads it", "one reads another value", "all read a one", "none reads it"],
)
def test_what_they_do_not_agree_on_stays_in_doubt(
    looks: tuple[Change | None, ...], seen_as: Callable[..., list[Face]]
) -> None:
    five, two = seen_as(IN_DOUBT, *looks)
    assert (five.doubt, two.value, two.doubt) == (DISAGREE, 2, None)


def test_what_is_read_beside_it_is_another_die(seen_as: Callable[..., list[Face]]) -> None:
    beside = fives(lambda face: replace(face, centre=face.centre + 0.6 * EDGE))
    five, two = seen_as(IN_DOUBT, beside, beside, beside)
    assert (five.doubt, two.value, two.doubt) == (NO_FACE, 2, None)


@pytest.mark.parametrize("wrong", ["something covers it", "it moves, or is out of focus"])
def test_what_is_wrong_with_a_die_is_so_from_elsewhere(wrong: str, seen_as: Callable[..., list[Face]]) -> None:
    five, _ = seen_as(doubted(wrong), None, None, None)
    assert five.doubt == wrong


def test_what_is_read_at_first_stands(seen_as: Callable[..., list[Face]]) -> None:
    def with_a_six(faces: list[Face]) -> list[Face]:
        return with_a_place([*faces, replace(supposed(None), value=6)])

    five, place, two = seen_as(with_a_place, with_a_six, with_a_six, with_a_six)
    assert (five.value, five.doubt, two.value, two.doubt) == (5, None, 2, None)
    assert place.doubt == DISAGREE


def test_a_place_in_which_two_looks_see_nothing_is_none(seen_as: Callable[..., list[Face]]) -> None:
    assert [face.value for face in seen_as(with_a_place, None, with_a_place, None)] == [5, 2]
    assert [face.doubt for face in seen_as(with_a_place, with_a_place, with_a_place, None)] == [None, DISAGREE, None]


def test_only_what_is_in_doubt_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[tuple[float, float]]] = []

    def first_five_in_doubt(look: View, seen: list[Candidate]) -> list[Face]:
        faces = fused(look, seen)
        asked.append(sorted((float(face.centre[0]), float(face.centre[1])) for face in faces))
        return faces if len(asked) > 1 else IN_DOUBT(faces)

    monkeypatch.setattr(pipeline, "fused", first_five_in_doubt)
    assert [face.value for face in find_faces_anywhere(view_of(table(), None)) if not face.doubt] == [5, 2]
    at_first, *again = asked
    assert at_first == [pytest.approx(FIVE, abs=1), pytest.approx(TWO, abs=1)]
    assert again == [[pytest.approx(FIVE, abs=1)]] * LOOKS


def test_what_differs_from_all_that_lies_round_it_may_be_a_die(seen_as: Callable[..., list[Face]]) -> None:
    found = seen_as(with_a_place, None, None, None, picture=with_a_red_square(*BARE))
    assert [face.doubt for face in found] == [None, NO_FACE, None]


@pytest.mark.parametrize(("edges", "stays"), [(0.9, False), (1.2, True)])
def test_it_is_none_where_a_die_leaves_no_room_for_another(
    edges: float, stays: bool, seen_as: Callable[..., list[Face]]
) -> None:
    """It is that die's side."""
    x, y = round(FIVE[0] + edges * EDGE), FIVE[1]

    def with_a_side(faces: list[Face]) -> list[Face]:
        side = replace(faces[0], centre=np.array([x, y], dtype=float), axes=EDGE / 2 * np.eye(2))
        return [*faces, side.doubted(DISAGREE)]

    found = seen_as(with_a_side, None, None, None, picture=with_a_red_square(x, y))
    assert [face.doubt for face in found] == ([None, NO_FACE, None] if stays else [None, None])


def with_a_red_square(x: int, y: int) -> Picture:
    """The table with nothing but colour there; the five is turned so that it leaves room."""
    picture = draw_table([DrawnDie(5, *FIVE, 0, EDGE), DrawnDie(2, *TWO, 65, EDGE)], (800, 600))
    picture[y - 18 : y + 18, x - 14 : x + 22] = (60, 60, 170)
    return picture


def test_a_place_at_the_border_is_left() -> None:
    """What lies beyond it nobody knows."""
    look = view_of(table(), None)
    inside, corner = supposed(NO_FACE, BARE), supposed(NO_FACE, (8, 8))
    [left] = voted(look, [inside, corner], [[]] * LOOKS)
    assert left.centre.tolist() == [8, 8]


def test_the_views_show_what_is_in_doubt_where_it_lies() -> None:
    picture = table()
    x, y = BARE
    picture[y - 3 : y + 4, x - 3 : x + 4] = (0, 0, 255)
    look = view_of(picture, None)
    looks = warped_views(look, [supposed(None), supposed(DISAGREE, BARE)])
    assert len(looks) == LOOKS
    for other in looks:
        view = other.view
        there = view.plane.to_view(np.array([[*BARE], [x + 1.0, y]]))
        across, down = np.rint(there[0]).astype(int)
        assert view.pixels[down, across] == pytest.approx([0, 0, 255], abs=8)
        assert other.places == pytest.approx(there[:1])
        assert other.edge == pytest.approx(EDGE * float(view.plane.pixels(there[:1])[0]))
        assert min(view.pixels.shape[:2]) > 4 * other.edge
        assert view.pixels.size < 2 * look.pixels.size
    turns = {round(float(np.arctan2(*other.view.plane.matrix[1::-1, 0])), 3) for other in looks}
    assert len(turns) == LOOKS


@pytest.mark.parametrize(
    "faces",
    [
        [supposed(None)],
        [supposed(DISAGREE)],
        [supposed(None), *[supposed(DISAGREE)] * 21],
    ],
    ids=["no doubt", "nothing read", "many doubts"],
)
def test_nobody_looks_twice_without_need_or_hope(faces: list[Face]) -> None:
    assert warped_views(view_of(table(), None), faces) == []
