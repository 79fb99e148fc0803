/** What the server and the web both know of consent: purposes, where the law asks first, and the cookie that remembers the answer. */

/** The version of the words that people are asked with. A new one asks everybody anew. */
export const consentVersion = 1;

/** What for: counting how the product is used, and telling which advertisement led here. */
export const purposes = ["analytics", "advertising"] as const;
export type Purpose = (typeof purposes)[number];
export type ConsentChoice = Readonly<Record<Purpose, boolean>>;

/** `opt_in`: nothing before a yes. `opt_out`: until a no. */
export type ConsentRegime = "opt_in" | "opt_out";

/** How it stands with a browser. */
export type ConsentState = {
  regime: ConsentRegime;
  /** ISO 3166-1 alpha-2; null where it isn't known, which is treated as where the law is strictest. */
  countryCode: string | null;
  /** The browser says by itself that it doesn't want to be tracked (Global Privacy Control, Do Not Track). That settles it. */
  refusedByBrowser: boolean;
  /** Null: nobody has answered in this browser, or they answered to an older version. */
  choice: ConsentChoice | null;
};

/** Whether something may be read, kept and sent for a purpose. */
export function isAllowed(state: ConsentState, purpose: Purpose): boolean {
  if (state.refusedByBrowser) return false;
  return state.choice ? state.choice[purpose] : state.regime === "opt_out";
}

/** Whether the person must be asked before anything is done. */
export function mustAsk(state: ConsentState): boolean {
  return state.regime === "opt_in" && !state.refusedByBrowser && state.choice === null;
}

/** The cookie that remembers the answer; remembering it needs no consent itself. Kept for half a year, then it is asked again. */
export const consentCookie = { name: "consent", maxAgeSeconds: 182 * 24 * 3600 } as const;

/** As the cookie holds it: `1.10` is version 1, analytics yes, advertising no. */
export function writeChoice(choice: ConsentChoice): string {
  return `${consentVersion}.${purposes.map((purpose) => (choice[purpose] ? 1 : 0)).join("")}`;
}

/** @param cookies as `document.cookie` or the header has them. @returns null without an answer to the version that counts now */
export function readChoice(cookies: string): ConsentChoice | null {
  const [, version, analytics, advertising] =
    /(?:^|;\s*)consent=(\d{1,6})\.([01])([01])(?:;|$)/.exec(cookies) ?? [];
  if (Number(version) !== consentVersion) return null;
  return { analytics: analytics === "1", advertising: advertising === "1" };
}
