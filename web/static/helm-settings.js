import { order } from "./helm.js";

const VALUE = { range: (field) => Number(field.value), checkbox: (field) => field.checked };

document.getElementById("settings")?.addEventListener("change", ({ target }) => {
  const value = (VALUE[target.type] ?? ((field) => field.value))(target);
  order([["/api/settings", { [target.name]: value }]], target);
});
