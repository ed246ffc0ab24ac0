// A button in each password field that shows what was typed.

const prepared = new WeakSet();

function prepare(field) {
  if (prepared.has(field)) return;
  prepared.add(field);
  const holder = document.createElement("div");
  holder.className = "secret";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Show";
  button.ariaLabel = "Show the password";
  button.ariaPressed = "false";
  button.addEventListener("click", () => {
    const isShown = field.type === "text";
    field.type = isShown ? "password" : "text";
    button.textContent = isShown ? "Show" : "Hide";
    button.ariaPressed = String(!isShown);
    field.focus();
  });
  field.replaceWith(holder);
  holder.append(field, button);
  if (field.autofocus) field.focus();
}

const prepareAll = () => document.querySelectorAll("input[type=password]").forEach(prepare);
document.addEventListener("htmx:afterSettle", prepareAll);
prepareAll();
