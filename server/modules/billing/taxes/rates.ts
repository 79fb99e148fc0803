import type { TaxPart } from "../rules/tax.ts";

/** The tax of a place from a date on. */
export interface PlaceRate {
  readonly countryCode: string;
  /** ISO 3166-2 code without its country, such as WA; empty for the whole country. */
  readonly region: string;
  /** Effective date, YYYY-MM-DD in UTC. */
  readonly from: string;
  /** Whether prices include the tax. */
  readonly isInclusive: boolean;
  /** Each on its own invoice line; empty for no tax. */
  readonly parts: readonly TaxPart[];
  /** The source where the operator can verify the rate. */
  readonly source: string;
}

/** The first date of the table. Older rates are listed from this date on. */
const begin = "2024-01-01";

const part = (name: string, percent: number): TaxPart => ({
  name,
  milliPercent: Math.round(percent * 1000),
});

/** Rates included in prices. Each entry: the percentage from the table's first date, then changes by date. */
function within(
  name: string,
  source: string,
  countries: Readonly<Record<string, readonly [number, ...(readonly [string, number])[]]>>,
): PlaceRate[] {
  return Object.entries(countries).flatMap(([countryCode, [first, ...changes]]) =>
    ([[begin, first], ...changes] as const).map(([from, percent]) => ({
      countryCode,
      region: "",
      from,
      isInclusive: true,
      parts: [part(name, percent)],
      source,
    })),
  );
}

/** Rates added on top of prices. */
const onTop = (
  countryCode: string,
  region: string,
  source: string,
  parts: readonly TaxPart[],
  from = begin,
): PlaceRate => ({ countryCode, region, from, isInclusive: false, parts, source });

const state = (
  region: string,
  percent: number,
  source: string,
  from = begin,
  name = "Sales tax",
): PlaceRate => onTop("US", region, source, [part(name, percent)], from);

const europe = "https://europa.eu/youreurope/business/taxation/vat/vat-rules-rates/index_en.htm";
const canada =
  "https://www.canada.ca/en/revenue-agency/services/tax/businesses/topics/gst-hst-businesses.html";
const gst = part("GST", 5);

/**
 * Built-in tax rates: standard rates on lessons sold as video on demand. They are not legal advice. Laws
 * change and have exceptions, sellers collect only where registered, and city and county taxes are missing.
 * The operator checks each rate before going live, and sets tax overrides, which take precedence.
 */
export const builtInRates: readonly PlaceRate[] = [
  ...within("VAT", europe, {
    AT: [20],
    BE: [21],
    BG: [20],
    CY: [19],
    CZ: [21],
    DE: [19],
    DK: [25],
    EE: [22, ["2025-07-01", 24]],
    ES: [21],
    FI: [24, ["2024-09-01", 25.5]],
    FR: [20],
    GR: [24],
    HR: [25],
    HU: [27],
    IE: [23],
    IT: [22],
    LT: [21],
    LU: [17],
    LV: [21],
    MT: [18],
    NL: [21],
    PL: [23],
    PT: [23],
    RO: [19, ["2025-08-01", 21]],
    SE: [25],
    SI: [22],
    SK: [20, ["2025-01-01", 23]],
  }),
  ...within("VAT", "https://www.gov.uk/vat-rates", { GB: [20] }),
  ...within("VAT", "https://www.estv.admin.ch", { CH: [8.1] }),
  ...within("VAT", "https://www.skatteetaten.no", { NO: [25] }),
  ...within("VAT", "https://www.skatturinn.is", { IS: [24] }),
  // Liechtenstein belongs to Switzerland's tax area.
  ...within("VAT", "https://www.stv.llv.li", { LI: [8.1] }),
  ...within("Consumption tax", "https://www.nta.go.jp", { JP: [10] }),
  ...within("GST", "https://www.ato.gov.au", { AU: [10] }),
  ...within("GST", "https://www.ird.govt.nz", { NZ: [15] }),

  onTop("CA", "", canada, [gst]),
  onTop("CA", "ON", canada, [part("HST", 13)]),
  onTop("CA", "NB", canada, [part("HST", 15)]),
  onTop("CA", "NL", canada, [part("HST", 15)]),
  onTop("CA", "PE", canada, [part("HST", 15)]),
  onTop("CA", "NS", canada, [part("HST", 15)]),
  onTop("CA", "NS", canada, [part("HST", 14)], "2025-04-01"),
  onTop("CA", "BC", "https://www2.gov.bc.ca/gov/content/taxes/sales-taxes/pst", [gst, part("PST", 7)]),
  onTop("CA", "MB", "https://www.gov.mb.ca/finance/taxation", [gst, part("RST", 7)]),
  onTop("CA", "QC", "https://www.revenuquebec.ca", [gst, part("QST", 9.975)]),
  onTop("CA", "SK", "https://sets.saskatchewan.ca", [gst, part("PST", 6)]),

  // A state that isn't listed has no such tax, as far as is known.
  onTop("US", "", "https://www.streamlinedsalestax.org", []),
  state("AR", 6.5, "https://www.dfa.arkansas.gov"),
  state("AZ", 5.6, "https://azdor.gov", begin, "Transaction privilege tax"),
  state("CO", 2.9, "https://tax.colorado.gov"),
  state("CT", 6.35, "https://portal.ct.gov/drs"),
  state("DC", 6, "https://otr.cfo.dc.gov"),
  state("FL", 7.44, "https://floridarevenue.com", begin, "Communications services tax"),
  state("HI", 4, "https://tax.hawaii.gov", begin, "General excise tax"),
  state("IA", 6, "https://revenue.iowa.gov"),
  state("KY", 6, "https://revenue.ky.gov"),
  state("LA", 5, "https://revenue.louisiana.gov", "2025-01-01"),
  state("MD", 6, "https://www.marylandtaxes.gov"),
  state("ME", 5.5, "https://www.maine.gov/revenue", "2026-01-01"),
  state("MN", 6.875, "https://www.revenue.state.mn.us"),
  state("MS", 7, "https://www.dor.ms.gov"),
  state("NC", 4.75, "https://www.ncdor.gov"),
  state("NE", 5.5, "https://revenue.nebraska.gov"),
  state("NM", 4.875, "https://www.tax.newmexico.gov", begin, "Gross receipts tax"),
  state("OH", 5.75, "https://tax.ohio.gov"),
  state("PA", 6, "https://www.revenue.pa.gov"),
  state("RI", 7, "https://tax.ri.gov"),
  state("SC", 6, "https://dor.sc.gov"),
  state("SD", 4.2, "https://dor.sd.gov"),
  state("SD", 4.5, "https://dor.sd.gov", "2027-07-01"),
  state("TN", 7, "https://www.tn.gov/revenue"),
  state("TX", 6.25, "https://comptroller.texas.gov"),
  state("UT", 4.85, "https://tax.utah.gov"),
  state("WA", 6.5, "https://dor.wa.gov"),
  state("WI", 5, "https://www.revenue.wi.gov"),
  state("WV", 6, "https://tax.wv.gov"),
];
