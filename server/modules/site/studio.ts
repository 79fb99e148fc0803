import { z } from "zod";
import type { Locale } from "../../../contract/locales.ts";
import { locales, sourceLocale } from "../../../contract/locales.ts";
import type { Config } from "../../platform/config/index.ts";
import type { LegalVersion } from "./legal/store.ts";
import type { Seller } from "../../platform/config/seller.ts";
import { brandOf } from "./brand/files.ts";
import type { Brand } from "./brand/files.ts";
import type { BrandFileRow } from "./brand/store.ts";
import type { Dictionary } from "./translations/dictionary.ts";
import { dictionaryOf } from "./translations/dictionary.ts";

/** The name of a studio that hasn't given itself one. */
const unnamed = "Eightcount";
/** Room below an icon on a phone's home screen, in characters. */
export const maxShortName = 14;

const text = z.string().nullable().default(null);

/** The settings as stored. A setting that is missing in an old document is unset. */
export const storedSettings = z.object({
  name: text,
  shortName: text,
  about: text,
  contactEmail: text,
  contactPhone: text,
  contactAddress: text,
  links: z.array(z.string()).default([]),
  sellerName: text,
  sellerAddress: text,
  sellerCountry: text,
  taxNumber: text,
  vatId: text,
  registration: text,
  timeZone: text,
  countryCode: text,
  currencyCode: text,
  locale: z.enum(locales).nullable().default(null),
  invoicePrefix: text,
  /** Domains of email addresses at schools, in lower case. */
  schoolDomains: z.array(z.string()).default([]),
  /** What support may refund, by currency in minor units. */
  refundLimits: z.array(z.object({ currencyCode: z.string(), amount: z.number().int() })).default([]),
  /** Such as #ff9a62. */
  accent: text,
  /** Whose plan the checkout preselects. */
  preselectedInterval: z.enum(["month", "year"]).nullable().default(null),
});
export type StudioSettings = z.output<typeof storedSettings>;

/** The studio as the rest of the product reads it: its settings, with defaults for what is unset. */
export interface Studio {
  /** Counts every change. */
  readonly revision: number;
  readonly name: string;
  /** At most `maxShortName` characters, for a phone's home screen. */
  readonly shortName: string;
  readonly about: string | null;
  readonly contact: {
    readonly email: string | null;
    readonly phone: string | null;
    readonly address: string | null;
  };
  /** URLs of its profiles elsewhere. */
  readonly links: readonly string[];
  /** Who sells; null until it is set. Then nothing is sold. */
  readonly seller: Seller | null;
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 3166-1: where a visitor of an unknown country is assumed to be. */
  readonly countryCode: string | null;
  /** ISO 4217: what figures are converted into, and what countries without a currency of their own pay in. */
  readonly currencyCode: string | null;
  /** Whose plan the checkout preselects; null: the best value, else a yearly one. */
  readonly preselectedInterval: StudioSettings["preselectedInterval"];
  readonly locale: Locale;
  /** Before the numbers of invoices. */
  readonly invoicePrefix: string | null;
  /** Domains of email addresses at schools; addresses below them count. */
  readonly schoolDomains: readonly string[];
  /** What support may refund, in minor units, where the studio set it. */
  readonly refundLimits: StudioSettings["refundLimits"];
  /** Its own logo, icon, share image and color. */
  readonly brand: Brand;
  /** All versions of its legal pages; `legalVersionAt` finds the one in force. */
  readonly legalVersions: readonly LegalVersion[];
  /** Translations of its contents. */
  readonly dictionary: Dictionary;
  /** Whether plans are for sale. */
  readonly isOpen: boolean;
}

/** The seller of the settings; null while name, address or country is missing. */
function storedSeller(settings: StudioSettings): Seller | null {
  const { sellerName, sellerAddress, sellerCountry } = settings;
  if (!sellerName || !sellerAddress || !sellerCountry) return null;
  return {
    name: sellerName,
    addressLines: sellerAddress.split("\n"),
    countryCode: sellerCountry,
    vatId: settings.vatId,
    taxNumber: settings.taxNumber,
    registration: settings.registration,
    contact: settings.contactEmail ?? settings.contactPhone,
  };
}

/** Fills what is unset with defaults. The seller of the environment holds until the settings name one. */
export function studioOf(
  row: { readonly revision: number; readonly settings: StudioSettings; readonly openedAt: Date | null },
  legalVersions: readonly LegalVersion[],
  config: Pick<Config, "seller">,
  dictionary: Dictionary = dictionaryOf([]),
  brandFiles: readonly BrandFileRow[] = [],
): Studio {
  const { settings } = row;
  const name = settings.name ?? unnamed;
  return {
    revision: row.revision,
    name,
    shortName: settings.shortName ?? name.slice(0, maxShortName).trim(),
    about: settings.about,
    contact: {
      email: settings.contactEmail,
      phone: settings.contactPhone,
      address: settings.contactAddress,
    },
    links: settings.links,
    seller: storedSeller(settings) ?? config.seller,
    timeZone: settings.timeZone ?? "UTC",
    countryCode: settings.countryCode,
    currencyCode: settings.currencyCode,
    preselectedInterval: settings.preselectedInterval,
    locale: settings.locale ?? sourceLocale,
    invoicePrefix: settings.invoicePrefix,
    schoolDomains: settings.schoolDomains,
    refundLimits: settings.refundLimits,
    brand: brandOf(brandFiles, settings.accent),
    legalVersions,
    dictionary,
    isOpen: row.openedAt !== null,
  };
}
