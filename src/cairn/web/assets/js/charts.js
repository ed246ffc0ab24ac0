// What a mark of a chart says, shown beside it as soon as somebody points at it. Its title element holds the words.

let tip;

function hide() {
  tip?.remove();
  tip = undefined;
}

document.addEventListener("pointerover", ({ target }) => {
  hide();
  const mark = target.closest?.("figure.chart svg :has(> title)");
  if (!mark) return;
  const title = mark.querySelector(":scope > title");
  const chart = mark.closest("figure.chart");
  const [around, place] = [chart.getBoundingClientRect(), mark.getBoundingClientRect()];
  tip = document.createElement("div");
  tip.className = "chart-tip";
  tip.ariaHidden = "true";
  tip.textContent = title.textContent;
  chart.append(tip);
  const middle = place.left + place.width / 2 - around.left - tip.offsetWidth / 2;
  const left = Math.max(0, Math.min(middle, around.width - tip.offsetWidth));
  const top = Math.max(0, place.top - around.top - tip.offsetHeight - 6);
  tip.style.translate = `${left}px ${top}px`;
});
