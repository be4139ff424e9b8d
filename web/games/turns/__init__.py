"""What the pages of games of turns share: slots for the turn, a line for each player, odds and advice."""
