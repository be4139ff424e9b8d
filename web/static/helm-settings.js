import { orderNext, say } from "./helm.js";

const VALUE = { range: (field) => Number(field.value), checkbox: (field) => field.checked };

const form = document.getElementById("settings");

form?.addEventListener("change", async ({ target }) => {
  const value = (VALUE[target.type] ?? ((field) => field.value))(target);
  const answer = await orderNext([["/api/settings", { [target.name]: value }]], target);
  if (answer?.status !== 200) return putBack(target);
  keep(target);
  return say(form.dataset.done);
});

/** What a field shows is kept: it goes back to this when something else is not allowed. */
function keep(field) {
  if (field.type === "checkbox") field.defaultChecked = field.checked;
  else if (field.options) for (const option of field.options) option.defaultSelected = option.selected;
  else field.defaultValue = field.value;
}

function putBack(field) {
  if (field.type === "checkbox") field.checked = field.defaultChecked;
  else if (field.options) for (const option of field.options) option.selected = option.defaultSelected;
  else field.value = field.defaultValue;
}
