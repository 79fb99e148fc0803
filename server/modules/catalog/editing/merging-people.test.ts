import { expect, test } from "vitest";
import { createClass } from "../../../testing/factories.ts";
import type { TestPerson } from "../../../testing/harness.ts";
import { call, draft, read, save, server, startEditing } from "./testing.ts";

startEditing();

interface Given {
  name: string;
  bio?: string | null;
  links?: string[];
  username?: string;
}
const createInstructor = async (input: Given): Promise<string> =>
  (
    await call<{ createInstructor: { slug: string } }>(
      "mutation ($input: InstructorInput!) { createInstructor(input: $input) { slug } }",
      { input },
    )
  ).data.createInstructor.slug;
const createSection = (name: string, as?: TestPerson) =>
  call<{ createSection: { slug: string } }>(
    `mutation ($name: String!) { createSection(name: $name, description: "For all.") { slug } }`,
    { name },
    as,
  );
const merge = (kind: string, from: string, into: string) =>
  call<{ mergeLibraryEntry: string }>(
    `mutation ($kind: MergedLibraryEntryKind!, $from: String!, $into: String!) { mergeLibraryEntry(kind: $kind, from: $from, into: $into) }`,
    { kind, from, into },
  );
const preview = async (kind: string, from: string, into: string) =>
  (
    await call<{ libraryEntryMerge: object }>(
      `query ($kind: MergedLibraryEntryKind!, $from: String!, $into: String!) {
        libraryEntryMerge(kind: $kind, from: $from, into: $into) { classes followers categories } }`,
      { kind, from, into },
    )
  ).data.libraryEntryMerge;
const deleteInstructor = (slug: string) =>
  call<{ deleteInstructor: boolean }>("mutation ($slug: String!) { deleteInstructor(slug: $slug) }", {
    slug,
  });
const edited = async (slug: string) =>
  (
    await call<{
      editedInstructors: { slug: string; bio: string | null; links: string[]; username: string | null }[];
    }>("{ editedInstructors { slug bio links username } }")
  ).data.editedInstructors.find((one) => one.slug === slug);
const classesBy = async (filters: object): Promise<string[]> =>
  (
    await call<{ studioClasses: { items: { classId: string }[] } }>(
      `query ($filters: StudioClassFilters) { studioClasses(filters: $filters) { items { classId } } }`,
      { filters },
    )
  ).data.studioClasses.items.map(({ classId }) => classId);
const photoOf = async (slug: string) =>
  (
    await call<{ libraryImage: { imageUrl: string | null } }>(
      "query ($slug: String!) { libraryImage(kind: instructor, slug: $slug) { imageUrl } }",
      { slug },
    )
  ).data.libraryImage.imageUrl;
const named = (username: string) => server.member({ username });

test("merges an instructor: classes, followers, links, photo and account move to one who lacks them", async () => {
  const account = await named("ida.moves");
  const from = await createInstructor({
    name: "Ida Moves",
    bio: "House since 2009.",
    links: ["https://ida.example/", "https://both.example/"],
    username: "ida.moves",
  });
  const into = await createInstructor({
    name: "Ida M.",
    links: ["https://both.example/", "https://newer.example/"],
  });
  await server.pool.query(
    "update catalog.instructors set picture = 'library/ida/crop', poster = 'library/ida/image.webp', poster_x = 20 where slug = $1",
    [from],
  );
  const { slug } = await createClass(server.pool, { instructor: from });
  const { classId: draftId } = await draft({ title: "Ida’s draft", instructor: from });
  const follower = await server.member();
  await call(
    "mutation ($slug: String!) { setFollow(kind: instructor, slug: $slug, following: true) { slug } }",
    { slug: from },
    follower,
  );

  expect(await preview("instructor", from, into)).toEqual({ classes: 2, followers: 1, categories: 0 });
  expect((await merge("instructor", from, into)).data).toEqual({ mergeLibraryEntry: into });

  expect(await edited(into)).toEqual({
    slug: into,
    bio: "House since 2009.",
    links: ["https://both.example/", "https://newer.example/", "https://ida.example/"],
    username: "ida.moves",
  });
  expect(await edited(from)).toBeUndefined();
  expect(await photoOf(into)).toContain("library/ida/image.webp");
  const { rows } = await server.pool.query(
    "select count(*)::int as jobs from graphile_worker._private_jobs where payload ->> 'prefix' like '%library/ida/%'",
  );
  expect(rows).toEqual([{ jobs: 0 }]);
  expect(await classesBy({ instructorSlug: from })).toEqual([slug]);
  const { data } = await call<{ follows: { kind: string; slug: string }[] }>(
    "{ follows { kind slug } }",
    {},
    follower,
  );
  expect(data.follows).toEqual([{ kind: "instructor", slug: into }]);
  // The page belongs to the account still.
  const { data: own } = await call<{ instructorClasses: { items: { classId: string }[] } }>(
    "{ instructorClasses { items { classId } } }",
    {},
    account,
  );
  expect(own.instructorClasses.items).toEqual([{ classId: slug }]);
  // A form with the old slug is saved.
  expect((await save(await read(draftId), { title: "Edited after", instructor: from })).codes).toEqual([]);
});

test("merges an instructor into one with a description, a photo and an account: theirs remain", async () => {
  await named("kim.old");
  await named("kim.new");
  const from = await createInstructor({ name: "Kim Old", bio: "Old words.", username: "kim.old" });
  const into = await createInstructor({ name: "Kim New", bio: "New words.", username: "kim.new" });
  for (const slug of [from, into])
    await server.pool.query(
      "update catalog.instructors set picture = $1 || '/crop', poster = $1 || '/image.webp' where slug = $1",
      [slug],
    );
  await merge("instructor", from, into);
  expect(await edited(into)).toMatchObject({ bio: "New words.", username: "kim.new" });
  expect(await photoOf(into)).toContain(`${into}/image.webp`);
});

test("deletes an instructor without classes, and refuses one who has a draft", async () => {
  const slug = await createInstructor({ name: "Never taught" });
  await server.pool.query(
    `insert into catalog.video_imports (id, name, created_at, instructor_id, defaults)
     select gen_random_uuid(), 'Folder', now(), id, '{}' from catalog.instructors where slug = $1`,
    [slug],
  );
  const { classId } = await draft({ title: "Only a draft", instructor: slug });
  expect((await deleteInstructor(slug)).codes).toEqual(["LIBRARY_ENTRY_IN_USE"]);
  await call("mutation ($id: ID!) { deleteDraft(classId: $id) }", { id: classId });
  expect((await deleteInstructor(slug)).data).toEqual({ deleteInstructor: true });
  expect((await deleteInstructor(slug)).codes).toEqual(["NOT_FOUND"]);
  expect(await edited(slug)).toBeUndefined();
});

test("leads the landing page to the instructor that another one was merged into", async () => {
  const [from, into] = [
    await createInstructor({ name: "Lin Lead" }),
    await createInstructor({ name: "Lin Stays" }),
  ];
  const block = {
    id: "5b0a2b9e-8a53-4e5d-9b7f-2f6cf5ed1f01",
    kind: "instructors",
    title: "Who you dance with",
    instructors: [from, into, "demo-kofi"],
  };
  await server.pool.query(
    `update studio.landing_page set draft = $1, published = $1, version = version + 1`,
    [JSON.stringify({ title: "Hello", description: "", blocks: [block] })],
  );
  await merge("instructor", from, into);
  const shown = async () =>
    (
      await server.pool.query<{ draft: unknown; published: unknown }>(
        "select draft -> 'blocks' -> 0 -> 'instructors' as draft, published -> 'blocks' -> 0 -> 'instructors' as published from studio.landing_page",
      )
    ).rows[0];
  await expect.poll(shown).toEqual({ draft: [into, "demo-kofi"], published: [into, "demo-kofi"] });
});

test("adds a section after the others, and merges it: classes and categories move, and its slug leads there", async () => {
  const { data } = await createSection("Repertoire");
  const from = data.createSection.slug;
  expect((await createSection("Repertoire")).codes).toEqual(["NAME_TAKEN"]);
  expect((await createSection("Mine", await server.member())).codes).toEqual(["NOT_FOUND"]);
  const sections = async () =>
    (await call<{ sections: { slug: string }[] }>("{ sections { slug } }")).data.sections.map(
      ({ slug }) => slug,
    );
  expect((await sections()).at(-1)).toBe(from);
  await call(
    `mutation ($section: String!) { createCategory(name: "Repertoire first", section: $section) { slug } }`,
    { section: from },
  );
  const { slug } = await createClass(server.pool, { section: from });
  const { classId: draftId } = await draft({ title: "Of a section", section: from });

  expect(await preview("section", from, "learn")).toEqual({ classes: 2, followers: 0, categories: 1 });
  expect((await merge("section", from, "learn")).data).toEqual({ mergeLibraryEntry: "learn" });

  expect(await sections()).not.toContain(from);
  expect(await classesBy({ section: from })).toContain(slug);
  const { data: found } = await call<{ categories: { slug: string; section: string }[] }>(
    "query ($section: String!) { categories(filters: { section: $section }) { slug section } }",
    { section: from },
  );
  expect(found.categories).toContainEqual({ slug: "repertoire-first", section: "learn" });
  expect((await save(await read(draftId), { title: "Of it after", section: from })).codes).toEqual([]);
  // A category that names it goes to the remaining one.
  const { codes } = await call(
    `mutation ($section: String!) { createCategory(name: "Repertoire second", section: $section) { slug } }`,
    { section: from },
  );
  expect(codes).toEqual([]);
});

test("orders styles by name until an editor moves one", async () => {
  for (const name of ["Zouk", "Ajazz", "Mambo"])
    await call("mutation ($name: String!) { createStyle(name: $name) { slug } }", { name });
  const order = async () =>
    (await call<{ styles: { slug: string }[] }>("{ styles { slug } }")).data.styles
      .map(({ slug }) => slug)
      .filter((slug) => ["zouk", "ajazz", "mambo", "bounce"].includes(slug));
  expect(await order()).toEqual(["ajazz", "mambo", "zouk"]);
  const move = (slug: string, by: number) =>
    call("mutation ($slug: String!, $by: Int!) { moveLibraryEntry(kind: style, slug: $slug, by: $by) }", {
      slug,
      by,
    });
  await move("zouk", -1);
  expect(await order()).toEqual(["ajazz", "zouk", "mambo"]);
  await call(`mutation { createStyle(name: "Bounce") { slug } }`);
  expect(await order()).toEqual(["ajazz", "zouk", "mambo", "bounce"]);
});
