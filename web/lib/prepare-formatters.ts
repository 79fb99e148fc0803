import workerUrl from "./intl-worker.ts?worker&url";

/**
 * Creates formatters of numbers, dates and lists in a worker. In Chromium, the first formatter of a process takes 50 ms of a
 * desktop's processor, and four times that on a phone. Later ones, of any thread, take about 1 ms or less.
 */
export function prepareFormatters(): void {
  try {
    // A module, as Vite's development server serves it as one.
    new Worker(workerUrl, { type: "module" });
  } catch {
    // The page creates its formatters itself.
  }
}
