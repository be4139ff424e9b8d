"""The slope of faces from the light of four lamps: opaque bodies, and those that let light in."""

import math

import numpy as np
import pytest

from tests.vision.lamps.lit import TRAY
from vision import LampSide
from vision.lamps.examine import leans
from vision.lamps.face_light import FaceLight
from vision.lamps.model import LampFrame
from vision.lamps.slope import Slope, slope_of

PLACES = [(70.0, 60.0), (240.0, 140.0), (150.0, 30.0)]
LIGHTS = {
    place: {side: LampFrame().light(TRAY.size, side, np.array([*place, 16.0])) for side in LampSide} for place in PLACES
}
FAR_FROM_MIRRORED = dict.fromkeys(LampSide, 60.0)


def measured(place: tuple[float, float], slope: tuple[float, float], inside: float) -> Slope:
    """The slope of a body of which that share of the light came in from all sides."""
    normal = np.array([*slope, 1.0]) / math.sqrt(1 + slope[0] ** 2 + slope[1] ** 2)
    lights = {side: (1 - inside) * light[:3] @ normal + inside * light[3] for side, light in LIGHTS[place].items()}
    level = 0.05 / float(np.mean(list(lights.values())))
    colours = {side: level * light * np.array([0.6, 1.4, 1.0]) for side, light in lights.items()}
    found = slope_of(FaceLight(colours, 0.0002, np.zeros(2), 0.0), LIGHTS[place], FAR_FROM_MIRRORED, films=True)
    assert found is not None
    return found


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("inside", [0.0, 0.35])
def test_a_flat_body_is_never_said_to_lean(place: tuple[float, float], inside: float) -> None:
    assert not leans(measured(place, (0.0, 0.0), inside))


@pytest.mark.parametrize("towards", [0, 90, 180, 270])
@pytest.mark.parametrize(
    ("place", "degrees", "inside"), [*((place, 12, 0.0) for place in PLACES), (PLACES[2], 15, 0.35)]
)
def test_a_body_leans_as_measured_and_a_translucent_one_by_the_lamps_that_contradict_it(
    place: tuple[float, float], degrees: float, inside: float, towards: float
) -> None:
    tangent = math.tan(math.radians(degrees))
    slope = tangent * math.cos(math.radians(towards)), tangent * math.sin(math.radians(towards))
    found = measured(place, slope, inside)
    assert found.degrees == pytest.approx(degrees, abs=0.5)
    assert leans(found)
