import numpy as np
import pytest

from tests.vision.drawn import DrawnDie
from tests.vision.lamps.lit import FRAME, TRAY, lit
from vision import BadImage, LampMaps, LampSide, TraySize
from vision.lamps.maps import places

MAPS = LampMaps.from_pictures(lit(), TRAY)


def test_a_lamp_is_brightest_on_its_own_side() -> None:
    x, y = np.moveaxis(places(TRAY.size), -1, 0)
    away = {LampSide.LEFT: x, LampSide.RIGHT: -x, LampSide.FAR: y, LampSide.NEAR: -y}
    for side in LampSide:
        share = MAPS.lamps[side] / MAPS.base
        assert np.corrcoef(share.ravel(), away[side].ravel())[0, 1] < -0.9


def test_opposite_lamps_compare_as_their_light_whatever_the_floor_is_printed_with() -> None:
    ratio = MAPS.lamps[LampSide.LEFT] / MAPS.lamps[LampSide.RIGHT]
    floor = np.concatenate([places(TRAY.size), np.zeros((*ratio.shape, 1))], axis=2)
    left, right = (FRAME.light(TRAY.size, side, floor)[..., 2] for side in (LampSide.LEFT, LampSide.RIGHT))
    assert np.abs(ratio / (left / right) - 1).mean() < 0.05


@pytest.mark.parametrize(
    ("broken", "dice", "room"),
    [(LampSide.LEFT, (), 0.1), (LampSide.FAR, (DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50)), 0.4)],
    ids=["left", "far, beside dice, in other light"],
)
def test_a_lamp_that_changes_nothing_is_broken(broken: LampSide, dice: tuple[DrawnDie, ...], room: float) -> None:
    maps = LampMaps.from_pictures(lit(dice, broken=[broken], room=room), TRAY)
    assert maps.working() == set(LampSide) - {broken}
    assert abs(maps.strength(broken)) < 0.1
    assert dice or all(maps.strength(side) > 0.5 for side in maps.working())


def test_maps_are_kept_as_arrays() -> None:
    again = LampMaps.from_arrays(MAPS.to_arrays())
    assert again.size == MAPS.size == TraySize()
    assert (again.base == MAPS.base).all()
    assert all((again.lamps[side] == MAPS.lamps[side]).all() for side in LampSide)


@pytest.mark.parametrize(
    "arrays",
    [
        {},
        {**MAPS.to_arrays(), "base": np.zeros((3, 3))},
        {**MAPS.to_arrays(), "size": np.array([np.nan] * 4)},
        {name: array for name, array in MAPS.to_arrays().items() if name != "films"},
        {**MAPS.to_arrays(), "left": np.full(MAPS.base.shape, np.nan)},
    ],
    ids=["nothing", "another size", "no size", "no films", "no numbers"],
)
def test_other_arrays_are_refused(arrays: dict[str, np.ndarray]) -> None:
    with pytest.raises(BadImage, match="calibrate the lamps again"):
        LampMaps.from_arrays(arrays)
