import type { EventCatalogue, EventName } from "../../../contract/events.ts";
import { mayUse } from "../consent.ts";

type Sink = <Name extends EventName>(event: Name, properties: EventCatalogue[Name]) => void;

let sink: Sink | null = null;
const early: (() => void)[] = [];

/** Counts an event of the catalogue. Nothing where it isn't allowed; what comes before the client has loaded waits for it. */
export function track<Name extends EventName>(event: Name, properties: EventCatalogue[Name]): void {
  if (!mayUse("analytics")) return;
  if (sink) sink(event, properties);
  else if (early.length < 50) early.push(() => sink?.(event, properties));
}

/** Tells where events go from now on. */
export function sendEventsTo(to: Sink): void {
  sink = to;
  for (const send of early.splice(0)) send();
}
