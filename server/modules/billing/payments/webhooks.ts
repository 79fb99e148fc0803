import { z } from "zod";
import type { Tx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { applyProviderEvent } from "./provider-events.ts";
import { insertEvent } from "./store-events.ts";
import type { ProviderEvent } from "./store-events.ts";

/** Applies what a provider told. */
export const applyEventJob = defineJob({
  name: "billing.apply_event",
  schema: z.object({ provider: z.string(), eventId: z.string() }),
  maxAttempts: 12,
  run: applyProviderEvent,
});

/** Takes in what a provider told: kept as it came, once, and applied by the worker. */
export async function receiveEvent(tx: Tx, event: ProviderEvent): Promise<void> {
  const isFirst = await insertEvent(tx.db, event);
  if (isFirst) await tx.enqueue(applyEventJob, { provider: event.provider, eventId: event.eventId });
}
