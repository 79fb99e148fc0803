/**
 * Protocol between the page and the built-in gateway's card field over `window.postMessage`. The field is a document of the
 * gateway's origin in an iframe, so that a card number never reaches the page, our API, a log or the database. Its URL is
 * `paymentConfig.cardFieldUrl` with `?origin=<the page's>&theme=room|daylight&locale=<its language>&font=<address of the page's font>`. The field accepts messages from that origin only,
 * and the page accepts only messages of the frame.
 */
export const cardFieldSource = "eightcount-card-field";

/** Messages from the field. */
export type CardFieldMessage = { source: typeof cardFieldSource } & (
  | { type: "ready" }
  /** Height of its content, in CSS pixels. */
  | { type: "resized"; height: number }
  /** Enter was pressed in the field. */
  | { type: "submitted" }
  /** Response to `tokenize`: a single-use token of the card. */
  | { type: "token"; id: string; token: string }
  /**
   * Response to `tokenize`: INCOMPLETE (the field itself shows what is missing and has the focus), NETWORK, RATE_LIMITED, or an
   * error code of the contract. An example is CARD_DECLINED, for a number that isn't one of the published test numbers.
   */
  | { type: "refused"; id: string; code: string }
);

/** The billing address as far as taxes need it: ISO 3166-1, and the postcode where regions have taxes of their own. */
export type BillingAddress = { countryCode: string; postcode: string | null };

/** Messages from the page. `id` is the page's id of the request. */
export type CardFieldOrder =
  /** `address` is the billing address, which the page collects: it is not part of a card. */
  | { type: "tokenize"; id: string; address?: BillingAddress }
  | { type: "theme"; theme: "room" | "daylight" }
  | { type: "focus" };

/**
 * The test wallets open no window: the page posts `{ wallet, address }` to `paymentConfig.tokenUrl` and gets `{ token }`, as for a
 * card.
 */
export type TestWallet = "apple_pay" | "google_pay" | "paypal_express_checkout";
