/** A cell of a table: text, a number, a time, or nothing. */
export type Cell = string | number | Date | null;

/** One line of RFC 4180. Text that a spreadsheet would take for a formula stands behind an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  const written = cells.map((cell) => {
    if (cell === null) return "";
    if (typeof cell === "number") return String(cell);
    if (cell instanceof Date) return cell.toISOString();
    const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(",")}\r\n`;
}
