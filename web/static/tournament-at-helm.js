// The board of a tournament with the keys of the helm: either all of it works or none, and the page says so.

import "./helm.js";
import "./tournament.js";
