/** States and provinces by code, with their names in IP databases. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: {
    AK: "Alaska",
    AL: "Alabama",
    AR: "Arkansas",
    AZ: "Arizona",
    CA: "California",
    CO: "Colorado",
    CT: "Connecticut",
    DC: "District of Columbia",
    DE: "Delaware",
    FL: "Florida",
    GA: "Georgia",
    HI: "Hawaii",
    IA: "Iowa",
    ID: "Idaho",
    IL: "Illinois",
    IN: "Indiana",
    KS: "Kansas",
    KY: "Kentucky",
    LA: "Louisiana",
    MA: "Massachusetts",
    MD: "Maryland",
    ME: "Maine",
    MI: "Michigan",
    MN: "Minnesota",
    MO: "Missouri",
    MS: "Mississippi",
    MT: "Montana",
    NC: "North Carolina",
    ND: "North Dakota",
    NE: "Nebraska",
    NH: "New Hampshire",
    NJ: "New Jersey",
    NM: "New Mexico",
    NV: "Nevada",
    NY: "New York",
    OH: "Ohio",
    OK: "Oklahoma",
    OR: "Oregon",
    PA: "Pennsylvania",
    PR: "Puerto Rico",
    RI: "Rhode Island",
    SC: "South Carolina",
    SD: "South Dakota",
    TN: "Tennessee",
    TX: "Texas",
    UT: "Utah",
    VA: "Virginia",
    VT: "Vermont",
    WA: "Washington",
    WI: "Wisconsin",
    WV: "West Virginia",
    WY: "Wyoming",
  },
  CA: {
    AB: "Alberta",
    BC: "British Columbia",
    MB: "Manitoba",
    NB: "New Brunswick",
    NL: "Newfoundland and Labrador",
    NS: "Nova Scotia",
    NT: "Northwest Territories",
    NU: "Nunavut",
    ON: "Ontario",
    PE: "Prince Edward Island",
    QC: "Quebec",
    SK: "Saskatchewan",
    YT: "Yukon",
  },
};

/**
 * Ranges of three-digit ZIP prefixes (first, last, state). Exceptions precede the ranges that contain them.
 */
const zips: readonly (readonly [number, number, string])[] = [
  [5, 5, "NY"],
  [6, 7, "PR"],
  [9, 9, "PR"],
  [10, 27, "MA"],
  [28, 29, "RI"],
  [30, 38, "NH"],
  [39, 49, "ME"],
  [55, 55, "MA"],
  [50, 59, "VT"],
  [60, 69, "CT"],
  [70, 89, "NJ"],
  [100, 149, "NY"],
  [150, 196, "PA"],
  [197, 199, "DE"],
  [201, 201, "VA"],
  [200, 205, "DC"],
  [206, 219, "MD"],
  [220, 246, "VA"],
  [247, 268, "WV"],
  [270, 289, "NC"],
  [290, 299, "SC"],
  [300, 319, "GA"],
  [320, 339, "FL"],
  [341, 349, "FL"],
  [350, 369, "AL"],
  [370, 385, "TN"],
  [386, 397, "MS"],
  [398, 399, "GA"],
  [400, 427, "KY"],
  [430, 459, "OH"],
  [460, 479, "IN"],
  [480, 499, "MI"],
  [500, 528, "IA"],
  [530, 549, "WI"],
  [550, 567, "MN"],
  [569, 569, "DC"],
  [570, 577, "SD"],
  [580, 588, "ND"],
  [590, 599, "MT"],
  [600, 629, "IL"],
  [630, 658, "MO"],
  [660, 679, "KS"],
  [680, 693, "NE"],
  [700, 714, "LA"],
  [716, 729, "AR"],
  [733, 733, "TX"],
  [730, 749, "OK"],
  [750, 799, "TX"],
  [800, 816, "CO"],
  [820, 831, "WY"],
  [832, 838, "ID"],
  [840, 847, "UT"],
  [850, 865, "AZ"],
  [870, 884, "NM"],
  [885, 885, "TX"],
  [889, 898, "NV"],
  [900, 961, "CA"],
  [967, 968, "HI"],
  [970, 979, "OR"],
  [980, 994, "WA"],
  [995, 999, "AK"],
];
const canadianPrefixes: Readonly<Record<string, string>> = {
  A: "NL",
  B: "NS",
  C: "PE",
  E: "NB",
  G: "QC",
  H: "QC",
  J: "QC",
  K: "ON",
  L: "ON",
  M: "ON",
  N: "ON",
  P: "ON",
  R: "MB",
  S: "SK",
  T: "AB",
  V: "BC",
  Y: "YT",
};

/** Whether a country has tax regions, so that a postcode is required. */
export const hasRegions = (countryCode: string): boolean => Object.hasOwn(names, countryCode);

/** The name of a region; null if unknown. */
export const regionName = (countryCode: string, region: string): string | null =>
  names[countryCode]?.[region] ?? null;

/** The region of a postcode; null for an invalid postcode or a country without tax regions. */
export function regionOfPostcode(countryCode: string, postcode: string): string | null {
  const text = postcode.replaceAll(/\s/g, "").toUpperCase();
  if (countryCode === "US") {
    if (!/^\d{5}(-?\d{4})?$/.test(text)) return null;
    const prefix = Number(text.slice(0, 3));
    return zips.find(([from, to]) => prefix >= from && prefix <= to)?.[2] ?? null;
  }
  if (countryCode !== "CA" || !/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(text)) return null;
  if (text.startsWith("X")) return /^X0[ABC]/.test(text) ? "NU" : "NT";
  return canadianPrefixes[text[0]!] ?? null;
}

/** The region by its name or code in an IP database; null if unknown. */
export function regionOfName(countryCode: string, text: string | null): string | null {
  if (!text) return null;
  const wanted = text.replace(/^[A-Z]{2}-/, "").toLowerCase();
  const found = Object.entries(names[countryCode] ?? {}).find(
    ([code, name]) => code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  // The spelling in French databases.
  return found?.[0] ?? (countryCode === "CA" && wanted === "québec" ? "QC" : null);
}

/** Evidence of the buyer's country: ISO 3166 codes, null if unknown. */
export interface CountryEvidence {
  /** As stated by the person. */
  readonly stated: string | null;
  /** Of the request's IP address. */
  readonly request: string | null;
  /** Of the card's issuer. */
  readonly card: string | null;
}

/** The buyer's country. The stated one counts if the request or the card agrees, or if both are unknown. */
export function countryOf({ stated, request, card }: CountryEvidence): string | null {
  if (stated && (stated === request || stated === card || (!request && !card))) return stated;
  return request ?? card;
}
