// Service worker: serves downloaded classes and the app's files from the cache, and a stored page when the network fails. All other
// requests go to the network. It takes videos that other apps share with the installed app, and shows push notifications.
// It takes control at once, also of pages of another build. Its state is in the caches, whose names and keys never change their meaning.
importScripts("/push-worker.js");

const APP = "eightcount-app";
const MEDIA = "eightcount-media";
const SHARED = "eightcount-shared";
const SHELL = "/offline-shell";
const ofNoPage = /^\/(api|calendar|exports|graphql|media|pictures|v1)\//;
/** Fonts of a single script, such as instrument-sans.greek-1a2b.woff2, and the studio's logo and colors. */
const storedOnUse = /^\/assets\/[\w-]+\.[\w-]+\.woff2$|^\/brand\//;
const media = /\/media\/[^/]+\/([^/]+)\/([^/]+)\/(.+)$/;
/** Whether the status means that the server is reachable but can't respond. */
const isDown = (status) => status >= 502 && status <= 504;
/** Timeout of a page request in milliseconds. */
const PATIENCE_MS = 8_000;

/** Cache first: the entry of `key`, or the network's response. */
const keptOr = async (cacheName, key, request) => (await caches.match(key, { cacheName })) ?? fetch(request);

/** Cache first: a file that is stored when a page first needs it if the app is on this device. */
const storeOnUse = async (path, request) => {
  const found = await caches.match(path, { cacheName: APP });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && (await caches.match(SHELL, { cacheName: APP }))) {
    const cache = await caches.open(APP);
    // A full device doesn't keep the file from the page.
    await cache.put(path, answer.clone()).catch(() => undefined);
  }
  return answer;
};

/** Network first: a page from the server, else the cached page, whose router reads the URL. */
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

/** Keeps a video that another app shares until the upload page takes it, and opens that page. */
const keepShared = async (request) => {
  try {
    const video = (await request.formData()).get("video");
    const headers = { "content-type": video.type, "x-file-name": encodeURIComponent(video.name) };
    await (await caches.open(SHARED)).put("/shared-video", new Response(video, { headers }));
  } catch (error) {
    // Without a video or space for it: the page asks for it.
    console.warn("The shared video couldn't be kept", error);
  }
  return Response.redirect("/upload?from=share", 303);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  // Code that asks with `no-store` stores the response itself: the app's files and downloads. Passing them through this worker costs
  // processor time. Browsers may set it for everything while their tools are open.
  if (request.cache === "no-store" && request.mode !== "navigate") return;
  const url = new URL(request.url);
  if (request.method === "POST" && url.pathname === "/upload/share" && url.origin === self.location.origin)
    event.respondWith(keepShared(request));
  if (request.method !== "GET") return;
  const [, asset, version, path] = media.exec(url.pathname) ?? [];
  // The URL contains an expiring token; the cache key is the video alone.
  if (path) event.respondWith(keptOr(MEDIA, `/kept/${asset}/${version}/${path}`, request));
  else if (url.origin !== self.location.origin) return;
  else if (request.mode === "navigate" && !ofNoPage.test(url.pathname)) event.respondWith(page(request));
  else if (storedOnUse.test(url.pathname)) event.respondWith(storeOnUse(url.pathname, request));
  else if (/^\/(assets|faces)\//.test(url.pathname)) event.respondWith(keptOr(APP, url.pathname, request));
});
