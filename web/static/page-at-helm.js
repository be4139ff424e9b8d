// The table with the helm under it: either all of it works or none, and the page says so.

import "./page.js";
import "./helm.js";
