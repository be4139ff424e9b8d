"""Was die Regeln nicht erlauben."""

PHRASES = {
    "{} sits at the table already.": "{} sitzt schon am Tisch.",
    "{} players are enough.": "{} Mitspieler sind genug.",
    "{} is not at the table.": "{} sitzt nicht am Tisch.",
    "Somebody is called {} already.": "So heißt schon jemand: {}.",
    "{} players: the game is for {} at the most": "{} Mitspieler: Das Spiel ist für höchstens {}",
    "two players are called {}: give each a name of their own": "zwei heißen {}: Gib jedem einen eigenen Namen",
    "{} cannot start: not one of the players": "{} kann nicht beginnen und spielt gar nicht mit",
    "A die shows 1 to 6, not {}.": "Ein Würfel zeigt 1 bis 6, nicht {}.",
    "every player needs a name": "alle brauchen einen Namen",
    "the name {}… is too long: {} characters are enough": "der Name {}… ist zu lang: {} Zeichen genügen",
    "a name is written in letters that can be shown": "ein Name steht in Buchstaben, die man zeigen kann",
    "; did you mean “{}”?": ". War „{}“ gemeint?",
    "; known are {}": ". Es gibt {}",
    "; known are ": ". Es gibt ",
    "There is no such roll: {} have been thrown.": "Diesen Wurf gibt es nicht: Es waren {}.",
    "There is no such roll: none has been thrown.": "Diesen Wurf gibt es nicht: Noch wurde nicht geworfen.",
    "Roll {} had {} dice.": "Wurf {} hatte {} Würfel.",
    "That roll is not of the turn that is on: it may change who has won. Confirm that it is meant.": (
        "Dieser Wurf ist nicht aus diesem Zug: Es kann sich ändern, wer gewonnen hat. Bestätige, dass er gemeint ist."
    ),
    "That round is decided: taking it back may change who has won. Confirm that it is meant.": (
        "Diese Runde ist entschieden: Es kann sich ändern, wer gewonnen hat. Bestätige, dass es gemeint ist."
    ),
    "Roll {} was set aside and thrown again: it counts no more.": (
        "Wurf {} wurde verworfen und neu geworfen: Er zählt nicht mehr."
    ),
    "Roll {} was {} dice, not {}.": "Wurf {} waren {} Würfel, nicht {}.",
    "Nothing has been confirmed yet.": "Noch ist nichts bestätigt.",
    "A roll is never taken back: correct it if it was misread.": (
        "Ein Wurf wird nie zurückgenommen: Berichtige ihn, wenn er falsch gelesen wurde."
    ),
    "A correction is not taken back: correct the roll again.": (
        "Eine Berichtigung wird nicht zurückgenommen: Berichtige den Wurf noch einmal."
    ),
    "A game has begun already.": "Es hat schon ein Spiel begonnen.",
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
    "the roll-off for the start is thrown with three dice, the highest starts": (
        "Um den Anfang wird mit drei Würfeln geworfen, der höchste Wurf beginnt"
    ),
    "ante is {}, but set_by is first_shooter: either it is agreed or set each round": (
        "der Einsatz ist {}, und doch legt ihn fest, wer beginnt: Nur eins von beiden geht"
    ),
    "a turn is thrown with 5 to 8 dice": "Geworfen wird mit 5 bis 8 Würfeln",
    "a turn is thrown with 2 to 5 dice": "Geworfen wird mit 2 bis 5 Würfeln",
    "a turn has 1 to 9 rolls": "Ein Zug hat 1 bis 9 Würfe",
    "an unused roll is worth 0 points or 1": "Ein gesparter Wurf bringt 0 Punkte oder 1",
    "a game has 1 to 1000 rounds": "Ein Spiel hat 1 bis 1000 Runden",
    "an ante is 1 to {} chips": "Ein Einsatz ist 1 bis {} Chips",
    "auto_hold is true with two sequences: which dice to hold is then the player's own choice": (
        "bei zwei Folgen kann nichts von selbst gehalten werden: Welche Würfel bleiben, ist dann eine Wahl"
    ),
    "the upper bonus is for 1 to 105 points": "Den Bonus gibt es ab 1 bis 105 Punkten",
    "boxes is []: a card has one box at the least": "ein Zettel hat mindestens ein Feld",
    "no players": "niemand",
    "1 player": "1 Mitspieler",
    "{}: the game is for {} to {}": "{}: Das Spiel ist für {} bis {}",
    "no players: the game is for 1 to {}": "niemand spielt mit: Das Spiel ist für 1 bis {}",
    "{} can join when this round is over.": "{} kann mitspielen, wenn diese Runde vorbei ist.",
    "{} can join when the next game begins: the first round is over.": (
        "{} kann im nächsten Spiel mitspielen: Die erste Runde ist vorbei."
    ),
    "The {} belongs to the other sequence: hold the dice of one at a time.": (
        "Die {} gehört zur anderen Folge: Halte die Würfel von einer nach der anderen."
    ),
    "No {} was set aside as {}.": "Keine {} liegt als {} zur Seite.",
    "The {} stays: {} once kept is not thrown again.": "Die {} bleibt: Behaltene Fracht wird nicht neu geworfen.",
    "The {} stays: ship, captain and crew are never thrown again.": (
        "Die {} bleibt: Schiff, Kapitän und Crew werden nie neu geworfen."
    ),
    "{} cannot bet against {}: name somebody to bet against.": (
        "{} kann nicht gegen sich selbst wetten: Sag, gegen wen es gehen soll."
    ),
    "A bet is on “qualify” or on “miss”.": "Gewettet wird darauf, dass die Crew kommt, oder dass sie nicht kommt.",
    "{} is no stake: 1 to {} chips.": "{} ist kein Einsatz: 1 bis {} Chips.",
    "{} has won": "{} hat gewonnen",
    "{} share it": "{} teilen sich den Sieg",
    "The game is over: {}.": "Das Spiel ist aus: {}.",
    "That is not done in Ship, Captain, Crew.": "Das gibt es in Schiff, Kapitän, Crew nicht.",
    "That is not done in Yahtzee.": "Das gibt es in Yahtzee nicht.",
    "{} has set all dice aside: stand, or take one up again.": (
        "{} hat alle Würfel zur Seite gelegt: stehen, oder einen wieder aufnehmen."
    ),
    "{} throws {} {} now, not {}.": "{} wirft jetzt {} {}, nicht {}.",
    "{} throws {} dice for the start, not {}.": "{} wirft um den Anfang {} Würfel, nicht {}.",
    "{} does not roll for the start.": "{} wirft nicht um den Anfang.",
    "{} has rolled for the start already.": "{} hat schon um den Anfang geworfen.",
    "Say which dice are set aside.": "Sag, welche Würfel zur Seite gelegt werden.",
    "Say which dice are taken up again.": "Sag, welche Würfel wieder aufgenommen werden.",
    "No roll is let go by when turns are played one after another: stand instead.": (
        "Wo ein Zug auf den anderen folgt, wird kein Wurf ausgelassen: Bleib stehen."
    ),
    "{} does not lead: only who leads need not throw.": "{} führt nicht: Nur wer führt, muss nicht werfen.",
    "The ante is paid before any dice are rolled, once a round.": (
        "Der Einsatz wird einmal je Runde gezahlt, bevor geworfen wird."
    ),
    "There are no bets beside the pot in this game.": "In diesem Spiel gibt es keine Nebenwetten.",
    "{} has thrown: bets are made before the first roll of a turn.": (
        "{} hat schon geworfen: Gewettet wird vor dem ersten Wurf eines Zuges."
    ),
    "It is {}’s turn, not {}’s.": "{0} ist dran, nicht {1}.",
    "First three dice each decide who starts.": "Erst entscheiden je drei Würfel, wer beginnt.",
    "First {} sets the ante.": "Erst legt {} den Einsatz fest.",
    "Nobody antes: this game is not played for a pot.": "Hier setzt niemand: Es geht nicht um einen Pott.",
    "The {} may be set aside.": "Die {} darf zur Seite.",
    "Only {} of the dice {} a {}.": "Nur {0} der Würfel zeigen eine {2}.",
    "No {} lies there.": "Da liegt keine {}.",
    "{} has no roll left: score the dice in a box.": "{} hat keinen Wurf mehr: Trag die Würfel in ein Feld ein.",
    "{} keeps all dice: score them, or keep fewer.": "{} behält alle Würfel: Trag sie ein, oder behalte weniger.",
    "Nothing lies there yet: throw first.": "Da liegt noch nichts: erst werfen.",
    "there is no box called “{}”{}": "ein Feld namens „{}“ gibt es nicht{}",
    "A joker goes into an open box of the lower section before {}.": (
        "Ein Joker kommt erst in ein offenes Feld des unteren Teils, dann nach „{}“."
    ),
    "This game has no box for {}.": "Dieses Spiel hat kein Feld für „{}“.",
    "The box for {} is filled.": "Das Feld für „{}“ ist schon voll.",
    "A further Yahtzee goes into {} while that box is open.": (
        "Ein weiterer Yahtzee kommt nach „{}“, solange dieses Feld offen ist."
    ),
    "All dice are set aside: press STAND to keep them.": "Alle Würfel liegen zur Seite: Mit STAND bleiben sie.",
    "All dice are kept: pick a box for them.": "Alle Würfel sind behalten: Wähl ein Feld für sie.",
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
