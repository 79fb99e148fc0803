/** A position in PostgreSQL's log of changes (LSN). Later changes have higher ones. */
export type Position = bigint;

/** @param text such as `16/B374D848` @returns null for any other text */
export function parsePosition(text: string): Position | null {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : null;
}

/** The position in PostgreSQL's own format. */
export const printPosition = (position: Position): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();
