import { createHash } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { beginForwarding, listEventsAfter, moveForwarder } from "./store-forward.ts";

/** Events in one request, and how long its answer may take in milliseconds. */
const mostPerRequest = 200;
const timeoutMs = 10_000;
/** Segment's limit of a request, less what stands around the messages. */
const largestBatch = 480 * 1024;

/** A service that speaks Segment's protocol. */
export interface Forwarder {
  /** Names it without its key. */
  readonly id: string;
  /** Without a slash at the end: `https://api.example/v1`. */
  readonly url: string;
  readonly writeKey: string;
}

/** @param url `https://writeKey@api.example/v1` */
export function forwarderOf(url: string): Forwarder {
  const bare = new URL(url);
  const writeKey = decodeURIComponent(bare.username);
  bare.username = "";
  bare.password = "";
  return {
    id: createHash("sha256").update(url).digest("hex").slice(0, 16),
    url: bare.href.replace(/\/+$/, ""),
    writeKey,
  };
}

/**
 * Tells a service of everything that came since it was told last, in order; a new one hears of what comes from now on. What was told and
 * not noted is told again under the same message ids. @throws when the service doesn't take it: the next run goes on from there
 */
export async function forwardEvents(ctx: Ctx, forwarder: Forwarder, signal: AbortSignal): Promise<void> {
  let mark = await beginForwarding(ctx.db, forwarder.id);
  while (!signal.aborted) {
    const found = await listEventsAfter(ctx.db, mark, mostPerRequest);
    if (found.length === 0) return;
    let size = 0;
    const told = found.filter(({ message }, at) => {
      size += JSON.stringify(message).length;
      return at === 0 || size <= largestBatch;
    });
    const batch = told.map(({ message, messageId, type, happenedAt }) => ({
      ...message,
      type,
      messageId,
      timestamp: happenedAt.toISOString(),
      // Our clock has corrected it already.
      originalTimestamp: undefined,
      sentAt: undefined,
    }));
    const refused = await tell(ctx, forwarder, batch, signal);
    if (refused > 0)
      ctx.log.warn(
        { forwarder: forwarder.id, events: refused },
        "Events that are forwarded were refused, and left out",
      );
    mark = told.at(-1)!;
    await moveForwarder(ctx.db, forwarder.id, mark, ctx.clock.now());
  }
}

/**
 * Tells a service of messages. What it calls wrong would be wrong again: it is left out, or one message would hold up all others for ever; those
 * that came along with it are told apart from it.
 * @returns how many were left out @throws when it can't take any just now
 */
async function tell(
  ctx: Ctx,
  forwarder: Forwarder,
  batch: readonly object[],
  signal: AbortSignal,
): Promise<number> {
  const response = await fetch(`${forwarder.url}/batch`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from(`${forwarder.writeKey}:`).toString("base64")}`,
    },
    body: JSON.stringify({ batch, sentAt: ctx.clock.now().toISOString() }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    redirect: "error",
  });
  await response.body?.cancel();
  if (response.ok) return 0;
  if (![400, 413, 422].includes(response.status))
    throw new Error(`The service that events are forwarded to answered ${response.status}`);
  if (batch.length === 1) return 1;
  const middle = Math.ceil(batch.length / 2);
  return (
    (await tell(ctx, forwarder, batch.slice(0, middle), signal)) +
    (await tell(ctx, forwarder, batch.slice(middle), signal))
  );
}
