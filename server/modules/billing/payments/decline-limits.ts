import type { Ctx } from "../../../ctx.ts";
import { RateLimited } from "../../../platform/errors.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { requireWithin, tryConsume } from "../../../platform/rate-limit.ts";
import type { RateLimit } from "../../../platform/rate-limit.ts";
import { billingNow } from "../clock.ts";
import { countRefusals } from "./store.ts";

const windowSeconds = 3600;
/** The maximum number of declined payments per account within the window. */
const maxPerAccount = 20;
/** Of all accounts of a network: a guest's account costs a card tester nothing. */
const perNetwork: RateLimit = { name: "declined payments", points: 60, seconds: windowSeconds };

/**
 * Limits declined payments per account and network against card testing. Call it before a payment is recorded.
 * @param clientIp the address of the person's request; null for none
 * @throws RateLimited
 */
export async function limitRefusals(
  ctx: Pick<Ctx, "clock" | "config" | "db">,
  accountId: string,
  clientIp: string | null,
): Promise<void> {
  const since = new Date((await billingNow(ctx)).getTime() - windowSeconds * 1000);
  if ((await countRefusals(ctx.db, accountId, since)) >= maxPerAccount) throw new RateLimited(windowSeconds);
  await requireWithin(ctx, perNetwork, networkKeys(clientIp));
}

/** Counts a declined payment for the network of the person's request. Renewals have none. */
export const countRefusal = async (ctx: Ctx): Promise<void> => {
  await tryConsume(ctx, perNetwork, networkKeys(ctx.clientIp));
};
