import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import type { NewClass } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

const dayMs = 86_400_000;
let server: TestServer;
const now = Date.UTC(2026, 10, 23, 12);
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.pool.query("delete from catalog.classes");
});

/** A draft that enters the library in so many days. @returns its id */
async function scheduled(title: string, days: number, options: NewClass = {}): Promise<string> {
  const { id } = await createClass(server.pool, { title, isPlayable: true, publishedAt: null, ...options });
  await server.pool.query("update catalog.classes set publish_at = $2 where id = $1", [
    id,
    new Date(now + days * dayMs),
  ]);
  return id;
}
interface Upcoming {
  readonly title: string;
  readonly publishAt: string;
  readonly isFollowed: boolean;
  readonly calendarUrl: string;
}
async function upcoming(as?: TestPerson, following = false): Promise<Upcoming[]> {
  const { data, errors } = await server.graphql<{ upcomingClasses: Upcoming[] }>(
    "query ($following: Boolean) { upcomingClasses(following: $following) { title publishAt isFollowed calendarUrl } }",
    { following },
    // A fresh token has the viewer's present settings.
    as ? { headers: { "x-auth-token": `Bearer ${await as.token()}` } } : {},
  );
  expect(errors).toEqual([]);
  return data!.upcomingClasses;
}
const titles = (classes: readonly Upcoming[]) => classes.map(({ title }) => title);

test("lists the classes of the next two weeks, the next first, with what the viewer follows", async () => {
  const me = await server.member();
  await server.graphql(
    'mutation { setFollow(kind: instructor, slug: "demo-kofi", following: true) { id } }',
    {},
    { as: me },
  );
  await scheduled("In five days", 5, { instructor: "demo-kofi" });
  await scheduled("Tomorrow", 1);
  await scheduled("In a month", 30);
  await createClass(server.pool, { title: "Draft", publishedAt: null });
  expect(await upcoming(me)).toMatchObject([
    { title: "Tomorrow", publishAt: "2026-11-24T12:00:00.000Z", isFollowed: false },
    { title: "In five days", isFollowed: true },
  ]);
  expect(titles(await upcoming(me, true))).toEqual(["In five days"]);
  expect(titles(await upcoming())).toEqual(["Tomorrow", "In five days"]);
  expect(await upcoming(undefined, true)).toEqual([]);
});

test("continues after the cursor of a class, also among several at one time", async () => {
  for (const [at, title] of ["A", "B", "C", "D", "E"].entries()) await scheduled(title, at < 3 ? 1 : 2);
  const page = async (after: string | null) => {
    const { data, errors } = await server.graphql<{ upcomingClasses: { title: string; cursor: string }[] }>(
      "query ($after: String) { upcomingClasses(first: 2, after: $after) { title cursor } }",
      { after },
    );
    expect(errors).toEqual([]);
    return data!.upcomingClasses;
  };
  const seen: string[] = [];
  for (let after: string | null = null, rest = 4; rest > 0; rest -= 1) {
    const found = await page(after);
    seen.push(...found.map(({ title }) => title));
    after = found.at(-1)?.cursor ?? after;
  }
  expect(seen.toSorted()).toEqual(["A", "B", "C", "D", "E"]);
});

test("doesn't show a class whose publishing notifies no one, nor explicit ones to those who hide them", async () => {
  const me = await server.member();
  await server.graphql("mutation { setHidesExplicit(hides: true) }", {}, { as: me });
  const secret = await scheduled("Surprise", 2);
  await server.pool.query("update catalog.classes set release_audience = 'no_one' where id = $1", [secret]);
  const explicit = await scheduled("Explicit", 3);
  await server.pool.query("update catalog.classes set is_explicit = true where id = $1", [explicit]);
  expect(titles(await upcoming(me))).toEqual([]);
  expect(titles(await upcoming())).toEqual(["Explicit"]);
  expect((await server.fetch(`/coming-up/${secret}.ics`)).status).toBe(404);
});

test("offers the moment as a calendar entry in the reader's language", async () => {
  const id = await scheduled("House, “from the ground”", 4, { durationMs: 25 * 60_000 });
  const [found] = await upcoming();
  expect(new URL(found!.calendarUrl).pathname).toBe(`/coming-up/${id}.ics`);
  const response = await server.fetch(`/coming-up/${id}.ics`, { headers: { "accept-language": "de" } });
  expect(response.headers.get("content-type")).toContain("text/calendar");
  const text = (await response.text()).replaceAll("\r\n ", "");
  expect(text).toContain("DTSTART:20261127T120000Z");
  expect(text).toContain("DTEND:20261127T122500Z");
  expect(text).toContain("SUMMARY:Neuer Kurs: House\\, “from the ground”");
  expect((await server.fetch("/coming-up/none.ics")).status).toBe(404);
});
