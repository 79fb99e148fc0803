import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { subscribeAs } from "../testing.ts";
import { runDue } from "./runner.ts";

/** A machine and a database in a zone whose clocks change for daylight saving time. */
const zone = "America/New_York";
const hour = 3_600_000;
const day = 24 * hour;
let now = 0;
let server: TestServer;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const zoneBefore = process.env["TZ"];
beforeAll(async () => {
  process.env["TZ"] = zone;
  database = await createTestDatabase();
  server = await startTestServer({
    roles: "api",
    clock: { now: () => new Date(now) },
    database: { ...database.connection, options: `-c timezone=${zone}` },
  });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  if (zoneBefore === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zoneBefore;
});

test.each([
  // The clock skips an hour at 07:00 UTC on March 14, and repeats one at 06:00 UTC on November 7.
  ["before summer time begins", "2027-02-14T07:30:00Z"],
  ["before summer time ends", "2027-10-07T05:30:00Z"],
])("renews a period once and never early when the clock is moved: %s", async (_when, start) => {
  const begun = Date.parse(start);
  const step = fc.constantFrom(hour / 2, hour, day, 28 * day, 35 * day, -hour, -day);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      now = begun;
      const me = await server.anonymous();
      const { data } = await subscribeAs(server, me, { withoutTrial: true });
      expect(data?.subscriptionCreateV2.status).toBe("active");
      const monthAfter = (months: number): Date => {
        const at = new Date(begun);
        at.setUTCMonth(at.getUTCMonth() + months);
        return at;
      };
      // Expected: the same UTC moment each month, for each month in which a worker ran, once.
      const due = [monthAfter(0).toISOString()];
      let month = 0;
      for (const by of steps) {
        now += by;
        let reached = month;
        while (monthAfter(reached + 1).getTime() <= now) reached += 1;
        if (reached > month) due.push(monthAfter(reached).toISOString());
        month = reached;
        await runDue(server.ctx(), { untilMs: 60_000 });
      }
      const { rows } = await server.pool.query(
        `select issued_at as issued, term_starts_at as starts, status from billing.invoices
         where account_id = $1 order by term_starts_at`,
        [me.id],
      );
      const terms = rows as { issued: Date; starts: Date; status: string }[];
      expect(terms.map(({ starts }) => starts.toISOString())).toEqual(due);
      for (const { issued, starts, status } of terms) {
        expect(issued.getTime()).toBeGreaterThanOrEqual(starts.getTime());
        expect(status).toBe("paid");
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
