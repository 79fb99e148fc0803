import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Locker } from "@tus/server";
import type { Ctx } from "../../../ctx.ts";
import { claimLock, releaseLock, renewLocks, wantLock } from "./store-locks.ts";

/** A lock lapses this long after its server stopped renewing it. Milliseconds. */
const lastsMs = 6_000;
const renewEveryMs = 2_000;
/** How long a request that resumes an upload waits for the one that still writes. Milliseconds. */
const resumeWaitMs = 8_000;

/** Answer to a request whose upload another one writes. */
export const lockLost = {
  status_code: 423,
  body: "Another request is sending this upload. Try again in a moment.\n",
};

/** Locks of uploads, between all servers: one request writes an upload at a time. */
export interface UploadLocks extends Locker {
  /** The holder of this process's lock on an upload. @throws Error without one */
  holderOf(assetId: string): string;
  /**
   * Asks the request that writes an upload to end, and waits a while for it. Its client may have lost the connection,
   * which a server notices late.
   */
  free(assetId: string): Promise<void>;
}

export function createUploadLocks(ctx: Ctx): UploadLocks {
  const held = new Map<string, { holder: string; end: () => void }>();
  let timer: NodeJS.Timeout | undefined;

  const renew = async () => {
    const locks = [...held];
    const found = await renewLocks(ctx.db, {
      assetIds: locks.map(([assetId]) => assetId),
      holders: locks.map(([, { holder }]) => holder),
      lastsMs,
    });
    const renewed = new Map(found.map(({ holder, isWanted }) => [holder, isWanted]));
    for (const [, { holder, end }] of locks) if (renewed.get(holder) !== false) end();
  };
  const schedule = () => {
    timer ??= setTimeout(() => {
      renew()
        // Without a renewal the lock lapses, and the next saved byte is refused.
        .catch((error: unknown) => ctx.log.warn({ err: error }, "Locks of uploads could not be renewed"))
        .finally(() => {
          timer = undefined;
          if (held.size > 0) schedule();
        });
    }, renewEveryMs).unref();
  };

  return {
    newLock: (assetId) => {
      const holder = randomUUID();
      return {
        lock: async (_signal, requestRelease) => {
          if (!(await claimLock(ctx.db, { assetId, holder, lastsMs }))) throw lockLost;
          held.set(assetId, { holder, end: () => void requestRelease() });
          schedule();
        },
        unlock: async () => {
          if (held.get(assetId)?.holder !== holder) return;
          held.delete(assetId);
          // It lapses by itself: the answer to the client doesn't depend on it.
          await releaseLock(ctx.db, { assetId, holder }).catch((error: unknown) =>
            ctx.log.warn({ err: error }, "The lock of an upload could not be released"),
          );
        },
      };
    },
    holderOf: (assetId) => {
      const lock = held.get(assetId);
      if (!lock) throw new Error("The upload isn't locked");
      return lock.holder;
    },
    free: async (assetId) => {
      const until = Date.now() + resumeWaitMs;
      while ((await wantLock(ctx.db, assetId)) && Date.now() < until) await sleep(200);
    },
  };
}
