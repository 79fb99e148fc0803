import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary, subscribe } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  await server.pool.query(
    `insert into catalog.sections (slug, name, description, position) values ('family', 'Family', 'Together', 9)`,
  );
  for (const [title, more] of Object.entries(classes)) {
    const { id } = await createClass(server.pool, { title, isPlayable: true, ...more });
    if (title.startsWith("explicit"))
      await server.pool.query("update catalog.classes set is_explicit = true where id = $1", [id]);
  }
});
afterAll(() => server?.stop());

const classes = {
  "easy free": { level: "absolute-beginner" },
  "beginner free": { level: "beginner" },
  "hard free": { level: "advanced" },
  "hard family": { level: "advanced", section: "family" },
  "easy premium": { level: "beginner", accessType: "premium" },
  "explicit free": { level: "beginner" },
} as const;

/** Sends a query with a freshly issued token, which carries the profile. */
async function ask<Data>(as: TestPerson, query: string, variables: object = {}): Promise<Data> {
  const headers = { "x-auth-token": `Bearer ${await as.token()}` };
  const { data, errors } = await server.graphql<Data>(query, variables, { headers });
  expect(errors).toEqual([]);
  return data!;
}

/** A member whose child's profile is active. */
async function childOf(holder: TestPerson): Promise<TestPerson> {
  const { createFamilyMember: family } = await ask<{ createFamilyMember: { members: { id: string }[] } }>(
    holder,
    `mutation { createFamilyMember(name: "Demo Mia", isChild: true, pin: "2468", idempotencyKey: "${randomUUID()}") { members { id } } }`,
  );
  await ask(holder, `mutation { chooseFamilyMember(id: "${family.members[1]!.id}") { activeId } }`);
  return holder;
}

interface Offered {
  studioClasses: { items: { title: string }[]; total: number };
  found: { items: { title: string }[] };
  forYouClasses: { title: string }[];
  todaysSet: { items: { studioClass: { title: string } }[] } | null;
  weekPlan: { classes: { studioClass: { title: string } }[] };
}
async function offered(as: TestPerson): Promise<{ listed: string[]; total: number; others: string[] }> {
  const data = await ask<Offered>(
    as,
    `{ studioClasses { items { title } total } found: studioClasses(filters: { search: "free" }) { items { title } }
       forYouClasses(first: 20) { title } todaysSet { items { studioClass { title } } }
       weekPlan { classes { studioClass { title } } } }`,
  );
  const titles = (rows: readonly { title: string }[]) => rows.map(({ title }) => title);
  return {
    listed: titles(data.studioClasses.items).toSorted(),
    total: data.studioClasses.total,
    others: [
      ...titles(data.found.items),
      ...titles(data.forYouClasses),
      ...(data.todaysSet?.items ?? []).map(({ studioClass }) => studioClass.title),
      ...data.weekPlan.classes.map(({ studioClass }) => studioClass.title),
    ],
  };
}

test("offers a child only suitable classes that its plan includes", async () => {
  const child = await childOf(await server.member());
  const { listed, total, others } = await offered(child);
  expect(listed).toEqual(["beginner free", "easy free", "hard family"]);
  expect(total).toBe(3);
  expect(others.length).toBeGreaterThan(3);
  expect(others.filter((title) => !listed.includes(title))).toEqual([]);
});

test("offers a child the classes of the family's plan", async () => {
  const holder = await server.member();
  await subscribe(server.pool, holder.id, "premium");
  await server.pool.query(
    `update billing.subscriptions set plan_id = 'premium-family-yearly' where person_id = $1`,
    [holder.id],
  );
  const { listed, total } = await offered(await childOf(holder));
  expect(listed).toEqual(["beginner free", "easy free", "easy premium", "hard family"]);
  expect(total).toBe(4);
});

test("goes on from a child's class with one that suits it", async () => {
  const child = await childOf(await server.member());
  const { studioClasses } = await ask<{
    studioClasses: { items: { title: string; nextClass: { title: string } | null }[] };
  }>(child, "{ studioClasses { items { title nextClass { title } } } }");
  for (const { nextClass } of studioClasses.items)
    if (nextClass) expect(["beginner free", "easy free", "hard family"]).toContain(nextClass.title);
});

test("offers adults everything", async () => {
  const { total } = await offered(await server.member());
  expect(total).toBe(6);
});
