// Buttons that copy what stands beside them.

for (const button of document.querySelectorAll("[data-copies]")) button.hidden = !navigator.clipboard;

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copies]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent.trim());
  document.dispatchEvent(new CustomEvent("cairn:toast", { detail: { text: "Copied", tone: "good" } }));
});
