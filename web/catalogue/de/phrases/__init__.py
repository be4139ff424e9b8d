"""Was selten gesagt wird, in Englisch und in Deutsch; jede Lücke ``{}`` steht für das, was dort eingesetzt wird."""
