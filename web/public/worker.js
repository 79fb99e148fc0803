// Answers for classes that are kept on this device; everything else goes to the studio as ever. News that is pushed is shown too.
importScripts("/push-worker.js");

const APP = "eightcount-app";
const MEDIA = "eightcount-media";
const SHELL = "/offline-shell";
const media = /\/media\/[^/]+\/([^/]+)\/([^/]+)\/(.+)$/;

/** What is kept under `key`, or what the studio answers. */
const keptOr = async (cacheName, key, request) =>
  (await (await caches.open(cacheName)).match(key)) ?? fetch(request);

/** A page: from the studio, else the one that is kept, whose code finds the address itself. */
const page = (request) =>
  fetch(request).catch(async (error) => {
    const shell = await (await caches.open(APP)).match(SHELL);
    if (!shell) throw error;
    return shell;
  });

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const [, asset, version, path] = media.exec(url.pathname) ?? [];
  // The address holds a right that ends; what is kept is known by the film alone.
  if (path) event.respondWith(keptOr(MEDIA, `/kept/${asset}/${version}/${path}`, request));
  else if (url.origin !== self.location.origin) return;
  else if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(keptOr(APP, url.pathname, request));
});
