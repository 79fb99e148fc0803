import type { EventCatalogue, EventName } from "../../../contract/events.ts";
import type { Purpose } from "../../../contract/consent.ts";
import { mayUse } from "../consent.ts";

type Sink = <Name extends EventName>(event: Name, properties: EventCatalogue[Name], purpose: Purpose) => void;

let sink: Sink | null = null;
const early: (() => void)[] = [];

/**
 * Counts an event of the catalogue. Nothing where its purpose isn't allowed; what comes before the client has loaded waits for it.
 * @param purpose what the event belongs to: failures of ad clicks go with advertising, whether or not use is counted
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

/** Tells where events go from now on. */
export function sendEventsTo(to: Sink): void {
  sink = to;
  for (const send of early.splice(0)) send();
}
