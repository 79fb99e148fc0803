import Stripe from "stripe";
import type { KeysState } from "../../provider-keys.ts";
import { createStripe } from "./client.ts";
import type { StripeSettings } from "./client.ts";

/** The test mode or the live mode of a key; null if it doesn't tell. */
const modeOf = (key: string): string | undefined => /^[a-z]+_(test|live)_/.exec(key)?.[1];

/** Lists at most one charge of the last second, which the nightly comparison has to be allowed to. */
export async function checkStripeKeys(settings: StripeSettings): Promise<KeysState> {
  const { secretKey, publishableKey } = settings;
  const stripe = createStripe(settings, { callMs: 5_000, quickMs: 500, repeats: 0 });
  const now = Math.floor(Date.now() / 1000);
  try {
    await stripe.charges.list({ created: { gte: now - 1, lt: now }, limit: 1 });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) return "refused";
    if (error instanceof Stripe.errors.StripePermissionError) return "not_permitted";
    return "unreachable";
  }
  const [secretMode, publishableMode] = [modeOf(secretKey), modeOf(publishableKey)];
  return secretMode && publishableMode && secretMode !== publishableMode ? "mismatched" : "working";
}
