import { expect, test } from "vitest";
import { isDatabaseUnavailable, reachDatabase } from "./db.ts";

test("takes a database whose name doesn't resolve for one that is away", async () => {
  const error: unknown = await reachDatabase({ host: "nowhere.invalid", user: "tests" }).catch(
    (cause: unknown) => cause,
  );
  expect((error as { syscall?: string }).syscall).toBe("getaddrinfo");
  expect(isDatabaseUnavailable(error)).toBe(true);
});
