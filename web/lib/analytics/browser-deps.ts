import type { Message, QueueDeps } from "./queue.ts";

/** The browser's own doors to a collector. @param key of what waits in the browser's storage */
export function browserDeps({ url, writeKey }: { url: string; writeKey: string }, key: string): QueueDeps {
  return {
    // A refusal for good (4xx) counts as taken: sending it again would be refused again.
    send: (path, body) =>
      fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Basic ${btoa(`${writeKey}:`)}` },
        body,
        credentials: "omit",
        // What is on its way arrives though the page goes.
        keepalive: true,
      }).then(
        ({ status }) => status < 500 && status !== 429,
        () => false,
      ),
    // A beacon has no headers of its own: the write key travels in the body.
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
          return; // a full or forbidden storage: what is counted is not worth more
        }
      },
      take() {
        try {
          const text = localStorage.getItem(key);
          if (text === null) return [];
          localStorage.removeItem(key);
          const kept: unknown = JSON.parse(text);
          return Array.isArray(kept) ? (kept as Message[]) : [];
        } catch {
          return [];
        }
      },
    },
  };
}
