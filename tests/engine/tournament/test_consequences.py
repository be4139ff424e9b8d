"""What another result of a match changes in a Swiss tournament: later rounds, and no match of its own."""

import pytest

from engine.tournament.consequences import consequences_of, taken_over
from engine.tournament.facts import Begun, Counted, Drawn, Opened, TournamentFact, Undrawn

ROUND_1: tuple[TournamentFact, ...] = (
    Opened("swiss", ("A", "B", "C", "D"), "pig", rounds=2),
    Drawn(1, (("A", "B"), ("C", "D"))),
    *(Begun("1.1-2", ("A", "B"), 1), Counted("1.1-2", ("A", "B"), 1, "A")),
    *(Begun("1.3-4", ("C", "D"), 2), Counted("1.3-4", ("C", "D"), 2, "C")),
)
ROUND_2: tuple[TournamentFact, ...] = (*ROUND_1, Drawn(2, (("A", "C"), ("B", "D"))))
PLAYED = (*ROUND_2, Begun("2.1-3", ("A", "C"), 3), Counted("2.1-3", ("A", "C"), 3, "A"))
NOW = Counted("1.1-2", ("A", "B"), 1, "B")


@pytest.mark.parametrize(
    ("facts", "played", "again", "kept", "replayed"),
    [
        (ROUND_1, [], [], (), ()),
        (ROUND_2, [], ["2.1-3", "2.2-4"], None, None),
        (PLAYED, ["2.1-3"], ["2.2-4"], (Drawn(2, (("A", "C"), ("D", "B"))),), (Undrawn(2),)),
    ],
)
def test_another_result_reaches_the_rounds_after_it(
    facts: tuple[TournamentFact, ...],
    played: list[str],
    again: list[str],
    kept: tuple[TournamentFact, ...] | None,
    replayed: tuple[TournamentFact, ...] | None,
) -> None:
    found = consequences_of(facts, NOW)
    assert ([one.id for one in found.played], [one.id for one in found.paired_again]) == (played, again)
    for keep, added in ((True, kept), (False, replayed)):
        assert added is None or taken_over(facts, NOW, keep=keep) == (NOW, *added)
