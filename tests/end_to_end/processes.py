"""What a program and its children take, by Linux's own books."""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Figures(NamedTuple):
    """Of a program with all its children: memory that is theirs (kB, shared pages in their share), open files, and
    seconds of processor time so far."""

    kilobytes: int
    files: int
    seconds: float


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
    return Figures(*(sum(column) for column in zip(*figures, strict=True)))


def _figures(process: int) -> Figures:
    place = Path(f"/proc/{process}")
    rows = (place / "smaps_rollup").read_text().splitlines()
    kilobytes = next(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
    fields = (place / "stat").read_text().rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return Figures(kilobytes, len(list((place / "fd").iterdir())), seconds)
