import type { Environment } from "./environment.ts";

/** Who sells: on invoices, credit notes and emails about payments. */
export interface Seller {
  /** The legal name. */
  readonly name: string;
  /** The postal address without the country. */
  readonly addressLines: readonly string[];
  /** ISO 3166-1; null where only INVOICE_ISSUER is set. */
  readonly countryCode: string | null;
  readonly vatId: string | null;
  /** Absent on invoices of earlier releases. */
  readonly taxNumber?: string | null;
  /** Register and number, such as "Amtsgericht Berlin, HRB 1234". */
  readonly registration: string | null;
  /** Email address or telephone number. */
  readonly contact: string | null;
}

/** The seller of an installation without real payments. */
const demoSeller: Seller = {
  name: "Demo Studio",
  addressLines: ["1 Example Street", "10115 Berlin"],
  countryCode: "DE",
  vatId: "DE123456788",
  registration: null,
  contact: "billing@example.test",
};

const linesOf = (text: string): string[] =>
  text
    .replaceAll("\\n", "\n")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The configured seller; null in production without one. INVOICE_ISSUER is a free text of earlier releases. */
export function sellerOf(values: Environment, isProduction: boolean): Seller | null {
  if (values.SELLER_NAME)
    return {
      name: values.SELLER_NAME,
      addressLines: linesOf(values.SELLER_ADDRESS ?? ""),
      countryCode: values.SELLER_COUNTRY ?? null,
      vatId: values.SELLER_VAT_ID?.replaceAll(/[\s.-]/g, "").toUpperCase() ?? null,
      registration: values.SELLER_REGISTRATION ?? null,
      contact: values.SELLER_CONTACT ?? null,
    };
  const [name, ...addressLines] = linesOf(values.INVOICE_ISSUER ?? "");
  if (name) return { name, addressLines, countryCode: null, vatId: null, registration: null, contact: null };
  return isProduction ? null : demoSeller;
}
