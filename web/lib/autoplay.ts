/** Whether this browser was asked to save data: then no film is fetched that nobody asked for. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return Boolean(connection?.saveData) || matchMedia("(prefers-reduced-data: reduce)").matches;
}

/** Whether a film may play by itself: never for those who save data or ask for less motion. */
export function mayPlay(): boolean {
  return !savesData() && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
