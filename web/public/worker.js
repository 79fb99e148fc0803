// Answers for classes that are kept on this device; everything else goes to the studio as ever. News that is pushed is shown too.
// It takes over at once, also from pages of another build: what it knows is in the caches, whose names and keys never change their meaning.
importScripts("/push-worker.js");

const APP = "eightcount-app";
const MEDIA = "eightcount-media";
const SHELL = "/offline-shell";
const ofNoPage = /^\/(api|calendar|exports|graphql|media|pictures|v1)\//;
const media = /\/media\/[^/]+\/([^/]+)\/([^/]+)\/(.+)$/;
/** A studio that is there but can't answer. */
const isDown = (status) => status >= 502 && status <= 504;
/** So long a page waits for a connection that gives nothing. */
const PATIENCE_MS = 8_000;

/** What is kept under `key`, or what the studio answers. */
const keptOr = async (cacheName, key, request) => (await caches.match(key, { cacheName })) ?? fetch(request);

/** A page: from the studio, else the one that is kept, whose code finds the address itself. */
const page = async (request) => {
  const shell = await caches.match(SHELL, { cacheName: APP });
  if (!shell) return fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, shell));
  const answer = fetch(request).then(
    (found) => (isDown(found.status) ? shell : found),
    () => shell,
  );
  return Promise.race([answer, late]);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const [, asset, version, path] = media.exec(url.pathname) ?? [];
  // The address holds a right that ends; what is kept is known by the film alone.
  if (path) event.respondWith(keptOr(MEDIA, `/kept/${asset}/${version}/${path}`, request));
  else if (url.origin !== self.location.origin) return;
  else if (request.mode === "navigate" && !ofNoPage.test(url.pathname)) event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(keptOr(APP, url.pathname, request));
});
