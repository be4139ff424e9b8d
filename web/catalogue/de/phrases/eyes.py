"""Was die Kamera nicht lesen kann, und warum."""

PHRASES = {
    "the looks disagree": "zweimal Hinsehen gibt zwei Zahlen",
    "not read in every look": "nicht bei jedem Hinsehen zu lesen",
    "it is not of the size of a die": "er ist nicht so groß wie die anderen",
    "the picture: {}": "das Bild: {}",
    "lens covered": "Linse verdeckt",
    "too dark": "zu dunkel",
    "out of focus": "unscharf",
    "flickering light": "flackerndes Licht",
    "tray not whole in the picture": "Brett nicht ganz im Bild",
    "camera moved": "Kamera verschoben",
    "marker covered": "Marke verdeckt",
    "It is too dark to read dice: turn on a lamp, or free the lens.": (
        "Es ist zu dunkel, um zu lesen: Mach eine Lampe an, oder gib die Linse frei."
    ),
    "The picture is overexposed: dim the light or shorten the exposure.": (
        "Das Bild ist zu hell: Nimm Licht weg, oder verkürze die Belichtung."
    ),
    "Something covers the lens, or the camera looks elsewhere: nothing can be seen.": (
        "Etwas ist vor der Linse, oder die Kamera schaut woandershin: Es ist nichts zu sehen."
    ),
    "The picture is out of focus: clean the lens and set its focus to the tray.": (
        "Das Bild ist unscharf: Putz die Linse, und stell sie auf das Brett scharf."
    ),
    "The lamp flickers: set the camera's exposure to 10 or 20 ms, or change the lamp.": (
        "Die Lampe flackert: Stell die Belichtung auf 10 oder 20 ms, oder nimm eine andere Lampe."
    ),
    "The tray is not whole in the picture: point the camera at all of it.": (
        "Das Brett ist nicht ganz im Bild: Richte die Kamera auf das ganze Brett."
    ),
    "The camera or the tray was moved, and the markers cannot all be seen: free them.": (
        "Kamera oder Brett wurden verschoben, und nicht alle Marken sind zu sehen: Mach sie frei."
    ),
    "The camera or the tray was moved {}: the markers show where it is now.": (
        "Kamera oder Brett wurden {} verschoben: Die Marken zeigen, wo es jetzt liegt."
    ),
    "The camera or the tray was moved by {} mm: put it back, or point out the tray's corners again.": (
        "Kamera oder Brett wurden um {} mm verschoben: Schieb es zurück, oder zeig die Ecken neu."
    ),
    "by {} mm": "um {} mm",
    "a good way": "ein gutes Stück",
    "{} covered: keep things off the tray's corners.": "{} verdeckt: Lass die Ecken des Bretts frei.",
    "The {} marker is": "Die Marke {} ist",
    "The {} markers are": "Die Marken {} sind",
    "{} and {}": "{} und {}",
    "top left": "oben links",
    "top right": "oben rechts",
    "bottom right": "unten rechts",
    "bottom left": "unten links",
    "The picture is full of spots like pips: nobody could tell dice among them.": (
        "Das Bild ist voller Flecken wie Augen: Niemand könnte da Würfel erkennen."
    ),
    "Something that is no die lies on the tray: take it off.": (
        "Auf dem Brett liegt etwas, das kein Würfel ist: Nimm es weg."
    ),
    "Something that was not read as a die lies on the tray: take it off, or turn on more light.": (
        "Auf dem Brett liegt etwas, das nicht als Würfel zu lesen ist: Nimm es weg, oder mach mehr Licht."
    ),
    "Something reaches over the tray.": "Etwas ragt über das Brett.",
    "it lies on the rim or outside": "er liegt auf dem Rand oder daneben",
    "cut off by the edge of the picture": "der Bildrand schneidet ihn ab",
    "two readings disagree": "zwei Lesarten widersprechen sich",
    "something covers it": "etwas verdeckt ihn",
    "it moves, or is out of focus": "er bewegt sich, oder ist unscharf",
    "its pips hardly stand out": "seine Augen heben sich kaum ab",
    "it cannot be made out": "er ist nicht zu erkennen",
    "its value is not clear": "seine Zahl ist nicht eindeutig",
    "its pips are not clear": "seine Augen sind nicht deutlich",
    "it lies on another die": "er liegt auf einem anderen",
    "it does not lie flat": "er liegt nicht flach",
    "A tray needs four corners, each an x and a y in pixels.": (
        "Ein Brett braucht vier Ecken, jede mit x und y in Pixeln."
    ),
    "These corners do not outline a tray. "
    "Point them out in the order top left, top right, bottom right, bottom left.": (
        "Diese Ecken umreißen kein Brett. Zeig sie in der Folge oben links, oben rechts, unten rechts, unten links."
    ),
    "The tray was found in pictures of {} × {} pixels, and this one has {} × {}: find the tray again.": (
        "Das Brett wurde in Bildern von {} × {} Pixeln gefunden, dieses hat {} × {}: Such das Brett neu."
    ),
    "“{}” are not four corners: give x,y x,y x,y x,y in pixels, top left first.": (
        "„{}“ sind keine vier Ecken: Gib x,y x,y x,y x,y in Pixeln, oben links zuerst."
    ),
    "The camera gives no picture: corners cannot be pointed out.": (
        "Die Kamera gibt kein Bild: So lassen sich keine Ecken zeigen."
    ),
    "The camera’s picture stands still: check its cable.": "Das Bild der Kamera steht: Prüf ihr Kabel.",
    "The camera’s program ended ({}): check the camera’s cable.": (
        "Das Programm der Kamera ist zu Ende ({}): Prüf das Kabel der Kamera."
    ),
    "The camera’s program cannot be started ({}): restart the machine.": (
        "Das Programm der Kamera startet nicht ({}): Starte das Gerät neu."
    ),
    "The camera gives no more pictures: check its cable.": "Die Kamera gibt keine Bilder mehr: Prüf ihr Kabel.",
    "The camera's driver failed ({}): check its cable.": "Der Treiber der Kamera versagt ({}): Prüf ihr Kabel.",
    "The camera gave no picture.": "Die Kamera gab kein Bild.",
    "No camera is connected to the Pi: check the ribbon cable.": "Am Pi hängt keine Kamera: Prüf das Flachkabel.",
    "picamera2 cannot be used ({}): install python3-picamera2.": (
        "picamera2 geht nicht ({}): Installier python3-picamera2."
    ),
    "The Pi’s camera gives {}, which cannot be read: update Raspberry Pi OS.": (
        "Die Kamera des Pi gibt {}, was nicht zu lesen ist: Bring Raspberry Pi OS auf den neuesten Stand."
    ),
    "The camera gives {}×{} instead of {}×{}.": "Die Kamera gibt {}×{} statt {}×{}.",
    "This camera has no {}: that is left as it is.": "Diese Kamera kennt kein {}: Es bleibt, wie es ist.",
    "The Pi’s cameras cannot be listed ({}): restart the Pi.": (
        "Die Kameras des Pi lassen sich nicht auflisten ({}): Starte ihn neu."
    ),
    "The Pi’s camera cannot be started ({}): is another program using it?": (
        "Die Kamera des Pi startet nicht ({}): Nutzt sie ein anderes Programm?"
    ),
    "There are no pictures in {}: set [camera] path to a folder of JPEG or PNG files.": (
        "In {} sind keine Bilder: Setz [camera] path auf einen Ordner mit JPEG oder PNG."
    ),
    "There is no camera at /dev/video{}: plug one in, or set [camera] device.": (
        "An /dev/video{} ist keine Kamera: Steck eine ein, oder setz [camera] device."
    ),
}
"""Nach dem, was auf Englisch gesagt wird."""

WORDS = {"overexposed": "überbelichtet"}
