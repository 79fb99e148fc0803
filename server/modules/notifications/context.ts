import type { ItemRow } from "./store.ts";
import type { NotificationContext } from "./texts.ts";

/** Parameters of an item's sentence. */
export function contextOf({ kind, facts, actors, actorsCount }: ItemRow): NotificationContext {
  return { kind, facts, actors: actors.map((actor) => actor?.username ?? null), actorsCount };
}
