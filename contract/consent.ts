/** Consent rules shared by server and web: purposes, countries that require opt-in, and the cookie that stores the choice. */

/** Version of the consent text. A new version asks everyone again. */
export const consentVersion = 2;

/** Purposes: product analytics, and attribution of advertisements. */
export const purposes = ["analytics", "advertising"] as const;
export type Purpose = (typeof purposes)[number];
export type ConsentChoice = Readonly<Record<Purpose, boolean>>;

/** `opt_in`: nothing before a yes. `opt_out`: allowed until a no. */
export type ConsentRegime = "opt_in" | "opt_out";

/** Consent state of a browser. */
export type ConsentState = {
  regime: ConsentRegime;
  /** ISO 3166-1 alpha-2; null if unknown, which is treated like the strictest law. */
  countryCode: string | null;
  /** The browser sends Global Privacy Control or Do Not Track, which overrides any choice. */
  refusedByBrowser: boolean;
  /** Null: no choice in this browser yet, or one for an older version. */
  choice: ConsentChoice | null;
};

/** Whether data may be read, stored and sent for a purpose. */
export function isAllowed(state: ConsentState, purpose: Purpose): boolean {
  if (state.refusedByBrowser) return false;
  return state.choice ? state.choice[purpose] : state.regime === "opt_out";
}

/** Whether the person must be asked before any tracking. */
export function mustAsk(state: ConsentState): boolean {
  return state.regime === "opt_in" && !state.refusedByBrowser && state.choice === null;
}

/** The cookie that stores the choice; it needs no consent itself. After half a year the person is asked again. */
export const consentCookie = { name: "consent", maxAgeSeconds: 182 * 24 * 3600 } as const;

/** Cookie value: `2.10` is version 2, analytics yes, advertising no. */
export function writeChoice(choice: ConsentChoice): string {
  return `${consentVersion}.${purposes.map((purpose) => (choice[purpose] ? 1 : 0)).join("")}`;
}

/** @param cookies format of `document.cookie` or the Cookie header @returns null without a choice for the current version */
export function readChoice(cookies: string): ConsentChoice | null {
  const [, version, analytics, advertising] =
    /(?:^|;\s*)consent=(\d{1,6})\.([01])([01])(?:;|$)/.exec(cookies) ?? [];
  if (Number(version) !== consentVersion) return null;
  return { analytics: analytics === "1", advertising: advertising === "1" };
}
