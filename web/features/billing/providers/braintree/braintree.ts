import type { Client } from "braintree-web/client";
import type { FieldName, HostedFields } from "braintree-web/hosted-fields";
import type { BillingAddress } from "../../../../../contract/card-field.ts";
import { toDecimal } from "../../../../../contract/formats/numbers.ts";
import type { Agreement } from "../../checkout/agreement.ts";
import { elsewhere } from "../../checkout/places.ts";
import type { GraphqlClient } from "../../../../graphql/client.ts";
import { graphql } from "../../../../graphql/graphql.ts";
import type { Confirmed, Tokenized } from "../provider.ts";
import { askBank, codeOf } from "./bank.ts";

export const ClientTokenQuery = graphql(`
  query PaymentClientToken($currencyCode: String) {
    paymentConfig {
      clientToken(currencyCode: $currencyCode)
      googleMerchantId
    }
  }
`);

/** Braintree's script with the studio's settings. @throws if it can't be reached */
export async function createClient(clientToken: string): Promise<Client> {
  const { default: client } = await import("braintree-web/client");
  return client.create({ authorization: clientToken });
}

/** The amount that the bank and wallets show, which take no zero: what is charged first. */
export const shownAmount = (agreement: Agreement | null): string =>
  agreement
    ? toDecimal(agreement.estimate.amountDue || agreement.renewal, agreement.plan.currencyCode)
    : "0.00";

/** The token that the server takes: the nonce, with the billing address that the page asked for. */
export const tokenOf = (nonce: string, { countryCode, postcode }: BillingAddress): string =>
  countryCode === elsewhere ? nonce : `${nonce}|${countryCode}|${postcode ?? ""}`;

const addressFor = ({ countryCode, postcode }: BillingAddress) => ({
  ...(countryCode === elsewhere ? {} : { countryCodeAlpha2: countryCode }),
  ...(postcode ? { postalCode: postcode } : {}),
});

/** Maps an error of Braintree's script to the contract's code. INCOMPLETE: the page shows which field. */
export function refusalCode(error: unknown): string {
  const code = codeOf(error);
  if (code.endsWith("_FIELDS_EMPTY") || code.endsWith("_FIELDS_INVALID")) return "INCOMPLETE";
  if (code.endsWith("_CVV_VERIFICATION_FAILED")) return "CARD_CVC_WRONG";
  if (code === "HOSTED_FIELDS_FAILED_TOKENIZATION") return "CARD_DECLINED";
  if (code.includes("NETWORK") || code.includes("TIMEDOUT")) return "NETWORK";
  if (code.startsWith("THREEDS_") && !code.startsWith("THREEDS_LOOKUP_")) return "PAYMENT_ACTION_REQUIRED";
  return "PROVIDER_UNAVAILABLE";
}

/** The card fields, and the script that made them. */
export interface Card {
  readonly client: Client;
  readonly fields: HostedFields;
}

const fieldNames: readonly FieldName[] = ["number", "expirationDate", "cvv"];

/** The first field that is empty or wrong. */
export const firstFault = (fields: HostedFields): FieldName | null => {
  const { fields: states } = fields.getState();
  return fieldNames.find((name) => !states[name].isValid) ?? null;
};

/**
 * Makes a token of the card that was typed, after its bank was asked.
 * @param charge what is charged first; nothing: only the payment method is stored
 */
export async function tokenizeCard(
  { client, fields }: Card,
  address: BillingAddress,
  charge: { readonly amount: string; readonly isLater: boolean },
): Promise<Tokenized> {
  try {
    const card = await fields.tokenize({ billingAddress: addressFor(address) });
    const asked = await askBank(client, {
      nonce: card.nonce,
      bin: card.details.bin,
      amount: charge.amount,
      billingAddress: addressFor(address),
      // Later payments are made alone: the bank must have agreed to them.
      ...(charge.isLater ? { challengeRequested: true } : {}),
    });
    if (!asked) return { token: tokenOf(card.nonce, address) };
    if (asked.liabilityShiftPossible && !asked.liabilityShifted) return { code: "PAYMENT_ACTION_REQUIRED" };
    return { token: tokenOf(asked.nonce, address) };
  } catch (error) {
    return { code: refusalCode(error) };
  }
}

/**
 * Asks the bank about a stored card that it declined without the person. The server reads its answer, and ends the payment if
 * it is no.
 * @param clientSecret the server's nonce of the card: `nonce|bin|amount|currency`
 */
export async function confirmStoredCard(client: GraphqlClient, clientSecret: string): Promise<Confirmed> {
  const [nonce = "", bin = "", amount = "", currencyCode = ""] = clientSecret.split("|");
  const { data } = await client.query(ClientTokenQuery, { currencyCode }, { requestPolicy: "network-only" });
  const clientToken = data?.paymentConfig.clientToken;
  if (!clientToken) return { code: "PROVIDER_UNAVAILABLE" };
  try {
    const script = await createClient(clientToken);
    const asked = await askBank(script, { nonce, bin, amount, challengeRequested: true });
    return asked ? { token: asked.nonce } : { code: "PAYMENT_ACTION_REQUIRED" };
  } catch (error) {
    return { code: refusalCode(error) };
  }
}
