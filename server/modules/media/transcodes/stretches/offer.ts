import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "../../../../ctx.ts";
import { isDatabaseUnavailable } from "../../../../platform/db.ts";
import type { StretchOffer, StretchTurns } from "../../pipeline/context.ts";
import { isStoreAway } from "../failures.ts";
import { whileAway } from "../while-away.ts";
import { holdClaim } from "./claim.ts";
import { listStored } from "./files.ts";
import {
  claimOwnStretch,
  deleteStretchesOf,
  giveBackStretch,
  insertStretches,
  setStretchStored,
} from "./store.ts";

/** Between looks at the stretches of other workers, milliseconds. */
const lookAgainMs = 1_000;

/** The video was deleted or ordered again: this attempt isn't needed any more. */
export class AttemptSuperseded extends Error {
  constructor() {
    super("The video was deleted or ordered again");
    this.name = "AttemptSuperseded";
  }
}

/**
 * Offers the stretches of a transcode to idle workers.
 * @param attempt.version of the attempt, which claims stretches by it
 * @returns the turns of the worker that runs the attempt, which throw AttemptSuperseded
 */
export async function offerStretches(
  ctx: Ctx,
  attempt: { readonly assetId: string; readonly version: string; readonly offer: StretchOffer },
  signal: AbortSignal,
): Promise<StretchTurns> {
  const { assetId, version, offer } = attempt;
  const { view, plan, files } = offer;
  const inDatabase = <Result>(work: () => Promise<Result>) =>
    whileAway(ctx, signal, isDatabaseUnavailable, work);
  const stored = new Set(
    await whileAway(ctx, signal, isStoreAway, () => listStored(ctx.ports.storage, assetId, files)),
  );
  const stretches = offer.stretches.map(({ name, first, frames }) => ({
    name,
    first,
    frames,
    isStored: stored.has(name),
  }));
  await inDatabase(() => ctx.transact((tx) => insertStretches(tx.db, { assetId, view, plan, stretches })));
  const names = stretches.map(({ name }) => name);
  return {
    run: async (encode, { waits }) => {
      for (;;) {
        signal.throwIfAborted();
        const turn = await inDatabase(() => claimOwnStretch(ctx.db, { assetId, names, claimant: version }));
        if (turn.offered < names.length) throw new AttemptSuperseded();
        offer.onStored(turn.stored);
        if (turn.name !== null) {
          if (!(await encodeClaimed(turn.name, encode))) return false;
        } else if (!waits || turn.stored === names.length) return true;
        else await sleep(lookAgainMs, undefined, { signal });
      }
    },
    withdraw: () => inDatabase(() => deleteStretchesOf(ctx.db, assetId, view)),
  };

  /** @returns false if `encode` does */
  async function encodeClaimed(name: string, encode: Parameters<StretchTurns["run"]>[0]): Promise<boolean> {
    const claim = { assetId, name, claimant: version };
    const held = holdClaim(ctx, claim, signal);
    try {
      if (!(await encode(name, held.signal))) return false;
      await inDatabase(() => setStretchStored(ctx.db, assetId, name));
      return true;
    } catch (error) {
      if (held.isLost() && !signal.aborted) return true;
      await giveBackStretch(ctx.db, claim, false).catch(() => {});
      throw error;
    } finally {
      held.end();
    }
  }
}
