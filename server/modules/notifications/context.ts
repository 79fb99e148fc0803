import type { ItemRow } from "./store.ts";
import type { NotificationContext } from "./texts.ts";

/** What an item's sentence is made of. */
export function contextOf({ kind, facts, actors, actorsCount }: ItemRow): NotificationContext {
  return { kind, facts, actors: actors.map((actor) => actor?.username ?? null), actorsCount };
}
