import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createJobCtx } from "../../platform/ctx-factory.ts";
import type { Shared } from "../../platform/ctx-factory.ts";
import type { Help } from "../../platform/module.ts";

/** Between looks for work of other workers, milliseconds. */
const lookEveryMs = 2_000;
/** The same after a failure: the store, the database or space on this disk is missing. */
const lookAgainMs = 60_000;

/** Takes parts of jobs that other workers run, while this one is idle. */
export function startHelping(
  shared: Shared,
  helpers: readonly Help[],
  isIdle: () => boolean,
): {
  /** Whether it takes one now. */
  isHelping(): boolean;
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let isHelping = false;
  const onBegun = () => {
    isHelping = true;
  };
  const { signal } = stopping;
  const look = async (): Promise<number> => {
    if (!isIdle()) return lookEveryMs;
    const ctx = createJobCtx(shared, `help-${randomUUID()}`);
    try {
      for (const help of helpers) await help(ctx, { signal, isIdle, onBegun });
      return lookEveryMs;
    } catch (error) {
      ctx.log.warn({ err: error }, "This worker could not help another one");
      return lookAgainMs;
    } finally {
      isHelping = false;
    }
  };
  const looking = (async () => {
    while (!signal.aborted) await sleep(await look(), undefined, { signal }).catch(() => {});
  })();
  return {
    isHelping: () => isHelping,
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}
