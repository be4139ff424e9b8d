import { closeByGoingBack, closeMenus } from "./menu.js";
import { offerThemes } from "./theme.js";
import { rememberWishes } from "./wishes.js";

offerThemes();
closeMenus();
closeByGoingBack();
rememberWishes();
// Plain http has no service workers.
addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
