import type { Client } from "urql";
import { graphql } from "../../../graphql/graphql.ts";

const RegisterPush = graphql(`
  mutation RegisterPushSubscription($endpoint: String!, $keys: String!) {
    registerPushSubscription(platform: web, endpoint: $endpoint, keys: $keys)
  }
`);
const RemovePush = graphql(`
  mutation RemovePushSubscription($endpoint: String!) {
    removePushSubscription(endpoint: $endpoint)
  }
`);

/** Whether this browser can be reached while Eightcount is closed. */
export type PushState = "unsupported" | "refused" | "off" | "on";

const worker = "/worker.js";

const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const subscriptionHere = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration(worker))?.pushManager.getSubscription()) ?? null;

/** How it stands on this browser. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "refused";
  return Notification.permission === "granted" && (await subscriptionHere()) ? "on" : "off";
}

async function register(client: Client, subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  const { data, error } = await client
    .mutation(RegisterPush, { endpoint: endpoint ?? "", keys: JSON.stringify(keys ?? {}) })
    .toPromise();
  if (error) throw error;
  return data?.registerPushSubscription ?? false;
}

/**
 * Asks the person, where the browser hasn't yet, and lets the studio reach this browser. Call it from a press.
 * @param publicKey the studio's key, base64url
 * @returns how it stands then; `off` when the studio can't reach it
 */
export async function turnOnPush(client: Client, publicKey: string): Promise<PushState> {
  if (!isSupported()) return "unsupported";
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // One that was made with another key can't be written to.
  if (known && !isOfKey(known, publicKey)) await known.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  if (await register(client, subscription)) return "on";
  await subscription.unsubscribe();
  return "off";
}

/** Ends it on this browser. */
export async function turnOffPush(client: Client): Promise<PushState> {
  const subscription = await subscriptionHere();
  if (subscription) {
    await client.mutation(RemovePush, { endpoint: subscription.endpoint }).toPromise();
    await subscription.unsubscribe();
  }
  return pushState();
}

/** Says to the studio whose browser this is now; does nothing where push is off. */
export async function registerPush(client: Client): Promise<void> {
  const subscription = isSupported() ? await subscriptionHere() : null;
  if (subscription) await register(client, subscription);
}

function isOfKey(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === publicKey;
}
