import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { layCaptions } from "../index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

test("leaves the captions of an order alone when other ones are ordered, or an order is rolled back", async () => {
  const assetId = randomUUID();
  const laid = async (content: string) => {
    const [track] = await layCaptions(server.ctx(), assetId, [{ language: "en", label: "English", content }]);
    return track as { path: string };
  };
  const first = await laid("WEBVTT\n\nNOTE first\n");
  const second = await laid("WEBVTT\n\nNOTE second\n");
  expect(await readFile(first.path, "utf8")).toContain("first");
  expect(await readFile(second.path, "utf8")).toContain("second");
});
