import { closeMenus } from "./menu.js";
import { offerThemes } from "./theme.js";
import { rememberWishes } from "./wishes.js";

offerThemes();
closeMenus();
rememberWishes();
