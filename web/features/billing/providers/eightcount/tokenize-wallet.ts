import type { BillingAddress, TestWallet } from "../../../../../contract/card-field.ts";
import type { Tokenized } from "../provider.ts";

/** A single-use token of a test wallet, or an error code. */
export async function tokenizeWallet(
  tokenUrl: string,
  wallet: TestWallet,
  address: BillingAddress,
): Promise<Tokenized> {
  try {
    const response = await fetch(tokenUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ wallet, address }),
      credentials: "omit",
    });
    const answer = (await response.json()) as { token?: unknown; error?: { code?: unknown } };
    if (typeof answer.token === "string") return { token: answer.token };
    const code = answer.error?.code;
    return { code: typeof code === "string" ? code : "PROVIDER_UNAVAILABLE" };
  } catch {
    return { code: "NETWORK" };
  }
}
