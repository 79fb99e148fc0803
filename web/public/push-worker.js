// Service worker for push: shows notifications and opens their links. It caches nothing and handles no requests.
const shown = { icon: "/icon-192.png", badge: "/icon-192.png" };

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, tag, text, path, unread } = event.data?.json() ?? {};
  if (!text) return;
  event.waitUntil(
    Promise.all([
      // The same tag replaces an earlier notification.
      self.registration.showNotification(title ?? self.location.hostname, {
        ...shown,
        body: text,
        tag,
        data: { path },
      }),
      navigator.setAppBadge?.(unread),
    ]),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? "/notifications", self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(async (open) => {
      const [page] = open;
      if (!page) return self.clients.openWindow(url.href);
      await page.focus();
      // A worker can't navigate a page that it doesn't control.
      return page.navigate(url.href).catch(() => self.clients.openWindow(url.href));
    }),
  );
});
