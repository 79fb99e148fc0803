import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { mergePreferences } from "./index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

interface Question {
  type: string;
  options: { slug: string; label: string; displayIndex: number }[];
  selectedSlugs: string[];
}
async function questions(as?: TestPerson, list = "userPreferenceOptions"): Promise<Question[]> {
  const { data, errors } = await server.graphql<Record<string, Question[]>>(
    `{ ${list} { type selectedSlugs options { slug label description previewUrl displayIndex } } }`,
    {},
    as ? { as } : {},
  );
  expect(errors).toEqual([]);
  return data![list]!;
}
async function chosen(as: TestPerson): Promise<Record<string, string[]>> {
  const found = await questions(as);
  return Object.fromEntries(
    found.filter((one) => one.selectedSlugs.length > 0).map((one) => [one.type, one.selectedSlugs]),
  );
}
const set = (as: TestPerson | null, call: string) =>
  server.graphql<Record<string, { id: string }>>(`mutation { ${call} { id } }`, {}, as ? { as } : {});

describe("questions", () => {
  test("are available without a token, with options in order and nothing selected", async () => {
    const found = await questions();
    expect(found[0]?.type).toBe("account_type");
    expect(found.map(({ type }) => type)).toContain("hdyhau_survey_response");
    const level = found.find(({ type }) => type === "levelV2")!;
    expect(level.options.map(({ slug }) => slug)).toEqual([
      "absolute-beginner",
      "beginner",
      "intermediate",
      "advanced",
    ]);
    expect(found.find(({ type }) => type === "level")!.options).toHaveLength(3);
    expect(found.flatMap(({ selectedSlugs }) => selectedSlugs)).toEqual([]);
  });

  test("are fewer and in another order in variant B", async () => {
    const [a, b] = [await questions(), await questions(undefined, "userPreferenceOptionsVariantB")];
    expect(b.length).toBeLessThan(a.length);
    const order = (list: Question[]) =>
      list.map(({ type }) => type).filter((type) => b.some((other) => other.type === type));
    expect(order(b)).not.toEqual(order(a));
  });
});

describe("answer", () => {
  test.each([
    ['setAccountTypePreference(slug: "family")', { account_type: ["family"] }],
    ['setDanceReasonPreference(slug: "unwind")', { reason: ["unwind"] }],
    ['setFamilyGoalPreference(slug: "together")', { family_goal: ["together"] }],
    ['setDanceHabitPreference(slug: "weekly")', { dance_habit: ["weekly"] }],
    ['setDanceEnergyPreference(slug: "high")', { dance_energy: ["high"] }],
    ['setUserAgeResponse(slug: "45-54")', { age: ["45-54"] }],
    [
      'setDanceLocationsPreference(slugs: ["studio", "small-room", "studio"])',
      { dance_location: ["small-room", "studio"] },
    ],
    [
      'setDanceGoalsPreference(slugs: ["fitness", "audition"])',
      { dance_goals_personal: ["fitness"], dance_goals_professional: ["audition"] },
    ],
    [
      'setDanceCadencePreference(slugs: ["friday", "monday"], daysPerWeek: 2)',
      { days_of_week: ["monday", "friday"], num_of_days: ["2"] },
    ],
    ['setDanceLevelPreference(slug: "absolute-beginner")', { levelV2: ["absolute-beginner"] }],
    ['setDanceLevelPreference(slug: "advanced")', { level: ["advanced"], levelV2: ["advanced"] }],
    ['setHDYHAUSurveyResponse(slug: "other", otherText: "A poster")', { hdyhau_survey_response: ["other"] }],
  ])("%s is saved, also for a guest", async (call, expected) => {
    const me = await server.anonymous();
    const { data, errors } = await set(me, call);
    expect(errors).toEqual([]);
    expect(Object.values(data!)).toEqual([{ id: me.id }]);
    expect(await chosen(me)).toEqual(expected);
  });

  test("replaces the previous one, and several choices can be cleared", async () => {
    const me = await server.anonymous();
    await set(me, 'setDanceGoalsPreference(slugs: ["crew", "joy"])');
    await set(me, 'setDanceGoalsPreference(slugs: ["joy"])');
    expect(await chosen(me)).toEqual({ dance_goals_personal: ["joy"] });
    await set(me, "setDanceGoalsPreference(slugs: [])");
    expect(await chosen(me)).toEqual({});
  });

  test.each([
    ['setDanceLevelPreference(slug: "expert")', "slug"],
    ['setDanceReasonPreference(slug: "")', "slug"],
    ['setDanceReasonPreference(slug: "\\u0000")', "slug"],
    ['setDanceLevelPreference(slug: "\\u0000")', "slug"],
    ['setDanceGoalsPreference(slugs: ["\\u0000"])', "slugs"],
    ['setDanceLocationsPreference(slugs: ["\\u0000"])', "slugs"],
    ['setDanceCadencePreference(slugs: ["\\u0000"], daysPerWeek: 2)', "slugs"],
    ['setFamilyGoalPreference(slug: "joy")', "slug"],
    ['setAccountTypePreference(slug: "everybody")', "slug"],
    ['setDanceHabitPreference(slug: "Weekly")', "slug"],
    ['setDanceEnergyPreference(slug: "joy")', "slug"],
    ['setUserAgeResponse(slug: "45")', "slug"],
    ['setHDYHAUSurveyResponse(slug: "\\u0000")', "slug"],
    ['setDanceLocationsPreference(slugs: ["studio", "moon"])', "slugs"],
    ['setDanceGoalsPreference(slugs: ["joy", "studio"])', "slugs"],
    ['setDanceCadencePreference(slugs: ["monday", "someday"], daysPerWeek: 2)', "slugs"],
    ['setDanceCadencePreference(slugs: ["monday"], daysPerWeek: 8)', "daysPerWeek"],
    ['setDanceCadencePreference(slugs: ["monday"], daysPerWeek: 0)', "daysPerWeek"],
    [`setHDYHAUSurveyResponse(slug: "other", otherText: "${"x".repeat(501)}")`, "otherText"],
  ])("%s is rejected as a whole, naming the field", async (call, field) => {
    const me = await server.anonymous();
    const { errors } = await set(me, call);
    expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field });
    expect(await chosen(me)).toEqual({});
  });

  test("with a card number is rejected", async () => {
    const me = await server.anonymous();
    const { errors } = await set(
      me,
      'setHDYHAUSurveyResponse(slug: "other", otherText: "4242 4242 4242 4242")',
    );
    expect(errors[0]?.extensions).toMatchObject({ code: "PAN_REJECTED", field: "otherText" });
  });

  test("requires a viewer and is visible to them only", async () => {
    expect((await set(null, 'setDanceEnergyPreference(slug: "high")')).errors[0]?.extensions.code).toBe(
      "UNAUTHENTICATED",
    );
    const [me, other] = [await server.anonymous(), await server.anonymous()];
    await set(me, 'setDanceEnergyPreference(slug: "high")');
    expect(await chosen(other)).toEqual({});
  });

  test("is merged when an account takes over; the newer one wins", async () => {
    const [anonymous, account] = [await server.anonymous(), await server.anonymous()];
    await set(anonymous, 'setDanceEnergyPreference(slug: "gentle")');
    await set(account, 'setDanceEnergyPreference(slug: "high")');
    await set(account, 'setDanceReasonPreference(slug: "learn")');
    await set(anonymous, 'setDanceReasonPreference(slug: "train")');
    const merge = () =>
      server.ctx().transact((tx) => mergePreferences(tx, { from: anonymous.id, into: account.id }));
    await merge();
    await merge();
    expect(await chosen(account)).toEqual({ dance_energy: ["high"], reason: ["train"] });
  });
});
