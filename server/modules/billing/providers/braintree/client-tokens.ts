import { LRUCache } from "lru-cache";
import { z } from "zod";
import { ProviderUnavailable } from "../../errors.ts";
import { asked } from "./client.ts";
import type { BraintreeSettings } from "./client.ts";
import type { BraintreeGateway } from "./gateway.ts";

/** How long a token is handed out, in milliseconds. Braintree's end after a day. */
const tokenMs = 60 * 60_000;
const tokenShape = z.object({ success: z.literal(true), clientToken: z.string().min(1) });

/** Client tokens by merchant account. They name no customer, so that everyone can have the same one for a while. */
export class ClientTokens {
  readonly #merchantAccounts: BraintreeSettings["merchantAccounts"];
  /** One per merchant account; failures aren't cached. */
  readonly #tokens: LRUCache<string, string>;

  constructor(
    gateway: Pick<BraintreeGateway, "load">,
    { merchantAccounts }: Pick<BraintreeSettings, "merchantAccounts">,
  ) {
    this.#merchantAccounts = merchantAccounts;
    this.#tokens = new LRUCache({
      max: 200,
      ttl: tokenMs,
      fetchMethod: async (merchantAccountId) => {
        const client = await gateway.load();
        const answer = await asked(tokenShape, () => client.clientToken.generate({ merchantAccountId }));
        return answer.clientToken;
      },
    });
  }

  /** @throws ProviderUnavailable */
  async of(currencyCode: string | null): Promise<string> {
    const [usual] = this.#merchantAccounts.values();
    const account = currencyCode === null ? usual : this.#merchantAccounts.get(currencyCode);
    if (!account) throw new ProviderUnavailable();
    return this.#tokens.forceFetch(account);
  }
}
