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
  listStretches,
  setStretchStored,
} from "./store.ts";

/** Between looks at the stretches of other workers, milliseconds. */
const lookAgainMs = 1_000;

/** The video was deleted, ordered again or published again: its stretches aren't needed any more. */
export class AttemptSuperseded extends Error {
  constructor() {
    super("The video was deleted, ordered again or published again");
    this.name = "AttemptSuperseded";
  }
}

/** What offers stretches: an attempt to transcode a video, or the job that encodes a version in AV1. */
export interface Offerer {
  readonly assetId: string;
  /** The published version that is encoded in AV1; null for a transcode. */
  readonly version: string | null;
  /** An id of its own, by which it claims stretches. */
  readonly claimant: string;
  /** Where the stretches are stored. */
  readonly prefix: string;
  /** Called before each turn; what it throws ends the work, and the offer stays. */
  readonly beforeTurn?: () => Promise<void>;
}

/**
 * Offers stretches to idle workers.
 * @returns the turns of the worker that offers them, which throw AttemptSuperseded
 */
export async function offerStretches(
  ctx: Ctx,
  { assetId, version, claimant, prefix, beforeTurn }: Offerer,
  offer: StretchOffer,
  signal: AbortSignal,
): Promise<StretchTurns> {
  const { view, plan, files } = offer;
  const inDatabase = <Result>(work: () => Promise<Result>) =>
    whileAway(ctx, signal, isDatabaseUnavailable, work);
  const stored = new Set(
    await whileAway(ctx, signal, isStoreAway, () => listStored(ctx.ports.storage, prefix, files)),
  );
  // Without a store, other workers read the source where it is.
  const spans = ctx.ports.storage.multipart ? await findSpans() : null;
  const stretches = offer.stretches.map(({ name, first, frames }) => ({
    name,
    first,
    frames,
    isStored: stored.has(name),
    spans: spans?.get(name) ?? null,
  }));
  await inDatabase(() =>
    ctx.transact((tx) => insertStretches(tx.db, { assetId, version, view, plan, stretches })),
  );
  const names = stretches.map(({ name }) => name);
  return {
    run: async (encode, { waits }) => {
      for (;;) {
        signal.throwIfAborted();
        if (beforeTurn) await inDatabase(beforeTurn);
        const turn = await inDatabase(() => claimOwnStretch(ctx.db, { assetId, names, claimant }));
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

  /**
   * The spans of stretches that weren't offered before: those have theirs, or none could be found. Helpers read a whole source without
   * them, so a failure to find some fails nothing.
   */
  async function findSpans(): ReturnType<StretchOffer["spansOf"]> {
    const offered = new Set(await inDatabase(() => listStretches(ctx.db, assetId, view)));
    const left = offer.stretches
      .map(({ name }) => name)
      .filter((name) => !stored.has(name) && !offered.has(name));
    if (left.length === 0) return new Map();
    try {
      return await offer.spansOf(new Set(left));
    } catch (error) {
      signal.throwIfAborted();
      ctx.log.warn(
        { err: error, assetId, view },
        "The parts of a source that each stretch needs weren't found",
      );
      return new Map();
    }
  }

  /** @returns false if `encode` does */
  async function encodeClaimed(name: string, encode: Parameters<StretchTurns["run"]>[0]): Promise<boolean> {
    const claim = { assetId, name, claimant };
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
