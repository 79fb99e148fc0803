import DataLoader from "dataloader";
import type { Ctx } from "../ctx.ts";

/**
 * A value that lives as long as its ctx, made when first asked for. The ctx holds it: values of a WeakMap outlive the collector's quick rounds,
 * and with them all that a request fetched.
 */
export function defineMemo<Value>(make: (ctx: Ctx) => Value): (ctx: Ctx) => Value {
  return (ctx) => {
    let value = ctx.memo.get(make) as Value | undefined;
    if (value === undefined) ctx.memo.set(make, (value = make(ctx)));
    return value;
  };
}

/**
 * A batched look-up that lives as long as its ctx: all keys asked for in one tick go to the database in one statement,
 * and a key is fetched once. `batch` returns a map; keys that it leaves out resolve to null.
 */
export function defineLoader<Key extends string, Value>(
  batch: (ctx: Ctx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (ctx: Ctx) => DataLoader<Key, Value | null> {
  return defineMemo(
    (ctx) =>
      new DataLoader(async (keys) => {
        const found = await batch(ctx, keys);
        return keys.map((key) => found.get(key) ?? null);
      }),
  );
}
