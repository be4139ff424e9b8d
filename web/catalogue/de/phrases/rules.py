"""Was die Regeln nicht erlauben."""

PHRASES = {
    "{} is already playing.": "{} spielt schon mit.",
    "Up to {} players can play.": "Höchstens {} können mitspielen.",
    "{} isn’t playing.": "{} spielt nicht mit.",
    "The name {} is already taken.": "Den Namen {} gibt es schon.",
    "{} players: the game takes up to {}": "{} Mitspieler: Das Spiel ist für höchstens {}",
    "two players are called {}: use different names": "zwei heißen {}: Nehmt verschiedene Namen",
    "{} can’t start without playing": "{} kann nicht anfangen, ohne mitzuspielen",
    "A die shows 1 to 6, not {}.": "Ein Würfel zeigt 1 bis 6, nicht {}.",
    "every player needs a name": "alle brauchen einen Namen",
    "the name {}… is too long (up to {} characters)": "der Name {}… ist zu lang (höchstens {} Zeichen)",
    "the name has characters that can’t be shown": "der Name hat Zeichen, die sich nicht anzeigen lassen",
    "; did you mean “{}”?": ". War „{}“ gemeint?",
    "; known are {}": ". Es gibt {}",
    "; known are ": ". Es gibt ",
    "No such roll: there are {} so far.": "Diesen Wurf gibt es nicht: Bisher waren es {}.",
    "No such roll: there are none yet.": "Diesen Wurf gibt es nicht: Noch wurde nicht geworfen.",
    "Roll {} had {} dice.": "Wurf {} hatte {} Würfel.",
    "That roll is from an earlier turn: fixing it may change the winner. Confirm the change.": (
        "Dieser Wurf ist aus einem früheren Zug: Es kann sich ändern, wer gewonnen hat. Bestätige die Änderung."
    ),
    "That round is decided: undoing it may change the winner. Confirm the change.": (
        "Diese Runde ist entschieden: Es kann sich ändern, wer gewonnen hat. Bestätige die Änderung."
    ),
    "Roll {} no longer counts: it was rolled again.": ("Wurf {} zählt nicht mehr: Es wurde neu geworfen."),
    "Roll {} had {} dice, not {}.": "Wurf {} hatte {} Würfel, nicht {}.",
    "Nothing to undo.": "Nichts rückgängig zu machen.",
    "A roll seen by the camera can’t be undone: fix it if it was misread.": (
        "Ein Wurf der Kamera lässt sich nicht rückgängig machen: Korrigier ihn, wenn er falsch erkannt wurde."
    ),
    "A fix can’t be undone: fix the roll again.": (
        "Eine Korrektur lässt sich nicht rückgängig machen: Korrigier den Wurf noch einmal."
    ),
    "A game has already started.": "Es läuft schon ein Spiel.",
    "there are no rules called “{}”{}": "Regeln namens „{}“ gibt es nicht{}",
    "there is no option “{}”{}": "die Variante „{}“ gibt es nicht{}",
    "{} is {}: {}": "{} ist {}: {}",
    "it can be {}{}": "Es kann {} sein{}",
    "it must be a whole number": "Es muss eine ganze Zahl sein",
    "it says for terms of the game what they are called": "Es sagt, wie etwas im Spiel heißt",
    "{} is called by a word of up to 30 letters": "{} heißt mit einem Wort von höchstens 30 Buchstaben",
    "{} takes one number, as in {}({})": "{} braucht eine Zahl, wie {}({})",
    "only a pot has an ante, as in pot(2) or pot(first_shooter)": (
        "Nur ein Pott hat einen Einsatz, wie pot(2) oder pot(first_shooter)"
    ),
    "there is no pot to ante into; set stakes to pot as well": "Es gibt keinen Pott: Spielt auch um den Pott",
    "it is a list of bets, [] or [qualify]": "Es ist eine Liste von Wetten, [] oder [qualify]",
    "it is a list of boxes, as in [ones, yahtzee, chance]": "Es ist eine Liste von Feldern",
    "the roll-off for the start takes three dice, the highest starts": (
        "Um den Anfang wird mit drei Würfeln geworfen, der höchste Wurf beginnt"
    ),
    "ante is {}, but set_by is first_shooter: either it is agreed or set each round": (
        "der Einsatz ist {}, und doch legt ihn fest, wer beginnt: Nur eins von beiden geht"
    ),
    "a turn takes 5 to 8 dice": "Geworfen wird mit 5 bis 8 Würfeln",
    "a turn takes 2 to 5 dice": "Geworfen wird mit 2 bis 5 Würfeln",
    "a turn has 1 to 9 rolls": "Ein Zug hat 1 bis 9 Würfe",
    "an unused roll is worth 0 points or 1": "Ein gesparter Wurf bringt 0 Punkte oder 1",
    "a game has 1 to 1000 rounds": "Ein Spiel hat 1 bis 1000 Runden",
    "an ante is 1 to {} chips": "Ein Einsatz ist 1 bis {} Chips",
    "auto_hold is true with two sequences: which dice to hold is then the player's own choice": (
        "bei zwei Folgen kann nichts von selbst gehalten werden: Welche Würfel bleiben, ist dann eine Wahl"
    ),
    "the upper bonus is for 1 to 105 points": "Den Bonus gibt es ab 1 bis 105 Punkten",
    "boxes is []: a card needs at least one box": "ein Zettel hat mindestens ein Feld",
    "no players": "niemand",
    "1 player": "1 Mitspieler",
    "{}: the game is for {} to {}": "{}: Das Spiel ist für {} bis {}",
    "no players: the game is for 1 to {}": "niemand spielt mit: Das Spiel ist für 1 bis {}",
    "{} joins next round.": "{} spielt in der nächsten Runde mit.",
    "{} joins next game: the first round is over.": ("{} spielt im nächsten Spiel mit: Die erste Runde ist vorbei."),
    "The {} belongs to the other sequence: hold the dice of one at a time.": (
        "Die {} gehört zur anderen Folge: Halte die Würfel von einer nach der anderen."
    ),
    "No {} is held as {}.": "Keine {} ist als {} gehalten.",
    "The {} stays: kept {} isn’t rolled again.": "Die {} bleibt: Behaltene Fracht wird nicht neu geworfen.",
    "The {} stays: ship, captain and crew are never rolled again.": (
        "Die {} bleibt: Schiff, Kapitän und Crew werden nie neu geworfen."
    ),
    "{} can’t bet against {}: choose someone else.": ("{} kann nicht gegen sich selbst wetten: Wähl jemand anderen."),
    "Bet on “qualify” or “miss”.": "Gewettet wird darauf, dass die Crew kommt, oder dass sie nicht kommt.",
    "{} isn’t a valid stake: use 1 to {} chips.": "{} ist kein gültiger Einsatz: Nimm 1 bis {} Chips.",
    "{} has won": "{} hat gewonnen",
    "{} tie for the win": "{} teilen sich den Sieg",
    "The game is over: {}.": "Das Spiel ist aus: {}.",
    "Not possible in Ship, Captain, Crew.": "In Schiff, Kapitän, Crew nicht möglich.",
    "Not possible in Yahtzee.": "In Yahtzee nicht möglich.",
    "{} holds all dice: press STAND, or release one.": (
        "{} hält alle Würfel: STAND drücken oder einen wieder aufnehmen."
    ),
    "{} rolls {} {} now, not {}.": "{} wirft jetzt {} {}, nicht {}.",
    "{} rolls {} dice to see who starts, not {}.": "{} wirft {} Würfel darum, wer anfängt, nicht {}.",
    "{} doesn’t roll to start.": "{} wirft nicht darum, wer anfängt.",
    "{} has already rolled to start.": "{} hat schon darum geworfen, wer anfängt.",
    "Choose the dice to hold.": "Wähl die Würfel, die du hältst.",
    "Choose the dice to release.": "Wähl die Würfel, die du wieder aufnimmst.",
    "You can’t skip a roll: press STAND instead.": ("Du kannst keinen Wurf auslassen: STAND drücken."),
    "{} isn’t leading: only the leader may skip a roll.": "{} führt nicht: Nur wer führt, darf einen Wurf auslassen.",
    "The ante is set once a round, before the first roll.": (
        "Der Einsatz wird einmal je Runde gewählt, vor dem ersten Wurf."
    ),
    "No side bets in this game.": "In diesem Spiel gibt es keine Nebenwetten.",
    "{} has already rolled: bet before the first roll of a turn.": (
        "{} hat schon geworfen: Gewettet wird vor dem ersten Wurf eines Zuges."
    ),
    "It is {}’s turn, not {}’s.": "{0} ist dran, nicht {1}.",
    "Roll three dice each to see who starts first.": "Erst werfen alle drei Würfel darum, wer anfängt.",
    "{} has to set the ante first.": "Erst wählt {} den Einsatz.",
    "No ante in this game.": "In diesem Spiel gibt es keinen Einsatz.",
    "You can hold the {}.": "Du kannst die {} halten.",
    "Only {} of the dice {} a {}.": "Nur {0} der Würfel zeigen eine {2}.",
    "There’s no {} on the tray.": "Auf dem Brett liegt keine {}.",
    "{} has no rolls left: choose a box.": "{} hat keinen Wurf mehr: Feld wählen.",
    "{} keeps all dice: choose a box, or keep fewer.": "{} behält alle Würfel: Feld wählen oder weniger behalten.",
    "Roll first.": "Erst werfen.",
    "there is no box called “{}”{}": "ein Feld namens „{}“ gibt es nicht{}",
    "A joker must go in an open lower box before {}.": (
        "Ein Joker muss in ein offenes unteres Feld, erst dann zu „{}“."
    ),
    "This game has no {} box.": "Dieses Spiel hat kein Feld für „{}“.",
    "The {} box is already filled.": "Das Feld für „{}“ ist schon voll.",
    "Another Yahtzee must go in {} first.": ("Ein weiterer Yahtzee muss erst zu „{}“."),
    "All dice are held: press STAND to keep them.": "Alle Würfel sind gehalten: Mit STAND behältst du sie.",
    "All dice are kept: choose a box.": "Alle Würfel sind behalten: Feld wählen.",
}
"""Nach dem, was die Regeln auf Englisch sagen."""

WORDS = {
    "die": "Würfel",
    "dice": "Würfel",
    "ones": "Einser",
    "twos": "Zweier",
    "threes": "Dreier",
    "fours": "Vierer",
    "fives": "Fünfer",
    "sixes": "Sechser",
    "three of a kind": "Dreierpasch",
    "four of a kind": "Viererpasch",
    "full house": "Full House",
    "small straight": "Kleine Straße",
    "large straight": "Große Straße",
    "cargo": "Fracht",
}
"""Einzelne Wörter, die in Lücken stehen."""
