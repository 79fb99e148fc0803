import { LRUCache } from "lru-cache";
import type { Ctx } from "../../../ctx.ts";
import { DomainError } from "../../../platform/errors.ts";
import { claimStream, deleteOldStreams, deleteStream, touchStream } from "../store-streams.ts";
import { deleteOldRevocations } from "../store-revocations.ts";
import type { StreamKey } from "../store-streams.ts";

/** Streams that one account may play at once. */
const mostStreams = 3;
/** How long a stream counts after its last segment, and how often that is noted. Milliseconds. */
const countsMs = 60_000;
const noteEveryMs = 5_000;

/** The account plays on too many screens. */
export class TooManyStreams extends DomainError {
  constructor() {
    super(
      "TOO_MANY_STREAMS",
      `This account is playing on ${mostStreams} screens already. Stop one of them, wait a minute, and press play again.`,
      {
        status: 429,
        facts: { most: mostStreams, retryAfterSeconds: countsMs / 1000 },
      },
    );
  }
}

/** Streams noted in the database so lately that their next segments needn't be. */
const noted = new LRUCache<string, true>({ max: 20_000, ttl: noteEveryMs });
const nameOf = (stream: StreamKey) => `${stream.personId} ${stream.streamId}`;

/** Counts a segment that a stream fetches. @throws TooManyStreams */
export async function countStream(ctx: Ctx, { personId, streamId }: StreamKey): Promise<void> {
  const stream = { personId, streamId };
  if (noted.has(nameOf(stream))) return;
  const may =
    (await touchStream(ctx.db, stream, countsMs)) ||
    (await ctx.transact((tx) => claimStream(tx.db, stream, { most: mostStreams, countsMs })));
  if (!may) throw new TooManyStreams();
  noted.set(nameOf(stream), true);
}

/** The player was closed: its place is free at once, not after a minute. */
export async function endStream(ctx: Ctx, { personId, streamId }: StreamKey): Promise<void> {
  noted.delete(nameOf({ personId, streamId }));
  await deleteStream(ctx.db, { personId, streamId });
}

/** Forgets streams that ended long ago. */
export async function sweepStreams(ctx: Ctx): Promise<void> {
  await deleteOldStreams(ctx.db);
  await deleteOldRevocations(ctx.db);
}
