import type { ConsentRegime } from "../../../../contract/consent.ts";

/**
 * Countries and territories whose law wants a yes before anything is read from or kept in a browser that the service doesn't need.
 * Where a country leaves it to its provinces and the province isn't known, the strictest counts. The United States leave it to their states, all of
 * which let people say no, also by Global Privacy Control, which is heard everywhere: no state needs to be known.
 */
const optIn = new Set(
  [
    // The European Union with its outermost regions, and Åland
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX GF GP MF MQ RE YT",
    // The European Economic Area, the United Kingdom with the islands that follow it, Switzerland
    "IS LI NO SJ GB GG JE IM GI CH",
    // The small states among them, and the candidates that have taken the rule over
    "AD MC SM VA AL BA ME MK RS XK MD UA GE TR",
    // Laws of their own that want consent: Brazil, Québec (so Canada, as long as the province isn't known), India, Thailand, South Africa, Nigeria,
    // Kenya, South Korea, China, Vietnam, Indonesia, Saudi Arabia
    "BR CA IN TH ZA NG KE KR CN VN ID SA",
  ]
    .join(" ")
    .split(" "),
);

/** @param countryCode ISO 3166-1 alpha-2; null when it isn't known: then the strictest law counts */
export function regimeOf(countryCode: string | null, region: string | null = null): ConsentRegime {
  if (countryCode === null) return "opt_in";
  if (countryCode === "CA" && region !== null && !/^(QC|Qu[eé]bec)$/i.test(region)) return "opt_out";
  return optIn.has(countryCode) ? "opt_in" : "opt_out";
}
