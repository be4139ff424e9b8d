"""``python -m engine.games.yahtzee.analysis.solving``, which takes about fifteen seconds for each table."""

from array import array
from pathlib import Path

from engine.games.yahtzee.analysis.solving.solver import solve
from engine.games.yahtzee.analysis.value_table import UNIT, packed, positions
from engine.games.yahtzee.rules import PRESETS


def main(folder: Path) -> None:
    """Solve each preset and write its table into that folder."""
    for name, rules in PRESETS.items():
        values = solve(rules)
        worths = (float(values[filled, int(fifty), upper]) for filled, fifty, upper in positions())
        table = packed(array("i", (round(worth / UNIT) for worth in worths)))
        (folder / f"{name}.table").write_bytes(table)
        print(f"{name}: {values[0, 0, 0]:.7f} points at the start, {len(table)} bytes")


if __name__ == "__main__":
    main(Path(__file__).parents[2])
