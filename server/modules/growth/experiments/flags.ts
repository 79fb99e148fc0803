import type { Ctx } from "../../../ctx.ts";
import { listFeatureFlags } from "./store.ts";
import type { FeatureFlagRow } from "./store.ts";

export type FeatureFlag = FeatureFlagRow;

/** Every switch and whether it is on. */
export function featureFlags(ctx: Ctx): Promise<FeatureFlag[]> {
  return listFeatureFlags(ctx.db);
}
