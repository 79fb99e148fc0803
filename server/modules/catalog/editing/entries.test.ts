import { expect, test } from "vitest";
import type { TestPerson } from "../../../testing/harness.ts";
import { call, draft, found, server, startEditing } from "./testing.ts";

startEditing();

const create = (name: string, section = "learn") =>
  call<{ createCategory: { slug: string } }>(
    `mutation ($name: String!, $section: String!) { createCategory(name: $name, section: $section) { slug } }`,
    { name, section },
  );
const createStyle = (name: string) =>
  call(`mutation ($name: String!) { createStyle(name: $name) { slug } }`, { name });
const change = (
  kind: string,
  slug: string,
  name: string,
  description: string | null = null,
  as?: TestPerson,
) =>
  call(
    `mutation ($kind: LibraryEntryKind!, $slug: String!, $name: String!, $description: String) {
      changeLibraryEntry(kind: $kind, slug: $slug, name: $name, description: $description) }`,
    { kind, slug, name, description },
    as,
  );
const remove = (kind: string, slug: string) =>
  call(
    `mutation ($kind: LibraryEntryKind!, $slug: String!) { deleteLibraryEntry(kind: $kind, slug: $slug) }`,
    { kind, slug },
  );
const move = (kind: string, slug: string, by: number) =>
  call(
    `mutation ($kind: MovedLibraryEntryKind!, $slug: String!, $by: Int!) { moveLibraryEntry(kind: $kind, slug: $slug, by: $by) }`,
    { kind, slug, by },
  );
interface Library {
  readonly styles: readonly { slug: string; name: string }[];
  readonly sections: readonly { slug: string; name: string; description: string }[];
  readonly categories: readonly { slug: string; name: string; description: string | null; section: string }[];
}
const library = async (): Promise<Library> =>
  (
    await server.graphql<Library>(
      "{ styles { slug name } sections { slug name description } categories { slug name description section } }",
    )
  ).data!;

test("renames a style, a category and a section, whose addresses stay", async () => {
  await createStyle("Hip hpo");
  await create("Warm pus");
  expect((await change("style", "hip-hpo", "Street jazz")).data).toEqual({ changeLibraryEntry: true });
  await change("category", "warm-pus", "Warm-ups", "Before every class.");
  await change("section", "learn", "Learn to dance", "One count at a time.");
  const { styles, categories, sections } = await library();
  expect(styles).toContainEqual({ slug: "hip-hpo", name: "Street jazz" });
  expect(categories).toContainEqual({
    slug: "warm-pus",
    name: "Warm-ups",
    description: "Before every class.",
    section: "learn",
  });
  expect(sections).toContainEqual({
    slug: "learn",
    name: "Learn to dance",
    description: "One count at a time.",
  });
  const { rows } = await server.pool.query(
    "select subject, details from identity.staff_acts where action = 'catalog.entry_renamed' and subject = 'style:hip-hpo'",
  );
  expect(rows).toEqual([{ subject: "style:hip-hpo", details: { from: "Hip hpo", to: "Street jazz" } }]);
});

test("finds a class by the new name of its style", async () => {
  await createStyle("Wackign");
  const { classId } = await draft({ title: "Arms first", style: "wackign" });
  await server.pool.query(
    "update catalog.classes set published_at = now(), duration_ms = 60000 where slug = $1",
    [classId],
  );
  await change("style", "wackign", "Waacking");
  expect(await found("waacking")).toContain(classId);
});

test("refuses a name that another has, an empty one, and an entry that doesn't exist", async () => {
  await createStyle("Salsa");
  await createStyle("Bachata");
  expect((await change("style", "bachata", "SALSA")).codes).toEqual(["NAME_TAKEN"]);
  expect((await change("style", "bachata", "Bachata!")).codes).toEqual([]);
  expect((await change("style", "bachata", "  ")).codes).toEqual(["BAD_INPUT"]);
  expect((await change("style", "nowhere", "Somewhere")).codes).toEqual(["NOT_FOUND"]);
  expect((await change("style", "bachata", "Mine", null, await server.member())).codes).toEqual([
    "NOT_FOUND",
  ]);
});

test("deletes what no class uses, and refuses the rest", async () => {
  await createStyle("Krump");
  await create("Battles");
  await draft({ title: "Chest pops", style: "krump", categories: ["battles"] });
  expect((await remove("style", "krump")).codes).toEqual(["LIBRARY_ENTRY_IN_USE"]);
  expect((await remove("category", "battles")).codes).toEqual(["LIBRARY_ENTRY_IN_USE"]);
  expect((await remove("section", "learn")).codes).toEqual(["LIBRARY_ENTRY_IN_USE"]);
  await createStyle("Unused");
  expect((await remove("style", "unused")).data).toEqual({ deleteLibraryEntry: true });
  expect((await remove("style", "unused")).codes).toEqual(["NOT_FOUND"]);
  expect((await library()).styles.map(({ slug }) => slug)).not.toContain("unused");
});

test("moves a category within its section, and stops at the ends", async () => {
  for (const name of ["Order one", "Order two", "Order three"]) await create(name, "dance-workout");
  const order = async () =>
    (await library()).categories.map(({ slug }) => slug).filter((slug) => /^order-|^sweat$/.test(slug));
  await move("category", "order-three", -1);
  expect(await order()).toEqual(["sweat", "order-one", "order-three", "order-two"]);
  await Promise.all([move("category", "order-one", 1), move("category", "order-two", -1)]);
  expect(new Set(await order())).toEqual(new Set(["sweat", "order-one", "order-two", "order-three"]));
  for (let times = 0; times < 4; times += 1) await move("category", "order-two", -1);
  expect((await order())[0]).toBe("order-two");
  expect((await move("category", "order-two", 5)).codes).toEqual(["BAD_INPUT"]);
  expect((await move("section", "nowhere", 1)).codes).toEqual(["NOT_FOUND"]);
});
