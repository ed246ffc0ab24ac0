// htmx, with server-sent events. Its configuration stands in the page's head.

import htmx from "htmx.org";

window.htmx = htmx; // where its extensions look for it
await import("htmx-ext-sse");

// What a browser changes is only done with the token of its session.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const token = document.querySelector("meta[name=csrf-token]")?.content;
  if (token && detail.verb !== "get") detail.headers["X-CSRF-Token"] = token;
});

document.addEventListener("htmx:sendError", () => {
  document.dispatchEvent(
    new CustomEvent("cairn:toast", { detail: { text: "There is no connection. Try again in a moment.", tone: "bad" } }),
  );
});
