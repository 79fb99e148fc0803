/**
 * Stripe's smallest charges in minor units (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 * Other currencies need the equivalent of the settlement currency's minimum: 50 minor units are a guess.
 */
const smallest: Readonly<Record<string, number>> = {
  AED: 200,
  BGN: 100,
  CZK: 1500,
  DKK: 250,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  PLN: 200,
  RON: 200,
  SEK: 300,
  THB: 1000,
};
const usual = 50;

/** The smallest amount that Stripe charges in a currency, in minor units. */
export const minChargeOf = (currencyCode: string): number => smallest[currencyCode] ?? usual;
