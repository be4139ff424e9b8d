// The page of one throw.

import { hear, offer, play } from "./again.js";

const place = document.getElementById("again");
if (place) {
  offer(place);
  hear(place);
  play(place);
}
