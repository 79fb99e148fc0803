import webPush from "web-push";
import type { Config } from "../config/index.ts";
import type { PushSender } from "./push.ts";

/** Hosts of the browsers' push services. The server calls no other URL, whatever a client registers. */
const services = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
  ".push.apple.com",
  ".push.services.mozilla.com",
  ".notify.windows.com",
];
const maxMs = 10_000;

/** Sends by the Web Push protocol (RFC 8030, 8188, 8291, 8292). Outside production it also allows a service on localhost. */
export function createPushSender(config: Pick<Config, "vapid" | "isProduction">): PushSender {
  const { vapid } = config;
  const accepts = (endpoint: string) => {
    const url = URL.parse(endpoint);
    if (!url) return false;
    if (!config.isProduction && ["127.0.0.1", "localhost"].includes(url.hostname)) return true;
    return (
      url.protocol === "https:" &&
      url.port === "" &&
      services.some((name) => (name.startsWith(".") ? url.hostname.endsWith(name) : url.hostname === name))
    );
  };
  return {
    publicKey: vapid?.publicKey ?? null,
    accepts,
    send: async ({ endpoint, p256dh, auth }, { body, topic, keepSeconds }) => {
      // The subscription is for a key or a service that is no longer configured.
      if (!vapid || !accepts(endpoint)) return false;
      const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, body, {
        vapidDetails: vapid,
        TTL: keepSeconds,
        topic,
        urgency: "normal",
        contentEncoding: "aes128gcm",
      });
      const response = await fetch(request.endpoint, {
        method: "POST",
        headers: Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== "content-length"),
        ) as Record<string, string>,
        body: new Uint8Array(request.body!),
        redirect: "error",
        signal: AbortSignal.timeout(maxMs),
      });
      await response.body?.cancel();
      if (response.ok) return true;
      if ([404, 410].includes(response.status)) return false;
      throw new Error(`The push service answered ${response.status}`);
    },
  };
}
