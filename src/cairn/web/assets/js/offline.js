// Pages that name a service worker can be read without a connection. What it keeps goes when nobody is signed in.

const kept = document.querySelector("meta[name=service-worker]");
const isSignedIn = document.querySelector("meta[name=csrf-token]") !== null;

// Neither is there where the page did not come over HTTPS.
if (kept) navigator.serviceWorker?.register(kept.content, { scope: kept.dataset.scope });
if (!isSignedIn) self.caches?.keys().then((names) => names.forEach((name) => caches.delete(name)));

function tell() {
  for (const notice of document.querySelectorAll("[data-offline]")) notice.hidden = navigator.onLine;
}

addEventListener("online", tell);
addEventListener("offline", tell);
tell();
