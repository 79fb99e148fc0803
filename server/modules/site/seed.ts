import type { Tx } from "../../ctx.ts";
import { settingsTopic } from "./cache.ts";
import { openSettings } from "./store.ts";

/** Opens the demo studio. Idempotent. */
export async function seedOpenStudio(tx: Tx): Promise<void> {
  await openSettings(tx.db, tx.clock.now());
  tx.signal(settingsTopic);
}
