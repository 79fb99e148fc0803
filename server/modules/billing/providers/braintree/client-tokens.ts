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
  readonly #gateway: Pick<BraintreeGateway, "load">;
  readonly #merchantAccounts: BraintreeSettings["merchantAccounts"];
  readonly #tokens = new Map<string, { readonly token: Promise<string>; readonly madeAt: number }>();

  constructor(
    gateway: Pick<BraintreeGateway, "load">,
    { merchantAccounts }: Pick<BraintreeSettings, "merchantAccounts">,
  ) {
    this.#gateway = gateway;
    this.#merchantAccounts = merchantAccounts;
  }

  /** @throws ProviderUnavailable */
  async of(currencyCode: string | null): Promise<string> {
    const [usual] = this.#merchantAccounts.values();
    const account = currencyCode === null ? usual : this.#merchantAccounts.get(currencyCode);
    if (!account) throw new ProviderUnavailable();
    const known = this.#tokens.get(account);
    if (known && Date.now() - known.madeAt < tokenMs) return known.token;
    const token = this.#make(account);
    this.#tokens.set(account, { token, madeAt: Date.now() });
    // A failure isn't remembered.
    token.catch(() => this.#tokens.delete(account));
    return token;
  }

  async #make(merchantAccountId: string): Promise<string> {
    const client = await this.#gateway.load();
    const answer = await asked(tokenShape, () => client.clientToken.generate({ merchantAccountId }));
    return answer.clientToken;
  }
}
