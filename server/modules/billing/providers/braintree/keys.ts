import { z } from "zod";
import { ProviderUnavailable } from "../../errors.ts";
import type { KeysState } from "../../provider-keys.ts";
import { asked, createClient } from "./client.ts";
import type { BraintreeSettings } from "./client.ts";

const answerShape = z.object({ success: z.boolean() });
const stateOf: Readonly<Record<string, KeysState>> = {
  authenticationError: "refused",
  authorizationError: "not_permitted",
};

/** Asks for a client token of each merchant account, as a checkout does. It changes nothing. */
export async function checkBraintreeKeys(settings: BraintreeSettings): Promise<KeysState> {
  const client = await createClient(settings);
  try {
    for (const merchantAccountId of new Set(settings.merchantAccounts.values())) {
      // oxlint-disable-next-line no-await-in-loop -- a refusal of the keys makes the others needless
      const { success } = await asked(answerShape, () => client.clientToken.generate({ merchantAccountId }));
      if (!success) return "mismatched";
    }
  } catch (error) {
    const cause = error instanceof ProviderUnavailable ? error.cause : error;
    const type = cause instanceof Error && "type" in cause ? String(cause.type) : "";
    return stateOf[type] ?? "unreachable";
  }
  return "working";
}
