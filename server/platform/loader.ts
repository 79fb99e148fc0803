import DataLoader from "dataloader";
import type { Ctx } from "../ctx.ts";

/**
 * A batched look-up that lives as long as its ctx: all keys asked for in one tick go to the database in one statement,
 * and a key is fetched once. `batch` returns a map; keys that it leaves out resolve to null.
 */
export function defineLoader<Key extends string, Value>(
  batch: (ctx: Ctx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (ctx: Ctx) => DataLoader<Key, Value | null> {
  const loaders = new WeakMap<Ctx, DataLoader<Key, Value | null>>();
  return (ctx) => {
    let loader = loaders.get(ctx);
    if (!loader) {
      loader = new DataLoader(async (keys) => {
        const found = await batch(ctx, keys);
        return keys.map((key) => found.get(key) ?? null);
      });
      loaders.set(ctx, loader);
    }
    return loader;
  };
}
