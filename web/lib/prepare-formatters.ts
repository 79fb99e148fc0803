import workerUrl from "./intl-worker.ts?worker&url";

/**
 * Creates formatters of numbers, dates and lists in a worker. In Chromium, the first one of a process takes 50 ms of a desktop's processor
 * and four times that on a phone; later ones, of any thread, take a tenth of a millisecond.
 */
export function prepareFormatters(): void {
  try {
    // As a module, which Vite's development server makes of it.
    new Worker(workerUrl, { type: "module" });
  } catch {
    // The page creates its formatters itself.
  }
}
