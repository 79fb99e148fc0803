import { createHash } from "node:crypto";
import { z } from "zod";
import { localeOf } from "../../../contract/locales.ts";
import { pathIn } from "../../../contract/play-sources.ts";
import type { Ctx } from "../../ctx.ts";
import { BadInput, DomainError, Forbidden } from "../../platform/errors.ts";
import { msg, inEnglish, translate } from "../../platform/i18n/messages.ts";
import { requireViewer } from "../identity/index.ts";
import { textOf } from "./kinds/index.ts";
import { findPush } from "./store-delivery.ts";
import { deleteDevice, deleteDeviceOf, saveDevice } from "./store-settings.ts";

const maxEndpointLength = 1000;
/** Push TTL in seconds; a browser that is offline for longer gets the item in the inbox only. */
const keepSeconds = 24 * 3600;
const keysShape = z.object({
  p256dh: z.string().regex(/^[\w-]{80,100}=*$/),
  auth: z.string().regex(/^[\w-]{16,40}=*$/),
});

/** Native push isn't supported yet. */
class PushUnsupported extends DomainError {
  constructor(platform: string) {
    super(
      "PUSH_UNSUPPORTED",
      inEnglish("Push notifications for apps aren’t available yet. Register a browser with platform web."),
      { status: 501, details: { platform } },
    );
  }
}

/**
 * Registers a browser for push. Idempotent; a browser registered by another account moves to the viewer.
 * @param keys JSON of `p256dh` and `auth`, as PushSubscription.toJSON() has them
 * @returns whether pushes will be sent: false if no VAPID key is configured
 * @throws BadInput, Forbidden for a child, PushUnsupported for iOS and Android, Unauthenticated
 */
export async function registerDevice(
  ctx: Ctx,
  platform: "android" | "ios" | "web",
  endpoint: string,
  keys: string,
): Promise<boolean> {
  const { personId, isChild } = requireViewer(ctx);
  if (isChild) throw new Forbidden(msg("Child profiles don’t get push notifications."));
  if (platform !== "web") throw new PushUnsupported(platform);
  if (!ctx.ports.push.publicKey) return false;
  if (endpoint.length > maxEndpointLength || !ctx.ports.push.accepts(endpoint))
    throw new BadInput("endpoint", inEnglish("This isn't the address of a push service that we know."));
  const parsed = keysShape.safeParse(parseJson(keys));
  if (!parsed.success)
    throw new BadInput("keys", inEnglish("Send the keys of PushSubscription.toJSON() as JSON."));
  await saveDevice(ctx.db, { personId, endpoint, ...parsed.data, now: ctx.clock.now() });
  return true;
}

/** Removes one of the viewer's browsers. @throws Unauthenticated */
export async function removeDevice(ctx: Ctx, endpoint: string): Promise<boolean> {
  await deleteDeviceOf(ctx.db, requireViewer(ctx).personId, endpoint);
  return true;
}

/**
 * Sends one item to one browser, unless it was read already. A repeated message replaces the first: both
 * have the same tag.
 */
export async function sendPush(
  ctx: Ctx,
  { itemId, deviceId }: { itemId: string; deviceId: string },
): Promise<void> {
  const found = await findPush(ctx.db, itemId, deviceId);
  if (!found) return;
  const locale = localeOf(found.locale);
  const body = JSON.stringify({
    title: ctx.studio.name,
    tag: found.id,
    text: translate(textOf(found, { locale, studio: ctx.studio }), locale),
    path: pathIn("notification", found.path),
    unread: found.unread,
  });
  const topic = createHash("sha256").update(found.id).digest("base64url").slice(0, 32);
  const isSubscribed = await ctx.ports.push.send(found, { body, topic, keepSeconds });
  if (!isSubscribed) await deleteDevice(ctx.db, deviceId);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
