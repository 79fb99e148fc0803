import type { ItemRow } from "./store.ts";
import type { Matter } from "./words.ts";

/** What an item's sentence is made of. */
export function matterOf({ kind, facts, actors, actorsCount }: ItemRow): Matter {
  return { kind, facts, actors: actors.map((actor) => actor?.username ?? null), actorsCount };
}
