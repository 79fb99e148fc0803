import type { BillingAddress } from "../../../../../contract/card-field.ts";
import { elsewhere } from "../../checkout/places.ts";
import { loadScript } from "../load-script.ts";
import type { Tokenized } from "../provider.ts";

export type FieldName = "cvv" | "expiry" | "number";

/** What a field reports. `error` is null while what was typed can become valid. */
export interface FieldState {
  readonly complete: boolean;
  readonly error: { readonly message: string } | null;
}

interface CardField {
  at: (box: HTMLElement) => CardField;
  on: (event: "blur" | "change" | "focus", heard: (state: FieldState) => void) => CardField;
  focus: () => void;
}

/** Chargebee's card component in three fields. */
export interface CardComponent {
  createField: (name: FieldName, options: { ariaLabel: string; placeholder: string }) => CardField;
  mount: () => Promise<unknown>;
  authorizeWith3ds: (
    intent: object,
    more: { billingAddress?: { countryCode?: string; zip?: string } },
  ) => Promise<{ readonly id: string; readonly status: string }>;
  destroy: () => Promise<unknown>;
}

/** How the fields look, in Chargebee's own names. */
export interface CardStyle {
  readonly base: Readonly<Record<string, unknown>>;
  readonly invalid: Readonly<Record<string, unknown>>;
}

interface ChargebeeSite {
  load: (module: "components") => Promise<unknown>;
  createComponent: (type: "card", options: { style: CardStyle; locale: string }) => CardComponent;
}

declare global {
  interface Window {
    Chargebee?: { init: (options: { site: string; publishableKey: string }) => ChargebeeSite };
  }
}

/** It has no package. */
const scriptUrl = "https://js.chargebee.com/v2/chargebee.js";

let loading: { key: string; site: Promise<ChargebeeSite> } | null = null;
/**
 * Chargebee's script with the studio's settings, set up once even if fields are left before it is ready and made again.
 * @throws if it can't be reached; the next call tries again
 */
export async function loadSite(site: string, publishableKey: string): Promise<ChargebeeSite> {
  const key = `${site} ${publishableKey}`;
  if (loading?.key !== key) loading = { key, site: setUp(site, publishableKey) };
  const { site: begun } = loading;
  try {
    return await begun;
  } catch (error) {
    if (loading.site === begun) loading = null;
    throw error;
  }
}

async function setUp(site: string, publishableKey: string): Promise<ChargebeeSite> {
  const chargebee = await loadScript(scriptUrl, () => window.Chargebee);
  const made = chargebee.init({ site, publishableKey });
  await made.load("components");
  return made;
}

/** Languages of Chargebee's fields; others are shown in English. */
const languages = ["de", "en", "es", "fr", "it", "pt"];
export const languageOf = (locale: string): string =>
  languages.find((language) => locale.split("-")[0] === language) ?? "en";

/** What the script rejects with. */
interface ScriptError {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
}

/** Maps an error of Chargebee's script to the contract's code. */
function refusalCode(error: unknown): string {
  const { name = "", code = "", message = "" } = (error ?? {}) as ScriptError;
  const reported = `${name} ${code} ${message}`.toLowerCase();
  if (/network|timeout|timed out/.test(reported)) return "NETWORK";
  // The studio's keys or settings, not the person's card.
  if (/api_|publishable|configuration|not_loaded/.test(reported)) return "PROVIDER_UNAVAILABLE";
  if (/3ds|authenticat|challenge|cancel/.test(reported)) return "PAYMENT_ACTION_REQUIRED";
  if (/insufficient/.test(reported)) return "INSUFFICIENT_FUNDS";
  if (/expired/.test(reported)) return "CARD_EXPIRED";
  if (/cvv|cvc/.test(reported)) return "CARD_CVC_WRONG";
  if (/declin|refus/.test(reported)) return "CARD_DECLINED";
  return "PROVIDER_UNAVAILABLE";
}

/**
 * Confirms a payment with the card that was typed. Chargebee asks the card's bank, and opens the bank's page if needed.
 * @param data the payment intent as JSON
 * @returns the intent's id
 */
export async function confirmIntent(
  card: CardComponent,
  data: string,
  { countryCode, postcode }: BillingAddress,
): Promise<Tokenized> {
  try {
    const { id, status } = await card.authorizeWith3ds(JSON.parse(data) as object, {
      billingAddress: {
        ...(countryCode === elsewhere ? {} : { countryCode }),
        ...(postcode ? { zip: postcode } : {}),
      },
    });
    return status === "authorized" ? { token: id } : { code: "PAYMENT_ACTION_REQUIRED" };
  } catch (error) {
    return { code: refusalCode(error) };
  }
}
