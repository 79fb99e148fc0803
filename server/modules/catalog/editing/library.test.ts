import { expect, test } from "vitest";
import type { TestPerson } from "../../../testing/harness.ts";
import { server, call, draft, startEditing } from "./testing.ts";

startEditing();

test("adds instructors, styles and categories with unique names", async () => {
  const instructor = (name: string, username: string | null) =>
    call<{ createInstructor: { slug: string; hasAccount: boolean } }>(
      `mutation ($input: InstructorInput!) { createInstructor(input: $input) { slug hasAccount } }`,
      { input: { name, bio: "Teaches on Mondays.", username } },
    );
  expect((await instructor("Demo Noa", null)).data.createInstructor).toEqual({
    slug: "demo-noa",
    hasAccount: false,
  });
  expect((await instructor("Demo Noa", null)).codes).toEqual(["NAME_TAKEN"]);
  expect((await instructor("Demo Two", "nobody.here")).codes).toEqual(["BAD_INPUT"]);
  const style = () => call(`mutation { createStyle(name: "Tap dance") { slug } }`, {});
  expect((await style()).data).toEqual({ createStyle: { slug: "tap-dance" } });
  expect((await style()).codes).toEqual(["NAME_TAKEN"]);
  const category = (section: string) =>
    call(
      `mutation ($section: String!) { createCategory(name: "Rhythm tap", section: $section) { slug section classCount } }`,
      { section },
    );
  expect((await category("nowhere")).codes).toEqual(["BAD_INPUT"]);
  expect((await category("learn")).data).toEqual({
    createCategory: { slug: "rhythm-tap", section: "learn", classCount: 0 },
  });
  const made = await draft({
    title: "Shuffle",
    style: "tap-dance",
    instructor: "demo-noa",
    categories: ["rhythm-tap"],
  });
  expect(made.categories).toEqual(["rhythm-tap"]);
});

test("sets the goals of a category, which filter the category list", async () => {
  const create = (name: string, goals?: string[]) =>
    call(
      `mutation ($name: String!, $goals: [String!]) {
        createCategory(name: $name, section: "learn", goals: $goals) { slug goals } }`,
      { name, goals },
    );
  const set = (slug: string, goals: string[], as?: TestPerson) =>
    call(
      `mutation ($slug: String!, $goals: [String!]!) { setCategoryGoals(slug: $slug, goals: $goals) { slug goals } }`,
      { slug, goals },
      as,
    );
  const serving = async (goal: string) => {
    const { data } = await server.graphql<{ categories: { slug: string }[] }>(
      `query ($goal: String) { categories(goal: $goal) { slug } }`,
      { goal },
    );
    return data!.categories.map(({ slug }) => slug);
  };
  expect((await create("Stage work", ["perform", "audition", "perform"])).data).toEqual({
    createCategory: { slug: "stage-work", goals: ["audition", "perform"] },
  });
  expect(await serving("audition")).toContain("stage-work");
  expect((await create("No goal yet")).data).toEqual({
    createCategory: { slug: "no-goal-yet", goals: [] },
  });
  expect((await create("Odd", ["zzz"])).codes).toEqual(["BAD_INPUT"]);
  expect((await set("stage-work", ["together"])).data).toEqual({
    setCategoryGoals: { slug: "stage-work", goals: ["together"] },
  });
  expect(await serving("audition")).not.toContain("stage-work");
  expect(await serving("together")).toContain("stage-work");
  expect((await set("stage-work", [])).data).toEqual({ setCategoryGoals: { slug: "stage-work", goals: [] } });
  expect((await set("stage-work", ["zzz"])).codes).toEqual(["BAD_INPUT"]);
  expect((await set("nowhere", ["joy"])).codes).toEqual(["NOT_FOUND"]);
  expect((await set("stage-work", ["joy"], await server.member())).codes).toEqual(["NOT_FOUND"]);
});
