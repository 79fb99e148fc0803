import { z } from "zod";
import type { Tx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { applyProviderEvent } from "./provider-events.ts";
import { insertEvent } from "./store-events.ts";
import type { ProviderEvent } from "../ports.ts";

/** Applies a provider event. */
export const applyEventJob = defineJob({
  name: "billing.apply_event",
  schema: z.object({ provider: z.string(), eventId: z.string() }),
  maxAttempts: 12,
  run: applyProviderEvent,
});

/** Stores a provider event once, and enqueues the job that applies it. */
export async function receiveEvent(tx: Tx, event: ProviderEvent): Promise<void> {
  const isFirst = await insertEvent(tx.db, event);
  if (isFirst) await tx.enqueue(applyEventJob, { provider: event.provider, eventId: event.eventId });
}
