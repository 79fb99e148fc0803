/** The European Union, by ISO 3166-1 alpha-2. */
export const euCountries: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** The European Economic Area: the EU, Iceland, Liechtenstein and Norway. */
export const eeaCountries: ReadonlySet<string> = new Set([...euCountries, "IS", "LI", "NO"]);
