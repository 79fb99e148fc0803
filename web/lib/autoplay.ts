/** Whether the browser asks to save data. If so, no video is fetched without a request by the person. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return Boolean(connection?.saveData) || matchMedia("(prefers-reduced-data: reduce)").matches;
}

/** Whether a video may autoplay: not with data saving or reduced motion. */
export function mayPlay(): boolean {
  return !savesData() && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
