// Native dialogs, opened by buttons that name them, closed by a click beside them.

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.opens);
    if (dialog) {
      event.preventDefault();
      dialog.showModal();
    }
    return;
  }
  const dialog = event.target.closest("dialog");
  if (!dialog) return;
  if (event.target.closest("[data-closes]")) {
    event.preventDefault();
    dialog.close();
  } else if (event.target === dialog) {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isBeside =
      event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
    if (isBeside && event.clientX) dialog.close();
  }
});
