import { ProviderUnavailable } from "../../errors.ts";
import type { KeysState } from "../../provider-keys.ts";
import { asked, ChargebeeFault, createClient } from "./client.ts";
import type { ChargebeeSettings } from "./client.ts";

/** Lists at most one subscription. */
export async function checkChargebeeKeys(settings: ChargebeeSettings): Promise<KeysState> {
  const client = await createClient(settings);
  try {
    await asked(() => client.subscription.list({ limit: 1 }));
    return "working";
  } catch (error) {
    const cause = error instanceof ProviderUnavailable ? error.cause : error;
    const code = cause instanceof ChargebeeFault ? cause.code : "";
    if (code === "api_authentication_failed") return "refused";
    if (code === "api_authorization_failed") return "not_permitted";
    // An unknown site has no key of ours either.
    return code === "site_not_found" ? "mismatched" : "unreachable";
  }
}
