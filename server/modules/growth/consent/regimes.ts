import type { ConsentRegime } from "../../../../contract/consent.ts";

/**
 * Countries and territories whose law requires opt-in consent for storage that the service doesn't need. If a country
 * leaves the rule to its provinces and the province is unknown, the strictest applies. The United States is absent: all
 * state laws are opt-out, including by Global Privacy Control. That signal is respected everywhere, so the state is
 * irrelevant.
 */
const optIn = new Set(
  [
    // The European Union with its outermost regions, and Åland
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX GF GP MF MQ RE YT",
    // The European Economic Area, the United Kingdom with the islands that follow it, Switzerland
    "IS LI NO SJ GB GG JE IM GI CH",
    // Microstates in Europe, and candidate countries that have adopted the rule
    "AD MC SM VA AL BA ME MK RS XK MD UA GE TR",
    // Own laws that require consent: Brazil, Québec (so Canada, if the province is unknown), India, Thailand, South
    // Africa, Nigeria, Kenya, South Korea, China, Vietnam, Indonesia, Saudi Arabia
    "BR CA IN TH ZA NG KE KR CN VN ID SA",
  ]
    .join(" ")
    .split(" "),
);

/** @param countryCode ISO 3166-1 alpha-2; null if unknown: the strictest law applies */
export function regimeOf(countryCode: string | null, region: string | null = null): ConsentRegime {
  if (countryCode === null) return "opt_in";
  if (countryCode === "CA" && region !== null && !/^(QC|Qu[eé]bec)$/i.test(region)) return "opt_out";
  return optIn.has(countryCode) ? "opt_in" : "opt_out";
}
