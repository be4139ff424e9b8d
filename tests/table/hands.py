"""The hands of a player at a desk: dice are thrown, set aside, taken off and laid back, at random from a seed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import dist
from random import Random

from table import Snapshot
from table.dice import STIRRED, HoldMode
from tests.table.desk import Desk
from tests.table.lying import COLOURS, HAND, MOVING, die
from vision import Die, Reading, Rest

RAIL_PLACES = tuple((25.0, 18.0 + 30.0 * row) for row in range(6))
APART = 24.0
"""Millimetres that dice on the floor lie apart."""


@dataclass
class Cube:
    """A physical die: its colour, the face that is up, and where it lies, if it is on the tray."""

    colour: int
    value: int = 1
    place: tuple[float, float] | None = None
    yaw: float = 0.0

    def seen(self, *, readable: bool = True) -> Die:
        assert self.place is not None
        x, y = self.place
        read = die(self.value if readable else None, x, y, colour=self.colour % len(COLOURS), doubt="glare hides it")
        return replace(read, yaw=self.yaw)


class Hands:
    """The dice of a table, and the hands that move them. What is done is seen by the desk, step by step."""

    def __init__(self, desk: Desk, hold: HoldMode, many: int, chance: Random) -> None:
        self.cubes = [Cube(colour) for colour in range(many)]
        self._desk, self._hold, self._chance = desk, hold, chance
        self._many = many
        self._counted: list[Cube] = []
        self.thrown = False
        """Whether dice were thrown since they were counted: where they lie now tells nothing of a hold."""
        self.gave_back = False
        """Whether dice were thrown at last that had been off the tray."""
        self.desk_is_clear()

    @property
    def faces(self) -> Counter[int]:
        return Counter(cube.value for cube in self.cubes)

    def could_swap(self, faces: tuple[int, ...], *, seen: bool) -> bool:
        """Return whether as many other dice would be taken off the tray as lay beside it, without being seen."""
        off = sorted(cube.value for cube in self._counted if cube.place is None)
        left = Counter(cube.value for cube in self._counted if cube.place) - (Counter(faces) - Counter(off))
        hidden = self._hold is HoldMode.OFF_TRAY and (self.thrown or not seen or not left)
        return hidden and len(off) == len(faces) and sorted(faces) != off

    def desk_is_clear(self) -> None:
        self._desk.see(Reading(Rest.EMPTY))

    def look(self, unread: Iterable[Cube] = ()) -> Snapshot:
        """Show the dice at rest; those in ``unread`` can't be read."""
        lie = [cube.seen(readable=cube not in list(unread)) for cube in self.cubes if cube.place]
        return self._desk.see(Reading(Rest.SETTLED if lie else Rest.EMPTY, tuple(lie)))

    def counted(self) -> None:
        self._counted = [replace(cube) for cube in self.cubes[: self._many]]
        self.thrown = False

    def set_aside(self, faces: Iterable[int], *, seen: bool = True) -> list[Cube]:
        """Set exactly these faces aside as they were counted, with a look at the others before they are taken up.

        Not ``seen``: everything is taken up at once. Returns the dice to throw.
        """
        self._lay_as_counted()
        kept = self._with(faces)
        others = [cube for cube in self.cubes if cube not in kept]
        self.gave_back = self.thrown or any(cube.place is None for cube in others)
        self._desk.see(HAND)
        self._put(kept)
        if seen and not self.thrown and self._hold is not HoldMode.IN_PLACE:
            self.look()
            self._desk.see(HAND)
        for cube in others:
            cube.place = None
        if seen or self._hold is not HoldMode.IN_PLACE:
            self.look()
        return others

    def throw(self, cubes: Iterable[Cube]) -> tuple[int, ...]:
        """Throw these dice. Returns their faces, the highest first."""
        thrown = list(cubes)
        self._desk.see(MOVING)
        self.thrown = True
        for cube in thrown:
            cube.value, cube.yaw = self._chance.randint(1, 6), self._chance.uniform(0, 90)
            cube.place = self._free_place(anywhere=len(thrown) == len(self.cubes))
        self.look()
        return tuple(sorted((cube.value for cube in thrown), reverse=True))

    def _lay_as_counted(self) -> None:
        """Turn all dice back to the faces that were counted; those on the tray lie where they lay then."""
        del self.cubes[self._many :]
        for cube, then in zip(self.cubes, self._counted, strict=False):
            cube.value, cube.place, cube.yaw = then.value, then.place, then.yaw

    def _with(self, faces: Iterable[int]) -> list[Cube]:
        """Return dice with these faces, those that are aside already first; another is turned where one is missing."""
        found: list[Cube] = []
        order = sorted(
            self.cubes, key=lambda cube: (cube.place is not None and cube.place[0] > 50, self._chance.random())
        )
        for face in faces:
            free = [cube for cube in order if cube not in found]
            cube = next((cube for cube in free if cube.value == face), free[-1])
            cube.value = face
            found.append(cube)
        return found

    def _put(self, kept: list[Cube]) -> None:
        if self._hold is HoldMode.OFF_TRAY:
            for cube in kept:
                cube.place = None
        if self._hold is HoldMode.RAIL:
            for cube in self.cubes:
                if cube.place and cube.place[0] < 50 and cube not in kept:
                    cube.place = None
            for cube in kept:
                if cube.place is None or cube.place[0] > 50:
                    taken = [other.place for other in self.cubes]
                    cube.place = next(place for place in RAIL_PLACES if place not in taken)

    def _free_place(self, *, anywhere: bool) -> tuple[float, float]:
        """Return a place on the floor away from all dice. If not ``anywhere``, also from where they were counted."""
        while True:
            place = (self._chance.uniform(65, 285), self._chance.uniform(15, 185))
            near = [cube.place for cube in self.cubes if cube.place and dist(place, cube.place) <= APART]
            same = [cube.place for cube in self._counted if cube.place and dist(place, cube.place) <= 2 * STIRRED]
            if not near and (anywhere or not same):
                return place
