// Toasts go by themselves, unless somebody points at one; and they can be sent away.

const PAUSE = 6000;

const shown = new WeakSet();
const place = () => document.querySelector("#toasts");

function leave(toast) {
  toast.classList.add("toast-leaving");
  setTimeout(() => toast.remove(), 220);
}

function start(toast) {
  if (shown.has(toast)) return;
  shown.add(toast);
  const away = document.createElement("button");
  away.type = "button";
  away.ariaLabel = "Dismiss";
  away.textContent = "×";
  away.addEventListener("click", () => leave(toast));
  toast.append(away);
  let waiting = setTimeout(() => leave(toast), PAUSE);
  for (const kind of ["pointerenter", "focusin"]) toast.addEventListener(kind, () => clearTimeout(waiting));
  for (const kind of ["pointerleave", "focusout"])
    toast.addEventListener(kind, () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => leave(toast), PAUSE);
    });
}

const startAll = () => place()?.querySelectorAll(".toast").forEach(start);
new MutationObserver(startAll).observe(document.documentElement, { childList: true, subtree: true });
startAll();

document.addEventListener("cairn:toast", ({ detail }) => {
  const toast = document.createElement("div");
  toast.className = `toast toast-${detail.tone}`;
  toast.textContent = detail.text;
  place()?.append(toast);
});
