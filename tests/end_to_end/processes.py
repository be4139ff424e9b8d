"""What a program and its children take, by Linux's own books."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figures:
    """Of a program with all its children: memory that is theirs (kB, shared pages in their share), open files."""

    kilobytes: int
    files: int
    seconds: float
    """Of processor time so far."""


def family_of(process: int) -> list[int]:
    """The process and its children, and theirs."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except (ProcessLookupError, FileNotFoundError):
        return []
    return [process, *(one for child in children for one in family_of(int(child)))]


def figures_of(process: int) -> Figures:
    """What it takes now, with its children. A child that ends meanwhile counts nothing."""
    figures = [_figures(process)]
    for child in family_of(process)[1:]:
        with suppress(ProcessLookupError, FileNotFoundError):
            figures.append(_figures(child))
    return Figures(
        sum(one.kilobytes for one in figures),
        sum(one.files for one in figures),
        sum(one.seconds for one in figures),
    )


def _figures(process: int) -> Figures:
    return Figures(_kilobytes(process), len(list(Path(f"/proc/{process}/fd").iterdir())), _seconds(process))


def _kilobytes(process: int) -> int:
    rows = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("Pss:"))


def _seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
