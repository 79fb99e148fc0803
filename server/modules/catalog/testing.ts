import { afterAll, beforeAll, beforeEach } from "vitest";
import { createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";

export let server: TestServer;
export interface Page {
  items: { id: string; classId: string; title: string }[];
  total: number;
  nextCursor: string | null;
}
export const slugs = (page: Page) => page.items.map((item) => item.classId);
export const hoursAgo = (hours: number) => new Date(Date.UTC(2026, 0, 31) - hours * 3_600_000);
/** Starts a server with a library and without classes, for each test of a file. */
export function startCatalog(): void {
  beforeAll(async () => {
    server = await startTestServer({ roles: "api" });
    await createLibrary(server.pool);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    await server.pool.query("delete from catalog.classes");
  });
}
