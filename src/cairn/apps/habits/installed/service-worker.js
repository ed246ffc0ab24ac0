// Keeps the page of today as it was shown last, with what it needs to look like itself, to be read without a connection.
// When the server says that nobody is signed in any more, the page goes.

const CACHE = "habits-today";
const PAGE = "/habits";
const ASSET = /(?:href|src)="(\/assets\/[^"]+)"/g;
const FONT = /url\(["']?\.?\/?([^"')/]+\.woff2)["']?\)/g;
const PAUSE = 1500; // who taps several habits asks for the page once more, not several times

let taps = 0;

const found = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

async function keepAsset(cache, address) {
  const kept = await cache.match(address);
  const response = kept ?? (await fetch(address));
  if (!kept && response.ok) await cache.put(address, response.clone());
  return response;
}

async function keep(response) {
  if (response.status >= 500) return;
  if (!response.ok || response.redirected) {
    await caches.delete(CACHE); // it leads to the sign-in
    return;
  }
  const cache = await caches.open(CACHE);
  const wanted = found(await response.clone().text(), ASSET);
  await cache.put(PAGE, response);
  for (const address of [...wanted]) {
    const asset = await keepAsset(cache, address);
    if (!address.endsWith(".css")) continue;
    for (const name of found(await asset.text(), FONT)) {
      wanted.push(`/assets/${name}`);
      await keepAsset(cache, `/assets/${name}`);
    }
  }
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== PAGE && !wanted.includes(pathname)) await cache.delete(pathname);
  }
}

const refresh = () =>
  fetch(PAGE, { headers: { Accept: "text/html" }, redirect: "manual" }).then(keep, () => undefined);

async function shown(event) {
  try {
    const response = await fetch(event.request);
    event.waitUntil(keep(response.clone()));
    return response;
  } catch (fault) {
    const kept = await caches.match(PAGE, { cacheName: CACHE });
    if (kept) return kept;
    throw fault;
  }
}

async function changed(event) {
  const response = await fetch(event.request);
  const tap = ++taps;
  event.waitUntil(
    new Promise((resume) => setTimeout(resume, PAUSE)).then(() => (tap === taps ? refresh() : undefined)),
  );
  return response;
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim().then(refresh)));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  if (method === "POST" && pathname.startsWith(`${PAGE}/`)) event.respondWith(changed(event));
  else if (method !== "GET") return;
  else if (mode === "navigate" && pathname === PAGE) event.respondWith(shown(event));
  else if (pathname.startsWith("/assets/"))
    event.respondWith(caches.match(pathname, { cacheName: CACHE }).then((kept) => kept ?? fetch(event.request)));
});
