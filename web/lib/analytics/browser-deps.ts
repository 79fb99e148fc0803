import type { Message, QueueDeps } from "./queue.ts";

/**
 * `QueueDeps` of the browser for one collector.
 *
 * @param key storage key of unsent messages
 */
export function browserDeps({ url, writeKey }: { url: string; writeKey: string }, key: string): QueueDeps {
  return {
    // A permanent rejection (4xx) counts as delivered: a retry would be rejected again.
    send: (path, body) =>
      fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Basic ${btoa(`${writeKey}:`)}` },
        body,
        credentials: "omit",
        // The request outlives the page.
        keepalive: true,
      }).then(
        ({ status }) => status < 500 && status !== 429,
        () => false,
      ),
    // A beacon can't set headers, so the write key is in the body.
    beacon: (path, body) =>
      navigator.sendBeacon(
        url + path,
        new Blob([`{"writeKey":${JSON.stringify(writeKey)},${body.slice(1)}`], { type: "text/plain" }),
      ),
    now: () => new Date(),
    later: (work, ms) => setTimeout(work, ms),
    isOnline: () => navigator.onLine,
    keep: {
      write(messages) {
        try {
          localStorage.setItem(key, JSON.stringify(messages));
        } catch {
          return; // storage is full or forbidden: analytics data may be lost
        }
      },
      take() {
        try {
          const text = localStorage.getItem(key);
          if (text === null) return [];
          localStorage.removeItem(key);
          const stored: unknown = JSON.parse(text);
          return Array.isArray(stored) ? (stored as Message[]) : [];
        } catch {
          return [];
        }
      },
    },
  };
}
