import { LRUCache } from "lru-cache";
import type { Ctx } from "../../../ctx.ts";
import { DomainError } from "../../../platform/errors.ts";
import { claimStream, deleteOldStreams, deleteStream, touchStream } from "./store-streams.ts";
import { deleteOldRevocations } from "./store-revocations.ts";
import { claimByRedis, releaseByRedis } from "./redis-streams.ts";
import type { Screen } from "./store-streams.ts";
import { nameClient } from "./client.ts";
import type { Client } from "./client.ts";
import type { Grant } from "./token.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Concurrent screens per account. */
const maxStreams = 3;
/** How long a stream counts after its last segment. Milliseconds. */
const activeMs = 60_000;
/** How often a server looks at a stream, and how old its record is before it is written again: by all servers together, about twice a minute. Milliseconds. */
const lookEveryMs = 10_000;
const recordEveryMs = 30_000;

/** The account plays on too many screens. */
export class TooManyStreams extends DomainError {
  constructor() {
    super(
      "TOO_MANY_STREAMS",
      msg(
        "This account is already playing on {maxStreams} screens. Stop one, wait a minute, and try again.",
        { maxStreams },
      ),
      {
        status: 429,
        details: { most: maxStreams, retryAfterSeconds: activeMs / 1000 },
      },
    );
  }
}

/** Screens recorded recently, whose next segments need no look. */
const recorded = new LRUCache<string, true>({ max: 20_000, ttl: lookEveryMs });
/**
 * Links released recently, which can't be released again yet. Leaving after each segment would allow any number of
 * screens.
 */
const released = new LRUCache<string, true>({ max: 20_000, ttl: activeMs });
/** Screens released just now: requests that were under way then don't claim a place again. */
const closing = new LRUCache<string, true>({ max: 20_000, ttl: 3_000 });
const keyOf = ({ personId, streamId, client }: Screen) =>
  [personId, streamId, client.network, client.program].join(" ");

const screenOf = (ctx: Ctx, { personId, streamId }: Grant, client: Client): Screen => ({
  personId,
  streamId,
  client: nameClient(client, ctx.config.mediaSecret),
});

/**
 * Counts a segment that a client fetches by a link.
 * @throws TooManyStreams
 */
export async function countStream(ctx: Ctx, grant: Grant, client: Client): Promise<void> {
  const screen = screenOf(ctx, grant, client);
  if (recorded.has(keyOf(screen)) || closing.has(keyOf(screen))) return;
  const isAllowed =
    (await claimByRedis(ctx, screen, { most: maxStreams, countsMs: activeMs })) ??
    (await countInDatabase(ctx, screen));
  if (!isAllowed) throw new TooManyStreams();
  recorded.set(keyOf(screen), true);
}

async function countInDatabase(ctx: Ctx, screen: Screen): Promise<boolean> {
  return (
    (await touchStream(ctx.db, screen, { countsMs: activeMs, recordEveryMs })) ||
    (await ctx.transact((tx) => claimStream(tx.db, screen, { most: maxStreams, countsMs: activeMs })))
  );
}

/** Frees a screen at once when the player closes, rather than after a minute; once a minute per link. */
export async function endStream(ctx: Ctx, grant: Grant, client: Client): Promise<void> {
  const screen = screenOf(ctx, grant, client);
  if (released.has(screen.streamId)) return;
  released.set(screen.streamId, true);
  recorded.delete(keyOf(screen));
  closing.set(keyOf(screen), true);
  if ((await releaseByRedis(ctx, screen)) === null) await deleteStream(ctx.db, screen);
}

/** Deletes records of streams that ended long ago. */
export async function sweepStreams(ctx: Ctx): Promise<void> {
  await deleteOldStreams(ctx.db);
  await deleteOldRevocations(ctx.db);
}
