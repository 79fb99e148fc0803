import type { EventCatalogue, EventName } from "../../../contract/events.ts";
import type { Purpose } from "../../../contract/consent.ts";
import { mayUse } from "../consent.ts";

type Sink = <Name extends EventName>(event: Name, properties: EventCatalogue[Name], purpose: Purpose) => void;

let sink: Sink | null = null;
const early: (() => void)[] = [];

/**
 * Tracks an event of the catalog if its purpose is allowed. Events are buffered until the client has loaded.
 *
 * @param purpose the event's purpose: failed ad clicks belong to advertising, whether or not analytics is
 * allowed
 */
export function track<Name extends EventName>(
  event: Name,
  properties: EventCatalogue[Name],
  purpose: Purpose = "analytics",
): void {
  if (!mayUse(purpose)) return;
  if (sink) sink(event, properties, purpose);
  else if (early.length < 50) early.push(() => sink?.(event, properties, purpose));
}

/** Sets the sink of all further events. */
export function sendEventsTo(to: Sink): void {
  sink = to;
  for (const send of early.splice(0)) send();
}
