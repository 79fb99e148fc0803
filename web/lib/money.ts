/** Formats money. Amounts are integers in minor units: cents, or yen, which have no minor unit. */

/** Number of decimal digits of a currency: 2 for EUR, 0 for JPY. */
export function minorDigits(currencyCode: string): number {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency: currencyCode }).resolvedOptions()
      .maximumFractionDigits ?? 2
  );
}

/** €119.00; with `short` a whole amount has no decimals: €119. */
export function formatMoney(minor: number, currencyCode: string, { short = false } = {}): string {
  const digits = minorDigits(currencyCode);
  const unit = 10 ** digits;
  const shown = short && minor % unit === 0 ? 0 : digits;
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency: currencyCode,
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(minor / unit);
}
