import DataLoader from "dataloader";
import type { Ctx } from "../ctx.ts";

/**
 * A value computed once per ctx, on first use. The ctx holds it: values of a WeakMap survive minor garbage collections, and with
 * them all data that a request fetched.
 */
export function defineMemo<Value>(make: (ctx: Ctx) => Value): (ctx: Ctx) => Value {
  return (ctx) => {
    let value = ctx.memo.get(make) as Value | undefined;
    if (value === undefined) ctx.memo.set(make, (value = make(ctx)));
    return value;
  };
}

/**
 * A DataLoader per ctx: all keys requested in one tick go to the database in one statement, and each key is fetched once. `batch`
 * returns a map; missing keys resolve to null.
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
