import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let editor: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  editor = await server.member({ role: "editor" });
});
afterAll(() => server?.stop());

interface Option {
  slug: string;
  label: string;
  description: string | null;
  isRetired: boolean;
}
interface Question {
  type: string;
  revision: number;
  position: number | null;
  options: Option[];
}
const fields = `type revision position variantBPosition options { slug label description isRetired previewUrl }`;

async function questions(as: TestPerson = editor): Promise<Question[]> {
  const { data, errors } = await server.graphql<{ studioQuestions: Question[] }>(
    `{ studioQuestions { ${fields} } }`,
    {},
    { as },
  );
  expect(errors).toEqual([]);
  return data!.studioQuestions;
}
const question = async (type: string) => (await questions()).find((one) => one.type === type)!;
const save = (as: TestPerson, type: string, revision: number, options: readonly Option[]) =>
  server.graphql<{ saveQuestionOptions: Question }>(
    `mutation ($revision: Int!, $options: [StudioOptionInput!]!) {
      saveQuestionOptions(type: ${type}, revision: $revision, options: $options) { ${fields} } }`,
    {
      revision,
      options: options.map(({ slug, label, description, isRetired }) => ({
        slug,
        label,
        description,
        isRetired,
      })),
    },
    { as },
  );
const readQuestion = async (type: string, as?: TestPerson) => {
  const { data } = await server.graphql<{
    userPreferenceOptions: { type: string; selectedSlugs: string[]; options: Option[] }[];
  }>(`{ userPreferenceOptions { type selectedSlugs options { slug label } } }`, {}, as ? { as } : {});
  return data!.userPreferenceOptions.find((one) => one.type === type);
};

describe("onboarding questions in the studio", () => {
  test("are hidden from everyone but editors and admins", async () => {
    const { revision, options } = await question("reason");
    for (const as of [
      await server.anonymous(),
      await server.member(),
      await server.member({ role: "moderator" }),
    ]) {
      const { errors } = await server.graphql(`{ studioQuestions { type } }`, {}, { as });
      expect(errors[0]?.extensions.code).toBe("NOT_FOUND");
      expect((await save(as, "reason", revision, options)).errors[0]?.extensions.code).toBe("NOT_FOUND");
    }
    expect(await questions(await server.member({ role: "admin" }))).toHaveLength(16);
  });

  test("get new texts, a new order and a new option, which the questionnaire then shows", async () => {
    const { revision, options } = await question("reason");
    const next = [
      { slug: "wedding", label: " For a   wedding ", description: "Yours or theirs", isRetired: false },
      ...options.toReversed().map((option) => ({ ...option, label: `${option.label}!` })),
    ];
    const { data, errors } = await save(editor, "reason", revision, next);
    expect(errors).toEqual([]);
    expect(data!.saveQuestionOptions).toMatchObject({ revision: revision + 1 });
    const now = await readQuestion("reason");
    expect(now!.options.map(({ slug }) => slug)).toEqual(next.map(({ slug }) => slug));
    expect(now!.options[0]?.label).toBe("For a wedding");
    const { rows } = await server.pool.query(
      `select actor_id, action, subject from identity.staff_acts where subject = 'question:reason'`,
    );
    expect(rows).toEqual([
      { actor_id: editor.id, action: "onboarding.options_saved", subject: "question:reason" },
    ]);
  });

  test("retire an option: it can't be chosen any more, and earlier answers keep it", async () => {
    const me = await server.anonymous();
    const choose = () =>
      server.graphql(`mutation { setDanceEnergyPreference(slug: "high") { id } }`, {}, { as: me });
    await choose();
    const { revision, options } = await question("dance_energy");
    await save(
      editor,
      "dance_energy",
      revision,
      options.map((option) => ({ ...option, isRetired: option.slug === "high" })),
    );
    expect((await readQuestion("dance_energy", me))!.options.map(({ slug }) => slug)).toEqual([
      "gentle",
      "steady",
    ]);
    expect((await choose()).errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "slug" });
    const again = await question("dance_energy");
    await save(
      editor,
      "dance_energy",
      again.revision,
      again.options.map((option) => ({ ...option, isRetired: false })),
    );
    expect((await readQuestion("dance_energy", me))!.selectedSlugs).toEqual(["high"]);
  });

  test("reject edits of an old revision, removed options and invalid options", async () => {
    const { revision, options } = await question("age");
    const both = await Promise.all([
      save(editor, "age", revision, options),
      save(editor, "age", revision, options),
    ]);
    expect(both.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual([
      "CHANGED_MEANWHILE",
    ]);
    const now = await question("age");
    for (const wrong of [
      now.options.slice(1),
      [...now.options, now.options[0]!],
      [...now.options, { slug: "No spaces", label: "x", description: null, isRetired: false }],
      [...now.options, { slug: "empty", label: " ", description: null, isRetired: false }],
      now.options.map((option) => ({ ...option, isRetired: true })),
    ])
      expect((await save(editor, "age", now.revision, wrong)).errors[0]?.extensions).toMatchObject({
        code: "BAD_INPUT",
        field: "options",
      });
    expect((await question("age")).options).toEqual(now.options);
  });

  test("are asked in the order that an editor sets for each list", async () => {
    const order = (list: string, types: string) =>
      server.graphql(
        `mutation { saveQuestionOrder(list: ${list}, types: [${types}]) { type } }`,
        {},
        { as: editor },
      );
    const before = (await questions()).filter(({ position }) => position !== null).map(({ type }) => type);
    expect((await order("a", "account_type, dance_energy, levelV2")).errors).toEqual([]);
    const list = async (name: string) => {
      const { data } = await server.graphql<Record<string, { type: string }[]>>(`{ ${name} { type } }`);
      return data![name]!.map(({ type }) => type);
    };
    expect(await list("userPreferenceOptions")).toEqual(["account_type", "dance_energy", "levelV2"]);
    expect((await list("userPreferenceOptionsVariantB")).length).toBeGreaterThan(3);
    expect((await order("a", "levelV2, account_type")).errors[0]?.extensions).toMatchObject({
      field: "types",
    });
    await order("a", before.join(", "));
    expect(await list("userPreferenceOptions")).toEqual(before);
  });
});
