"""Was der Doktor findet, und was er rät."""

PHRASES = {
    "give it air, or a heat sink: it slows down at 80 °C": (
        "gib ihm Luft oder einen Kühlkörper: Ab 80 °C wird es langsam"
    ),
    "games do not need it, only dates are uncertain": "Spiele brauchen sie nicht, nur Daten sind ungewiss",
    "use the Pi's own supply and a short, thick cable": "nimm das Netzteil des Pi und ein kurzes, dickes Kabel",
    "delete recordings and old logs: the journal must have room": (
        "lösch Aufnahmen und alte Protokolle: Das Tagebuch braucht Platz"
    ),
    "free space": "freier Platz",
    "{} MB in {}": "{} MB in {}",
    "strong enough since the last start": "seit dem letzten Start stark genug",
    "http://{}:{}/ for this machine alone": "http://{}:{}/ nur für dieses Gerät",
    "http://{}:{}/ or http://{}:{}/": "http://{}:{}/ oder http://{}:{}/",
    "none are used: the configuration wants no buttons on pins": (
        "keine in Gebrauch: Die Konfiguration will keine Tasten an Pins"
    ),
    "in use by the table that runs: {}": "der Tisch, der läuft, benutzt sie: {}",
    "on a Pi: sudo apt install python3-lgpio; elsewhere set [panel] kind to “keyboard” or “none”": (
        "auf einem Pi: sudo apt install python3-lgpio; sonst [panel] kind auf „keyboard“ oder „none“ setzen"
    ),
    "{} cannot be looked at": "{} lässt sich nicht ansehen",
    "mend the disk, or set [journal] path": "bring den Datenträger in Ordnung, oder setz [journal] path",
    "not measured on this machine": "auf diesem Gerät nicht gemessen",
    "too weak now": "gerade zu schwach",
    "was too weak since the last start": "seit dem letzten Start einmal zu schwach",
    "never set: it says {}": "nie gestellt: Sie sagt {}",
    "let it reach a network once; {}": "bring es einmal in ein Netz; {}",
    "{}, not set by a network": "{}, nicht vom Netz gestellt",
    "set [web] host to 0.0.0.0, so that phones reach the page": (
        "setz [web] host auf 0.0.0.0, damit Telefone die Seite erreichen"
    ),
    "in no network": "in keinem Netz",
    "connect a cable, or set up wireless: phones find no page": (
        "steck ein Kabel ein, oder richte WLAN ein: Telefone finden keine Seite"
    ),
    "in use by the table that runs ({})": "der Tisch, der läuft, benutzt sie ({})",
    "{} mm a pixel": "{} mm je Pixel",
    "fewer than eight a second: another program may use the camera or the processor": (
        "weniger als acht in der Sekunde: Vielleicht braucht ein anderes Programm die Kamera oder den Prozessor"
    ),
    "stop it first to have focus, exposure and markers looked at": (
        "beende ihn, damit Schärfe, Belichtung und Marken angesehen werden können"
    ),
    "glue the four of quarterdeck markers into the corners, or point these out (quarterdeck calibrate)": (
        "kleb die vier Marken von quarterdeck markers in die Ecken, oder zeig diese (quarterdeck calibrate)"
    ),
    "bring the camera nearer, or give it more pixels": "bring die Kamera näher heran, oder gib ihr mehr Pixel",
    "turn the lens, or run quarterdeck calibrate, until the pips are sharp": (
        "dreh die Linse, oder quarterdeck calibrate, bis die Augen scharf sind"
    ),
    "take away what is before the lens": "nimm weg, was vor der Linse ist",
    "give the tray more light, then run quarterdeck calibrate": "gib dem Brett mehr Licht, dann quarterdeck calibrate",
    "take light away or diffuse it, then run quarterdeck calibrate": (
        "nimm Licht weg oder zerstreu es, dann quarterdeck calibrate"
    ),
    "set [camera] mains to 50 or 60 as your country has it, or change the lamp": (
        "setz [camera] mains auf 50 oder 60, wie euer Stromnetz, oder nimm eine andere Lampe"
    ),
    "{} × {}, {} pictures a second": "{} × {}, {} Bilder in der Sekunde",
    "the table that runs sees nothing": "der Tisch, der läuft, sieht nichts",
    "none: rolls are entered by hand": "keine: Würfe werden von Hand eingegeben",
    "skipped: needs the camera": "übersprungen: braucht die Kamera",
    "skipped: needs the tray": "übersprungen: braucht das Brett",
    "fix this first: focus, light and markers need the camera": (
        "bring das zuerst in Ordnung: Schärfe, Licht und Marken brauchen die Kamera"
    ),
    "good now, but not locked": "gerade gut, aber nicht festgestellt",
    "run quarterdeck calibrate": "quarterdeck calibrate ausführen",
    "not needed: the four corners are in the configuration": "nicht nötig: Die vier Ecken stehen in der Konfiguration",
    "fewer than three are seen": "weniger als drei sind zu sehen",
    "one is hidden or dirty": "eine ist verdeckt oder schmutzig",
    "wipe it, or take away what lies on it": "wisch sie ab, oder nimm weg, was darauf liegt",
    "the tray is not whole in the picture": "das Brett ist nicht ganz im Bild",
    "move the camera up, or the tray": "rück die Kamera höher, oder das Brett",
    "the tray is not where its corners are": "das Brett liegt nicht, wo seine Ecken sind",
    "uninstall whatever OpenCV there is, then install Quarterdeck again": (
        "deinstallier jedes OpenCV, das da ist, dann installier Quarterdeck neu"
    ),
    "install what it lacks (often: sudo apt install libgl1), or opencv-python-headless": (
        "installier, was fehlt (oft: sudo apt install libgl1), oder opencv-python-headless"
    ),
    "install 4.10 or newer, below 6: pip install 'opencv-python-headless<6'": (
        "installier 4.10 oder neuer, unter 6: pip install 'opencv-python-headless<6'"
    ),
    "there, as opencv-python wants it": "da, wie opencv-python es will",
    "install 3.11 or newer: Raspberry Pi OS has it since Bookworm": (
        "installier 3.11 oder neuer: Raspberry Pi OS hat es seit Bookworm"
    ),
    "newer than any that was tried: 3.11 and 3.13 are known to work": (
        "neuer als alles Erprobte: Mit 3.11 und 3.13 geht es bekanntlich"
    ),
    "{} are both installed": "{} sind beide installiert",
    "it cannot be loaded": "es lässt sich nicht laden",
    "not needed: OpenCV is without windows": "nicht nötig: OpenCV ist ohne Fenster",
    "opencv-python wants it, and it is not there": "opencv-python will es, und es ist nicht da",
    "sudo apt install libgl1": "sudo apt install libgl1",
    "it does not start within a minute": "es startet nicht in einer Minute",
}
"""Nach dem, was der Doktor auf Englisch sagt."""

WORDS = {
    "pins": "Pins",
    "temperature": "Temperatur",
    "power": "Strom",
    "clock": "Uhr",
    "address": "Adresse",
    "camera": "Kamera",
    "focus": "Schärfe",
    "exposure": "Belichtung",
    "flicker": "Flackern",
    "journal": "Tagebuch",
    "markers": "Marken",
    "scale": "Maßstab",
    "good": "gut",
    "seen": "zu sehen",
}
"""Wonach er sieht, und was er davon in einem Wort sagt."""
