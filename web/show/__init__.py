"""What is shown beside the game: the throw again, reactions, misread dice, the evening. Start with `clip_desk`.

May import `access`, `history`, `http` and `ports`.
"""
