"""Was die Seite und ihre Schnittstelle nicht annehmen."""

PHRASES = {
    "Only who is at the helm may do that: pair this phone at the table first.": (
        "Das darf nur, wer am Ruder ist: Kopple dieses Telefon erst am Tisch."
    ),
    "This table does not go by that name: open it by its own, or by its address.": (
        "So heißt dieser Tisch nicht: Öffne ihn mit seinem Namen oder seiner Adresse."
    ),
    "That came from the page of somebody else: use the table’s own.": (
        "Das kam von einer fremden Seite: Nimm die des Tisches."
    ),
    "Changes are sent as JSON (Content-Type: application/json).": (
        "Änderungen werden als JSON geschickt (Content-Type: application/json)."
    ),
    "{} are at the helm already: one must give it back first.": (
        "{} sind schon am Ruder: Erst muss jemand seinen Platz abgeben."
    ),
    "{} is locked: unlock it first.": "{} ist gesperrt: erst entsperren.",
    "House rules need a name that can be shown.": "Hausregeln brauchen einen Namen, den man zeigen kann.",
    "{} house rules are enough: forget some first.": "{} Hausregeln sind genug: Vergiss erst ein paar.",
    "There are no house rules called {}.": "Hausregeln namens {} gibt es nicht.",
    "A name is written in letters that can be shown.": "Ein Name steht in Buchstaben, die man zeigen kann.",
    "Too many wrong codes came from this phone: wait a moment.": (
        "Von diesem Telefon kamen zu viele falsche Codes: Warte einen Augenblick."
    ),
    "Too many requests came from this network: wait a moment.": (
        "Aus diesem Netz kamen zu viele Anfragen: Warte einen Moment."
    ),
    "Too many people ask the table at once: try again in a moment.": (
        "Gerade fragen zu viele den Tisch: Versuche es gleich noch einmal."
    ),
    "Too many pages on this network follow the table: close one.": (
        "In diesem Netz folgen zu viele Seiten dem Tisch: Schließe eine."
    ),
    "That code is not good: look at the one that is shown now.": (
        "Dieser Code gilt nicht: Schau, welcher gerade gezeigt wird."
    ),
    "Pairing is closed: hold both buttons of the tray for three seconds first.": (
        "Koppeln ist zu: Halte erst beide Tasten am Brett drei Sekunden lang."
    ),
    "This table has no buttons: take a code from a phone at the helm, or on its machine.": (
        "Dieser Tisch hat keine Tasten: Nimm einen Code von einem Telefon am Ruder oder vom Rechner."
    ),
    "Too many phones ask for the helm at once: try again in a moment.": (
        "Zu viele Telefone wollen gerade ans Ruder: Versuch es gleich noch einmal."
    ),
    "STAND was pressed for this phone: it may ask again in a moment.": (
        "Für dieses Telefon wurde STAND gedrückt: Es darf gleich wieder fragen."
    ),
    "ROLL was not pressed for this phone: ask for the helm first.": (
        "ROLL wurde nicht für dieses Telefon gedrückt: Frag erst nach dem Ruder."
    ),
    "This table has {} screens already: remove one first.": (
        "Dieser Tisch hat schon {} Bildschirme: Entferne erst einen."
    ),
    "This table has buttons: it needs no screen to show codes.": (
        "Dieser Tisch hat Tasten: Er braucht keinen Bildschirm für Codes."
    ),
    "This is not one of the table’s own screens.": "Das ist keiner der Bildschirme des Tisches.",
    "That piece of the file is damaged: send it again.": "Dieses Stück der Datei ist beschädigt: noch einmal schicken.",
    "A piece of that file is missing: send it from the beginning.": (
        "Ein Stück der Datei fehlt: noch einmal von vorn schicken."
    ),
    "That is more than {} MB.": "Das sind mehr als {} MB.",
    "A change is one JSON object.": "Eine Änderung ist ein JSON-Objekt.",
    "“{}” is a text of 1 to {} characters.": "„{}“ ist ein Text von 1 bis {} Zeichen.",
    "“{}” is a whole number from {} to {}.": "„{}“ ist eine ganze Zahl von {} bis {}.",
    "“{}” is a number from 0 to 1.": "„{}“ ist eine Zahl von 0 bis 1.",
    "“{}” is true or false.": "„{}“ ist true oder false.",
    "“{}” is a list of {} to 8 faces, each 1 to 6.": "„{}“ ist eine Liste von {} bis 8 Augenzahlen, jede 1 bis 6.",
    "“{}” is a list of 1 to {} numbers.": "„{}“ ist eine Liste von 1 bis {} Zahlen.",
    "“{}” is a list of 1 to {} names of up to 60 characters.": (
        "„{}“ ist eine Liste von 1 bis {} Namen mit höchstens 60 Zeichen."
    ),
    "“{}” is one of {}{}": "„{}“ ist eins von {}{}",
    "“{}” is written in characters that can be shown.": "„{}“ besteht aus Zeichen, die man zeigen kann.",
    "Two cookies of this table came at once: delete its cookies and pair again.": (
        "Es kamen zwei Cookies dieses Tisches auf einmal: Lösch seine Cookies und kopple neu."
    ),
    "“{}” is an object of up to 40 options.": "„{}“ ist ein Objekt mit höchstens 40 Varianten.",
    "“key” is 8 to 64 letters, digits, - or _, made up anew for each decision.": (
        "„key“ sind 8 bis 64 Buchstaben, Ziffern, - oder _, für jede Entscheidung neu ausgedacht."
    ),
    "Nobody knows what “{}” means{}": "Niemand weiß, was „{}“ heißt{}",
    "“{}” is missing.": "„{}“ fehlt.",
    "That is not JSON in UTF-8.": "Das ist kein JSON in UTF-8.",
    "This table cannot be calibrated from a page.": "Dieser Tisch kann nicht von der Seite aus eingemessen werden.",
    "This table keeps nothing that could be put back.": (
        "Dieser Tisch bewahrt nichts auf, was zurückgelegt werden kann."
    ),
    "“corners” are eight numbers: x and y of four corners, from top left round.": (
        "„corners“ sind acht Zahlen: x und y von vier Ecken, von oben links reihum."
    ),
    "Ask with ?roll=3&dice=6,5,4,2,1: the number of the roll, and what it showed.": (
        "Frag mit ?roll=3&dice=6,5,4,2,1: die Nummer des Wurfs, und was er zeigte."
    ),
    "This table has no setting “{}”.": "Dieser Tisch hat keine Einstellung „{}“.",
    "Another change was sent with that key: make up one for each decision.": (
        "Mit diesem Schlüssel kam schon eine andere Änderung: Denk dir für jede einen neuen aus."
    ),
    "The table did not answer in time: try again.": (
        "Der Tisch hat nicht rechtzeitig geantwortet: noch einmal versuchen."
    ),
    "The table has gone on meanwhile: look again.": "Am Tisch ging es inzwischen weiter: Schau noch einmal hin.",
    "This table can only be watched.": "Diesem Tisch kann man nur zuschauen.",
    "There is no game {} that can be gone on with.": "Ein Spiel {}, mit dem es weitergehen kann, gibt es nicht.",
    "Game {} was played to its end.": "Spiel {} ist zu Ende gespielt.",
    "The camera’s pictures are for those at the helm.": "Die Bilder der Kamera sind für die am Ruder.",
    "There is no picture from the camera.": "Gerade kommt kein Bild von der Kamera.",
    "The options in the address are one object of up to 40.": (
        "Die Varianten in der Adresse sind ein Objekt mit höchstens 40."
    ),
    "The options in the address are not JSON.": "Die Varianten in der Adresse sind kein JSON.",
}
"""Nach dem, was auf Englisch gesagt wird."""
