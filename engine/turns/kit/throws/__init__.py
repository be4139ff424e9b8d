"""Games whose dice stay or leave by themselves, and what throws lead to."""
