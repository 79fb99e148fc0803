import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isDatabaseUnavailable, reachDatabase } from "./db.ts";

test("takes a database whose name doesn't resolve for one that is away", async () => {
  const error: unknown = await reachDatabase({ host: "nowhere.invalid", user: "tests" }).catch(
    (cause: unknown) => cause,
  );
  expect((error as { syscall?: string }).syscall).toBe("getaddrinfo");
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test("takes a server whose Unix socket is missing for one that is away, but not a missing file", async () => {
  const caught = (trying: Promise<unknown>) => trying.catch((cause: unknown) => cause);
  const [ofDatabase, ofFile] = [
    await caught(reachDatabase({ host: "/nowhere", user: "tests" })),
    await caught(readFile("/nowhere/file")),
  ];
  expect([ofDatabase, ofFile]).toMatchObject([{ code: "ENOENT" }, { code: "ENOENT" }]);
  expect([ofDatabase, ofFile].map(isDatabaseUnavailable)).toEqual([true, false]);
});
