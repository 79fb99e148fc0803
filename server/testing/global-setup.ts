import { startTestDatabase } from "./harness.ts";

/** Vitest calls this once per run, before the first test file. The returned function runs after the last. */
export default function setup(): Promise<() => Promise<void>> {
  return startTestDatabase();
}
