/** A cell's value; null is an empty cell. */
export type Cell = string | number | Date | null;

/** One line of RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe. */
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
