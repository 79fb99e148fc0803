import { describe, expect, test } from "vitest";
import { createClass } from "../../testing/factories.ts";
import type { TestPerson } from "../../testing/harness.ts";
import { server, startCatalog } from "./testing.ts";

startCatalog();

describe("categories", () => {
  const ask = `query ($slugs: [String!], $filters: CategoryFilters, $goal: String) { categories(slugs: $slugs, filters: $filters, goal: $goal) { slug isFollowing classCount } }`;
  type Answer = { categories: { slug: string; isFollowing: boolean; classCount: number }[] };
  const read = async (variables: object = {}, as?: TestPerson) => {
    const { data, errors } = await server.graphql<Answer>(ask, variables, as ? { as } : {});
    expect(errors).toEqual([]);
    return data!.categories.map(({ slug }) => slug);
  };
  const follow = (categories: string[], as?: TestPerson) =>
    server.graphql<{ followCategories: Answer["categories"] }>(
      "mutation ($categories: [String!]!) { followCategories(categories: $categories) { slug isFollowing } }",
      { categories },
      as ? { as } : {},
    );

  test("filters categories by slug, section and goal", async () => {
    expect(await read()).toEqual(["grooves", "sweat", "routines"]);
    expect(await read({ slugs: ["routines", "none", "grooves"] })).toEqual(["grooves", "routines"]);
    expect(await read({ filters: { section: "learn" } })).toEqual(["grooves"]);
    expect(await read({ goal: "fitness" })).toEqual(["sweat", "routines"]);
    expect(await read({ goal: "fitness", filters: { section: "choreography" } })).toEqual(["routines"]);
    expect(await read({ filters: { isFollowing: true } })).toEqual([]);
  });

  test("accepts family goals and rejects a goal that no question offers", async () => {
    expect(await read({ goal: "energy" })).toEqual(["sweat", "routines"]);
    expect(await read({ goal: "calm" })).toEqual([]);
    await server.pool.query("update catalog.categories set goals = goals || '{calm}' where slug = 'grooves'");
    expect(await read({ goal: "calm" })).toEqual(["grooves"]);
    await server.pool.query("update catalog.categories set goals = '{musicality}' where slug = 'grooves'");
    for (const goal of ["zzz", "", "high", "fit\u0000ness"])
      expect((await server.graphql(ask, { goal })).errors[0]?.extensions).toMatchObject({
        code: "BAD_INPUT",
        field: "goal",
      });
  });

  test("lists categories of a goal also while they are empty", async () => {
    await createClass(server.pool, { categories: ["sweat"] });
    const { data } = await server.graphql<Answer>(ask, { goal: "fitness" });
    expect(data!.categories.map(({ slug, classCount }) => [slug, classCount])).toEqual([
      ["sweat", 1],
      ["routines", 0],
    ]);
  });

  test("keeps the count of published classes up to date", async () => {
    const { id } = await createClass(server.pool, { categories: ["grooves", "sweat"] });
    await createClass(server.pool, { categories: ["grooves"], publishedAt: null });
    const counts = async () =>
      (await server.graphql<Answer>(ask)).data!.categories.map(({ classCount }) => classCount);
    expect(await counts()).toEqual([1, 1, 0]);
    await server.pool.query("update catalog.classes set published_at = now()");
    expect(await counts()).toEqual([2, 1, 0]);
    await server.pool.query("delete from catalog.classes where id = $1", [id]);
    expect(await counts()).toEqual([1, 0, 0]);
  });

  test("follows categories as a set, separately for guests and members", async () => {
    const [visitor, member] = [await server.anonymous(), await server.member()];
    expect((await follow(["sweat", "grooves", "sweat"], visitor)).data?.followCategories).toEqual([
      { slug: "grooves", isFollowing: true },
      { slug: "sweat", isFollowing: true },
    ]);
    await follow(["routines"], member);
    await follow(["routines", "sweat"], visitor);
    expect(await read({ filters: { isFollowing: true } }, visitor)).toEqual(["sweat", "routines"]);
    expect(await read({ filters: { isFollowing: false } }, visitor)).toEqual(["grooves"]);
    expect(await read({ filters: { isFollowing: true } }, member)).toEqual(["routines"]);
    expect((await follow([], member)).data?.followCategories).toEqual([]);
    expect(await read({ filters: { isFollowing: true } }, member)).toEqual([]);
  });

  test("rejects following an unknown category or without signing in", async () => {
    const person = await server.anonymous();
    await follow(["sweat"], person);
    expect((await follow(["grooves", "polka"], person)).errors[0]?.extensions).toMatchObject({
      code: "BAD_INPUT",
      field: "categories",
    });
    expect(await read({ filters: { isFollowing: true } }, person)).toEqual(["sweat"]);
    expect((await follow(["grooves"])).errors[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });
});
