import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { openBrowser } from "../testing/browser.ts";
import { startProgram, urlOfDatabase } from "../testing/program.ts";
import { startReplicated } from "../testing/replica.ts";
import type { Replicated } from "../testing/replica.ts";
import { schema } from "./schema.ts";
import { staleFields } from "./stale-reads.ts";

/** How much later than the primary the replica has a change, and the most at which it is read. */
const delayMs = 1_500;
const maxLagSeconds = 8;
const secrets = { AUTH_SECRET: "a".repeat(40), MEDIA_SECRET: "m".repeat(40) };

let databases: Replicated;
let server: TestServer;
beforeAll(async () => {
  databases = await startReplicated(delayMs);
  server = await startTestServer({
    database: databases.primary,
    roles: "api",
    env: {
      DATABASE_URL: databases.primaryUrl,
      DATABASE_READ_URL: databases.replicaUrl,
      DATABASE_READ_MAX_LAG: `${maxLagSeconds}`,
      METRICS_PORT: "0",
      ...secrets,
    },
  });
  await createLibrary(server.pool);
  for (const slug of ["first", "second"]) await createClass(server.pool, { slug });
});
afterAll(async () => {
  await server?.stop();
  await databases?.end();
});

/** A browser: it keeps cookies. */
function browserOf(person: TestPerson | null) {
  let cookie = "";
  return async <Data>(query: string, variables = {}): Promise<Data> => {
    const token = person && (await person.token());
    const response = await server.fetch("/graphql", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie,
        ...(token ? { "x-auth-token": `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ query, variables }),
    });
    const [set] = response.headers.getSetCookie();
    if (set) cookie = set.split(";")[0]!;
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  };
}

const list = "{ studioClasses { items { id classId isSaved } } }";
interface List {
  readonly studioClasses: { readonly items: readonly { id: string; classId: string; isSaved: boolean }[] };
}
const savedIn = ({ studioClasses: { items } }: List) =>
  items.filter(({ isSaved }) => isSaved).map(({ classId }) => classId);

/** Queries that were answered in each way, by the metrics. */
async function answers(by: string): Promise<number> {
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  const found = new RegExp(`^eightcount_stale_reads_total\\{answered_by="${by}"\\} (\\d+)$`, "m").exec(text);
  return Number(found?.[1] ?? 0);
}
const untilAnswered = (by: string, ask: () => Promise<unknown>) =>
  expect
    .poll(async () => {
      const before = await answers(by);
      await ask();
      return (await answers(by)) - before;
    })
    .toBe(1);
const countReplica = async () =>
  Number((await databases.askReplica("select count(*) from catalog.classes"))[0]!["count"]);

test("bears staleness only in fields that exist", () => {
  const fields = Object.keys(schema.getQueryType()!.getFields());
  expect([...staleFields].filter((field) => !fields.includes(field))).toEqual([]);
});

test("shows members their own changes at once, and reads the library from the replica", async () => {
  const member = browserOf(await server.member());
  await expect.poll(countReplica).toBe(2);
  await untilAnswered("replica", () => member(list));
  const [first] = (await member<List>(list)).studioClasses.items;
  expect(first).toBeDefined();

  const own = await answers("own_write");
  await member("mutation ($id: ID!) { saveClass(classId: $id) { id } }", { id: first!.id });
  expect(savedIn(await member<List>(list))).toEqual([first!.classId]);
  expect(await answers("own_write")).toBe(own + 1);

  // Once the replica has the change, it answers again.
  await untilAnswered("replica", () => member(list));
  expect(savedIn(await member<List>(list))).toEqual([first!.classId]);
});

test("answers a search from the replica, which reads names in every language", async () => {
  const visitor = browserOf(null);
  const search =
    '{ studioClasses(filters: { search: "beginner", readsFilters: true }) { items { id classId isSaved } } }';
  await expect.poll(countReplica).toBe(2);
  await untilAnswered("replica", () => visitor(list));
  const before = await answers("replica");
  await visitor(search);
  expect(await answers("replica")).toBe(before + 1);
});

test("shows a change although a tab without a cookie is answered after it", async () => {
  const person = await server.member();
  const [changing, reading] = [browserOf(person), browserOf(person)];
  const [first] = (await changing<List>(list)).studioClasses.items;
  await changing("mutation ($id: ID!) { saveClass(classId: $id) { id } }", { id: first!.id });
  // Gets the cookie that the browser keeps for both.
  await reading(list);
  expect(savedIn(await reading<List>(list))).toEqual([first!.classId]);
});

test("limits the cookie to the host with https, and knows it again", async () => {
  const origin = "https://dance.example";
  const secure = await startTestServer({
    database: databases.primary,
    roles: "api",
    env: {
      DATABASE_URL: databases.primaryUrl,
      DATABASE_READ_URL: databases.replicaUrl,
      PUBLIC_URL: origin,
      ...secrets,
    },
  });
  const browser = openBrowser(secure, { origin });
  const { headers } = await browser.post("/api/auth/sign-in/anonymous");
  const set = headers.getSetCookie().find((line) => line.includes("read_after"))!;
  expect(set).toMatch(/^__Host-eightcount\.read_after=.*; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/);
  const { token } = (await browser.get("/api/auth/token")).body as { token: string };
  const read = async (cookie: string) => {
    const sent = { "content-type": "application/json", cookie, "x-auth-token": `Bearer ${token}` };
    const body = JSON.stringify({ query: list });
    return (await secure.fetch("/graphql", { method: "POST", headers: sent, body })).headers.getSetCookie();
  };
  expect(await read("")).toHaveLength(1);
  expect(await read(set.split(";")[0]!)).toEqual([]);
  await secure.stop();
});

test("lets visitors wait for changes of others, but no longer than the setting", async () => {
  const visitor = browserOf(null);
  const shown = async () => (await visitor<List>(list)).studioClasses.items.length;
  await untilAnswered("replica", shown);
  await databases.askReplica("select pg_wal_replay_pause()");
  await createClass(server.pool, { slug: "third" });
  expect(await shown()).toBe(2);
  await untilAnswered("lagging", shown);
  expect(await shown()).toBe(3);
  await databases.askReplica("select pg_wal_replay_resume()");
  await untilAnswered("replica", shown);
  expect(await shown()).toBe(3);
});

test("reads the primary for clients that keep no cookies, and for what must be fresh", async () => {
  const person = await server.member();
  const before = { replica: await answers("replica"), none: await answers("no_cookie") };
  await server.graphql(list, {}, { as: person });
  await browserOf(person)("{ me { id } }");
  await browserOf(null)("{ plans { id } studioClasses { total } }");
  expect({ replica: await answers("replica"), none: await answers("no_cookie") }).toEqual({
    replica: before.replica,
    none: before.none + 1,
  });
});

test("goes on without the replica, and uses it again when it is back", async () => {
  const visitor = browserOf(null);
  await untilAnswered("replica", () => visitor(list));
  await databases.stopReplica();
  for (let count = 0; count < 5; count += 1)
    expect((await visitor<List>(list)).studioClasses.items).toHaveLength(3);
  await untilAnswered("away", () => visitor(list));
  await databases.startReplica();
  await untilAnswered("replica", () => visitor(list));
});

test("doesn't start with a replica of another database", async () => {
  const other = await createTestDatabase();
  const { code, complained } = await startProgram({
    DATABASE_URL: databases.primaryUrl,
    DATABASE_READ_URL: urlOfDatabase(other.connection),
  }).ended;
  expect([code, complained]).toEqual([1, "DATABASE_READ_URL must lead to a replica of DATABASE_URL.\n"]);
  await other.drop();
});
