import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

/** Sends a query with a freshly issued token, as the web does after changing the setting. */
async function ask<Data>(as: TestPerson, query: string, variables: object = {}): Promise<Data> {
  const headers = { "x-auth-token": `Bearer ${await as.token()}` };
  const { data, errors } = await server.graphql<Data>(query, variables, { headers });
  expect(errors).toEqual([]);
  return data!;
}

test("hides explicit classes from lists by setting, while links still open them with a notice", async () => {
  const clean = await createClass(server.pool, { title: "Waltz of leaves", isPlayable: true });
  const explicit = await createClass(server.pool, { title: "Waltz of thorns", isPlayable: true });
  await server.pool.query(`update catalog.classes set is_explicit = true where id = $1`, [explicit.id]);
  const me = await server.anonymous();
  const offered = async () => {
    const data = await ask<{
      studioClasses: { items: { id: string }[]; total: number };
      found: { items: { id: string }[] };
      forYouClasses: { id: string }[];
      weekPlan: { classes: { studioClass: { id: string } }[] };
      studioClass: { nextClass: { id: string } | null };
    }>(
      me,
      `query ($id: ID!) {
        studioClasses { items { id } total }
        found: studioClasses(filters: { search: "waltz" }) { items { id } }
        forYouClasses(first: 20) { id }
        weekPlan { classes { studioClass { id } } }
        studioClass(id: $id) { nextClass { id } } }`,
      { id: clean.id },
    );
    const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    return {
      total: data.studioClasses.total,
      ids: [
        ...idsOf(data.studioClasses.items),
        ...idsOf(data.found.items),
        ...idsOf(data.forYouClasses),
        ...data.weekPlan.classes.map(({ studioClass }) => studioClass.id),
        ...(data.studioClass.nextClass ? [data.studioClass.nextClass.id] : []),
      ],
    };
  };
  expect((await offered()).total).toBe(2);
  expect((await offered()).ids.filter((id) => id === explicit.id).length).toBeGreaterThanOrEqual(3);
  const before = await me.token();
  await ask(me, "mutation ($id: ID!) { saveClass(classId: $id) { id } }", { id: explicit.id });

  expect(await ask(me, "mutation { setHidesExplicit(hides: true) }")).toEqual({ setHidesExplicit: true });
  const after = await offered();
  expect(after.total).toBe(1);
  expect(after.ids).toContain(clean.id);
  expect(after.ids).not.toContain(explicit.id);
  // The viewer's own lists and direct links still show the class.
  expect(
    await ask(
      me,
      `query ($id: ID!) { me { hidesExplicit } studioClass(id: $id) { isExplicit isHidden } savedClasses { items { studioClass { id isHidden } } } }`,
      { id: explicit.slug },
    ),
  ).toEqual({
    me: { hidesExplicit: true },
    studioClass: { isExplicit: true, isHidden: true },
    savedClasses: { items: [{ studioClass: { id: explicit.id, isHidden: true } }] },
  });
  // A token from before the change would still allow explicit classes, so it is rejected: the web requests a
  // new one.
  const old = await server.graphql("{ me { id } }", {}, { headers: { "x-auth-token": `Bearer ${before}` } });
  expect(old.errors[0]?.extensions.code).toBe("UNAUTHENTICATED");

  await ask(me, "mutation { setHidesExplicit(hides: false) }");
  expect((await offered()).ids).toContain(explicit.id);
});
