import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseFirst } from "../../../contract/home-class.ts";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  const hour = 3_600_000;
  for (const [place, level] of ["beginner", "advanced", "intermediate"].entries())
    for (const type of ["wellness", "foundations", "choreography"])
      await createClass(server.pool, {
        level,
        type,
        accessType: "premium",
        isPlayable: true,
        publishedAt: new Date(Date.now() - (5 - place) * hour),
      });
});
afterAll(() => server?.stop());

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
  const { data } = await server.graphql<{
    forYouClasses: { id: string; type: string; level: string; isLocked: boolean }[];
  }>("{ forYouClasses(first: 16) { id type level isLocked } }", {}, { as: await server.anonymous() });
  const suggested = data!.forYouClasses.map((one) => ({
    ...one,
    isReady: true,
    preparedPercent: 100,
    isCompleted: false,
  }));
  expect(chooseFirst(suggested, true)?.id).toBe(first!.id);
});

test("shows none to a viewer, and none where a new visitor has a set", async () => {
  expect(await shown(await server.anonymous())).toBeNull();
  await createClass(server.pool, { level: "absolute-beginner", isPlayable: true });
  expect(await shown()).toBeNull();
});
