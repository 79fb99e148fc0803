import type { GraphqlClient } from "../../../graphql/hooks.ts";
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

/** Push state of this browser. */
export type PushState = "unsupported" | "refused" | "off" | "on";

const worker = "/worker.js";

const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const subscriptionHere = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration(worker))?.pushManager.getSubscription()) ?? null;

/** Reads the push state of this browser. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "refused";
  return Notification.permission === "granted" && (await subscriptionHere()) ? "on" : "off";
}

async function register(client: GraphqlClient, subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  const { data, error } = await client.mutation(RegisterPush, {
    endpoint: endpoint ?? "",
    keys: JSON.stringify(keys ?? {}),
  });
  if (error) throw error;
  return data?.registerPushSubscription ?? false;
}

/**
 * Requests permission if needed and subscribes this browser to push. Call it from a press.
 *
 * @param publicKey the server's VAPID key, base64url
 *
 * @returns the new state; `off` if the subscription failed
 */
export async function turnOnPush(client: GraphqlClient, publicKey: string): Promise<PushState> {
  if (!isSupported()) return "unsupported";
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  // A subscription with another key can't be used.
  if (existing && !isOfKey(existing, publicKey)) await existing.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  if (await register(client, subscription)) return "on";
  await subscription.unsubscribe();
  return "off";
}

/** Unsubscribes this browser. */
export async function turnOffPush(client: GraphqlClient): Promise<PushState> {
  const subscription = await subscriptionHere();
  if (subscription) {
    await client.mutation(RemovePush, { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  return pushState();
}

/** Registers this browser's subscription for the current account; does nothing if push is off. */
export async function registerPush(client: GraphqlClient): Promise<void> {
  const subscription = isSupported() ? await subscriptionHere() : null;
  if (subscription) await register(client, subscription);
}

function isOfKey(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === publicKey;
}
