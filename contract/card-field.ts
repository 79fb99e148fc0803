/**
 * What the page and the built-in gateway's card field say to each other by `window.postMessage`. The field is a document of the gateway's own
 * origin in an iframe, so that a card number never reaches the page, our API, a log or the database. Its address is `paymentConfig.cardFieldUrl`
 * with `?origin=<the page's>&theme=room|daylight`; it takes messages from that origin alone, and the page takes those of the frame alone.
 */
export const cardFieldSource = "eightcount-card-field";

/** What the field says. */
export type CardFieldMessage = { source: typeof cardFieldSource } & (
  | { type: "ready" }
  /** The height of its content, in CSS pixels. */
  | { type: "resized"; height: number }
  /** Enter was pressed within it. */
  | { type: "submitted" }
  /** The answer to `tokenize`: a token that stands for the card once. */
  | { type: "token"; id: string; token: string }
  /**
   * The answer to `tokenize`: INCOMPLETE (the field itself says what is missing and has the focus), NETWORK, RATE_LIMITED, or a code of the
   * contract, such as CARD_DECLINED for a number that isn't one of the published test numbers.
   */
  | { type: "refused"; id: string; code: string }
);

/** Where the bill goes, as far as taxes ask: ISO 3166-1, and the postcode where regions take taxes of their own. */
export type BillingAddress = { countryCode: string; postcode: string | null };

/** What the page says. `id` is the page's own for this question. */
export type CardFieldOrder =
  /** `address` is the bill's, which the page asks for: no part of a card. */
  | { type: "tokenize"; id: string; address?: BillingAddress }
  | { type: "theme"; theme: "room" | "daylight" }
  | { type: "focus" };

/**
 * The test wallets need no window of their own: the page posts `{ wallet, address }` to `paymentConfig.tokenUrl` and gets `{ token }`, as for a card.
 */
export type TestWallet = "apple_pay" | "google_pay" | "paypal_express_checkout";
