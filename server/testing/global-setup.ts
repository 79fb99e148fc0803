import { startTestDatabase } from "./harness.ts";

/** Vitest calls this once a run, before the first test file; what it returns, after the last. */
export default function setup(): Promise<() => Promise<void>> {
  return startTestDatabase();
}
