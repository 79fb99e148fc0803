import type { Ctx } from "../../../ctx.ts";
import type { RateFactorStore } from "../pipeline/context.ts";
import { rateFactors } from "../pipeline/rate-factors.ts";
import { readStoredJson } from "../stored-bytes.ts";
import { isStoreAway } from "./failures.ts";
import { stretchesPrefix } from "./stretches/files.ts";
import { whileAway } from "./while-away.ts";

/**
 * Measured rate factors beside the stretches of a transcode, so that a worker that goes on where another one was lost uses its factors:
 * stretches with other ones aren't joined with those that are stored.
 */
export function storedRateFactors(ctx: Ctx, assetId: string, signal: AbortSignal): RateFactorStore {
  const { storage } = ctx.ports;
  const keyOf = (name: string) => `${stretchesPrefix(assetId)}${name}/factors.json`;
  return {
    find: (name) =>
      whileAway(ctx, signal, isStoreAway, async () => {
        const found = await readStoredJson(storage, keyOf(name));
        return found === null ? null : rateFactors.parse(found);
      }),
    save: (name, factors) =>
      whileAway(ctx, signal, isStoreAway, () =>
        storage.put(keyOf(name), Buffer.from(JSON.stringify(factors)), "application/json"),
      ),
    noteUnmeasured: (error) =>
      ctx.log.warn({ err: error, assetId }, "A video couldn't be measured; it has the ladder's rate factors"),
  };
}
