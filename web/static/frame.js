import { offerThemes } from "./theme.js";
import { closeMenus } from "./menu.js";

offerThemes();
closeMenus();
