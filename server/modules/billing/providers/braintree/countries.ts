import { eeaCountries } from "../../rules/countries.ts";

/** Braintree names a card's country by three letters: those of most cards, with the two letters used here. */
const pairs =
  "AUS AU AUT AT BEL BE BGR BG BRA BR CAN CA CHE CH CHL CL CHN CN COL CO CYP CY CZE CZ DEU DE DNK DK ESP ES " +
  "EST EE FIN FI FRA FR GBR GB GRC GR HKG HK HRV HR HUN HU IDN ID IND IN IRL IE ISL IS ISR IL ITA IT JPN JP " +
  "KOR KR LIE LI LTU LT LUX LU LVA LV MEX MX MLT MT MYS MY NLD NL NOR NO NZL NZ PHL PH POL PL PRT PT ROU RO " +
  "SGP SG SVK SK SVN SI SWE SE THA TH TUR TR TWN TW UKR UA USA US ZAF ZA";

const shortCodes = new Map(
  Array.from(pairs.matchAll(/(\w{3}) (\w{2})/g), ([, three = "", two = ""]) => [three, two]),
);

/** Where banks must authenticate a person who pays online: the European Economic Area and the United Kingdom. */
const authenticating = new Set([...eeaCountries, "GB"]);

/** ISO 3166-1 alpha-2 of Braintree's country of issuance; null if it is unknown. */
export const countryOfIssuer = (code: string | null | undefined): string | null =>
  /^[A-Z]{2}$/.test(code ?? "") ? code! : (shortCodes.get(code ?? "") ?? null);

/** Whether a card of this country must be authenticated before it is charged with the person present. */
export const needsAuthentication = (countryCode: string | null): boolean =>
  countryCode !== null && authenticating.has(countryCode);
