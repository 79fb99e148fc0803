import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseFirst, withoutRepeats } from "../../../contract/home-class.ts";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  const hour = 3_600_000;
  for (const [place, level] of ["beginner", "advanced", "intermediate"].entries())
    for (const type of ["wellness", "foundations", "choreography", "party", "drill", "wellness", "workout"])
      await createClass(server.pool, {
        level,
        type,
        accessType: "premium",
        isPlayable: true,
        publishedAt: new Date(Date.now() - (5 - place) * hour),
      });
});
afterAll(() => server?.stop());

interface Listed {
  id: string;
  type: string;
  level: string;
  isLocked: boolean;
}

const shown = async (as?: TestPerson) => {
  const { data, errors } = await server.graphql<{
    newcomersClass: { id: string; isLocked: boolean; level: string; type: string } | null;
  }>("{ newcomersClass { id isLocked level type } }", {}, as ? { as } : {});
  expect(errors).toEqual([]);
  return data!.newcomersClass;
};

test("shows, before there is a session, the locked class that the visitor's home page then begins with", async () => {
  const first = await shown();
  expect(first).toMatchObject({
    isLocked: true,
    level: "beginner",
    type: expect.not.stringMatching("wellness"),
  });
  const { data } = await server.graphql<Record<"forYouClasses" | "newest", Listed[] & { items: Listed[] }>>(
    `{ forYouClasses(first: 16) { ...Listed } newest: studioClasses(pagination: { first: 12 }) { items { ...Listed } } }
     fragment Listed on StudioClass { id type level isLocked }`,
    {},
    { as: await server.anonymous() },
  );
  const suggested = [...data!.forYouClasses, ...data!.newest.items].map((one) => ({
    ...one,
    isReady: true,
    preparedPercent: 100,
    isCompleted: false,
  }));
  expect(chooseFirst(withoutRepeats(suggested), true)?.id).toBe(first!.id);
});

test("shows none while a class that visitors may play is prepared", async () => {
  const { id } = await createClass(server.pool, { level: "absolute-beginner" });
  expect(await shown()).toBeNull();
  await server.pool.query("delete from catalog.classes where id = $1", [id]);
  expect(await shown()).not.toBeNull();
});

test("shows none to a viewer, and none where a new visitor has a set", async () => {
  expect(await shown(await server.anonymous())).toBeNull();
  await createClass(server.pool, { level: "absolute-beginner", isPlayable: true });
  expect(await shown()).toBeNull();
});
