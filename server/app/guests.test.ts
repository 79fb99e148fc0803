import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { deleteIdleGuestsJob, listActivityColumns, traces } from "./guests.ts";
import { listPersonColumns, pathOf } from "./person-data.ts";

const day = 24 * 60 * 60_000;
let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

const run = () =>
  deleteIdleGuestsJob.run(
    server.ctx(),
    {},
    { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
  );
const isThere = async ({ id }: { id: string }) =>
  (await server.pool.query(`select from identity."user" where id = $1`, [id])).rowCount === 1;
/** Expires sessions. */
const later = (days: number) => {
  now += days * day;
};

describe("a guest", () => {
  test("without activity is deleted when the session has ended and 30 days have passed", async () => {
    const guest = await server.anonymous();
    later(29);
    await run();
    expect(await isThere(guest)).toBe(true);
    later(2);
    await run();
    expect(await isThere(guest)).toBe(false);
    const { status } = await server.fetch("/api/auth/token", { headers: { cookie: guest.cookie } });
    expect(status).toBe(401);
  });

  test("with a valid session stays", async () => {
    const guest = await server.anonymous();
    later(31);
    await server.pool.query(`update identity."session" set "expiresAt" = $2 where "userId" = $1`, [
      guest.id,
      new Date(now + day),
    ]);
    await run();
    expect(await isThere(guest)).toBe(true);
  });

  test("with activity stays: answers, saved classes, class progress", async () => {
    const { id: classId } = await createClass(server.pool);
    const acts: [string, (guest: TestPerson) => Promise<unknown>][] = [
      [
        "saved",
        (guest) =>
          server.graphql(
            `mutation ($id: ID!) { saveClass(classId: $id) { id } }`,
            { id: classId },
            { as: guest },
          ),
      ],
      [
        "danced",
        (guest) =>
          server.pool.query(
            `insert into growth.milestones (person_id, kind, happened_at) values ($1, 'danced', now())`,
            [guest.id],
          ),
      ],
    ];
    const guests: TestPerson[] = [];
    for (const [, act] of acts) {
      const guest = await server.anonymous();
      await act(guest);
      guests.push(guest);
    }
    later(45);
    await run();
    await run();
    expect(await Promise.all(guests.map(isThere))).toEqual(acts.map(() => true));
  });

  test("who only saw an experiment is deleted, and stays in its count", async () => {
    const admin = await server.member({ role: "admin" });
    const count = async () => {
      const { data } = await server.graphql<{ experiments: { control: number; variant: number }[] }>(
        "{ experiments { control variant } }",
        {},
        { as: admin },
      );
      return data!.experiments[0]!;
    };
    const [first, second] = [await server.anonymous(), await server.anonymous()];
    await server.pool.query(
      `insert into growth.exposures (experiment_id, person_id, variant, exposed_at)
       values ('onboarding-variant-b', $1, 'control', now()), ('onboarding-variant-b', $2, 'variant-b', now())`,
      [first.id, second.id],
    );
    const before = await count();
    later(45);
    // Two concurrent servers.
    await Promise.all([run(), run()]);
    expect([await isThere(first), await isThere(second)]).toEqual([false, false]);
    expect(before).toEqual({ control: 1, variant: 1 });
    expect(await count()).toEqual(before);
  });

  test("with page views only is deleted with their ad clicks, and the page views stay for reports", async () => {
    const guest = await server.anonymous();
    await server.pool.query(
      `insert into growth.rtdb_leaves (path, value) values ('subscriptions/' || $1 || '/adClicks/a', '"x"')`,
      [guest.id],
    );
    await server.pool.query(`insert into growth.visitors (person_id, first_seen_at) values ($1, now())`, [
      guest.id,
    ]);
    later(45);
    await run();
    expect(await isThere(guest)).toBe(false);
    const leaves = async () =>
      (await server.pool.query("select from growth.rtdb_leaves where person_id = $1", [guest.id])).rowCount;
    await expect.poll(leaves, { timeout: 60_000 }).toBe(0);
    expect(
      (await server.pool.query("select from growth.visitors where person_id = $1", [guest.id])).rowCount,
    ).toBe(1);
  });

  test("who registered stays", async () => {
    const member = await server.member();
    later(45);
    await run();
    expect(await isThere(member)).toBe(true);
  });
});

describe("12,000 guests", () => {
  test("are deleted in batches except for those with activity, without waiting for locked rows", async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into identity."user" (name, email, "emailVerified", "isAnonymous", "createdAt")
       select 'Anonymous', gen_random_uuid() || '@anonymous.invalid', false, true, $1::timestamptz - interval '40 days'
       from generate_series(1, 12000) returning id`,
      [new Date(now)],
    );
    const active = rows.filter((_row, at) => at % 20 === 0).map(({ id }) => id);
    await server.pool.query(
      `insert into growth.milestones (person_id, kind, happened_at) select id, 'danced', now() from unnest($1::text[]) as id`,
      [active],
    );
    const held = rows[1]!;
    const client = await server.pool.connect();
    try {
      await client.query("begin");
      await client.query(`select from identity."user" where id = $1 for update`, [held.id]);
      // Two concurrent servers.
      await Promise.all([run(), run()]);
      expect(await isThere(held)).toBe(true);
    } finally {
      await client.query("rollback");
      client.release();
    }
    await run();
    const left = await server.pool.query<{ id: string }>(
      `select id from identity."user" where id = any($1::uuid[])`,
      [rows.map(({ id }) => id)],
    );
    expect(left.rows.map(({ id }) => id).toSorted()).toEqual(active.toSorted());
  });

  test("who stay aren't checked again", async () => {
    const { rows } = await server.pool.query<{ "QUERY PLAN": string }>(
      `explain select id from identity."user" where "isAnonymous" and not "hasActivity" and "createdAt" < now() order by "createdAt" limit 500`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("user_idle_guests");
    const { rowCount } = await server.pool.query(
      `select from identity."user" where "isAnonymous" and not "hasActivity" and "createdAt" < $1`,
      [new Date(now - 31 * day)],
    );
    // The one whose session was prolonged.
    expect(rowCount).toBeLessThanOrEqual(1);
  });
});

describe("columns that refer to a person", () => {
  test("all count as activity, or have a reason not to", async () => {
    const ctx = server.ctx();
    const all = (await listPersonColumns(ctx.db)).map(pathOf);
    expect(all).toEqual(expect.arrayContaining(Object.keys(traces)));
    const activity = (await listActivityColumns(ctx)).map(pathOf);
    expect([...activity, ...Object.keys(traces)].toSorted()).toEqual(all.toSorted());
    expect(activity.length).toBeGreaterThan(50);
  });

  test("are indexed where they count as activity", async () => {
    const activity = await listActivityColumns(server.ctx());
    const { rows } = await server.pool.query<{ path: string }>(
      `select distinct n.nspname || '.' || t.relname || '.' || a.attname as path
       from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
       join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]`,
    );
    const indexed = new Set(rows.map(({ path }) => path));
    expect(activity.map(pathOf).filter((path) => !indexed.has(path))).toEqual([]);
  });
});

test("a guest's sign-in still works after the maintenance", async () => {
  await run();
  const guest = await server.anonymous();
  const { data } = await server.graphql<{ me: { id: string } }>("{ me { id } }", {}, { as: guest });
  expect(data?.me.id ?? randomUUID()).toBe(guest.id);
});
