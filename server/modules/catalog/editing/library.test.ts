import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClass } from "../../../testing/factories.ts";
import type { TestPerson } from "../../../testing/harness.ts";
import { ffmpeg } from "../../../testing/media-samples.ts";
import { server, call, draft, editor, folder, startEditing } from "./testing.ts";

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

test("edits an instructor's links, which their page shows", async () => {
  const change = (links?: readonly string[]) =>
    call<{ changeInstructor: { links: string[] } }>(
      `mutation ($input: InstructorInput!) { changeInstructor(slug: "demo-linked", input: $input) { links } }`,
      { input: { name: "Demo Linked", ...(links && { links }) } },
    );
  await call(`mutation ($input: InstructorInput!) { createInstructor(input: $input) { slug } }`, {
    input: { name: "Demo Linked", links: ["https://linked.example"] },
  });
  const links = ["https://linked.example/classes", "https://www.instagram.com/demo.linked"];
  expect((await change([...links, ` ${links[0]} `, ""])).data.changeInstructor.links).toEqual(links);
  // An older client doesn't know of them.
  expect((await change()).data.changeInstructor.links).toEqual(links);
  const { data } = await call(`{ instructorBySlugPublic(slug: "demo-linked") { links } }`, {});
  expect(data).toEqual({ instructorBySlugPublic: { links } });
  for (const wrong of [
    ["http://linked.example/"],
    ["https://demo:secret@linked.example/"],
    ["https://:secret@linked.example/"],
    ["javascript:alert(1)"],
    [`https://linked.example/${"a".repeat(300)}`],
    Array.from({ length: 6 }, (_one, index) => `https://linked.example/${index}`),
  ])
    expect((await change(wrong)).codes).toEqual(["BAD_INPUT"]);
  expect((await change([])).data.changeInstructor.links).toEqual([]);
});

/** An image whose left half is red, and whose right half is blue. */
const halves = async (): Promise<Uint8Array> => {
  const file = join(folder, "own.png");
  const sides = ["red", "blue"].flatMap((color) => ["-f", "lavfi", "-i", `color=${color}:s=320x360`]);
  await ffmpeg(...sides, "-filter_complex", "hstack", "-frames:v", "1", file);
  return readFile(file);
};
const upload = async (path: string, body: Uint8Array, as = editor): Promise<number> =>
  (
    await server.fetch(`/studio/${path}/image`, {
      method: "POST",
      headers: { "x-auth-token": `Bearer ${await as.token()}`, "content-type": "image/png" },
      body,
    })
  ).status;
const statusOf = async (url: string): Promise<number> => (await server.fetch(new URL(url).pathname)).status;
const createStyle = (name: string) =>
  call(`mutation ($name: String!) { createStyle(name: $name) { slug } }`, { name });
const storedImages = async () =>
  (await Array.fromAsync(server.ctx().ports.storage.list("pictures/library/style/"))).map(({ key }) => key);
const imageOfStyle = async (slug: string): Promise<string | null> =>
  (
    await call<{ styles: { slug: string; imageUrl: string | null }[] }>("{ styles { slug imageUrl } }", {})
  ).data.styles.find((style) => style.slug === slug)!.imageUrl;

test("shows own images of styles, categories and instructors, and what was shown before without them", async () => {
  const content = await halves();
  const { slug: classId } = await createClass(server.pool, { style: "house", instructor: "demo-ana" });
  const shown = async () => {
    const { data } = await call<{
      categories: { previewThumbnailUrl: string | null }[];
      instructorBySlugPublic: { photoURL: string | null; faceURL: string };
      studioClass: { styleV2: { imageUrl: string | null }; instructor: { faceURL: string } };
    }>(
      `query ($classId: ID!) { categories(slugs: ["grooves"]) { previewThumbnailUrl }
        instructorBySlugPublic(slug: "demo-ana") { photoURL faceURL }
        studioClass(id: $classId) { styleV2 { imageUrl } instructor { faceURL } } }`,
      { classId },
    );
    const { studioClass, instructorBySlugPublic } = data;
    return {
      style: await imageOfStyle("house"),
      styleOfClass: studioClass.styleV2.imageUrl,
      category: data.categories[0]!.previewThumbnailUrl,
      photo: instructorBySlugPublic.photoURL,
      face: instructorBySlugPublic.faceURL,
      faceOfClass: studioClass.instructor.faceURL,
    };
  };
  const before = await shown();
  for (const path of ["styles/house", "categories/grooves", "instructors/demo-ana"])
    expect(await upload(path, content)).toBe(204);
  const own = await shown();
  for (const url of Object.values(own)) {
    expect(url).toContain("/pictures/library/");
    expect((await server.fetch(new URL(url!).pathname)).headers.get("content-type")).toBe("image/webp");
  }
  expect(own.styleOfClass).toBe(own.style);
  expect(own.faceOfClass).toBe(own.face);
  const image = async (operation: string, args: string) =>
    (
      await call<Record<string, { imageUrl: string | null; x: number; y: number }>>(
        `${operation}(${args}) { imageUrl x y } }`,
        {},
      )
    ).data;
  const moved = await image("mutation { setLibraryImageFocus", `kind: style, slug: "house", x: 100, y: 50`);
  expect(moved["setLibraryImageFocus"]).toMatchObject({ x: 100, y: 50 });
  expect(await image("{ libraryImage", `kind: style, slug: "house"`)).toEqual({
    libraryImage: moved["setLibraryImageFocus"],
  });
  expect((await shown()).style).not.toBe(own.style);
  const { data: focused } = await call(`{ categories(slugs: ["grooves"]) { imageFocus } }`, {});
  expect(focused).toEqual({ categories: [{ imageFocus: "50%" }] });
  for (const args of [
    `kind: style, slug: "house"`,
    `kind: category, slug: "grooves"`,
    `kind: instructor, slug: "demo-ana"`,
  ])
    expect(await image("mutation { removeLibraryImage", args)).toMatchObject({
      removeLibraryImage: { imageUrl: null, x: 50 },
    });
  expect(await shown()).toEqual(before);
  expect(await upload("styles/house", Buffer.from("no image"))).toBe(422);
  expect(await upload("styles/no-such", content)).toBe(404);
});

test("stores no image whose style couldn't be saved", async () => {
  await createStyle("Waacking");
  await server.pool.query(
    "alter table catalog.styles add constraint failing check (poster is null) not valid",
  );
  const before = await storedImages();
  expect(await upload("styles/waacking", await halves())).toBe(500);
  expect(await storedImages()).toEqual(before);
  await server.pool.query("alter table catalog.styles drop constraint failing");
});

test("deletes an image with its style, and keeps that of the style which another one is merged into", async () => {
  const content = await halves();
  const images: Record<string, string> = {};
  for (const name of ["Krump", "Krumping"]) {
    await createStyle(name);
    const slug = name.toLowerCase();
    await upload(`styles/${slug}`, content);
    images[slug] = (await imageOfStyle(slug))!;
  }
  const deletes = async (slug: string) => {
    await server.pool.query(
      "update graphile_worker._private_jobs set run_at = now() where payload ->> 'prefix' like 'pictures/library/style/%'",
    );
    await expect.poll(() => statusOf(images[slug]!), { timeout: 10_000 }).toBe(404);
  };
  await call(`mutation { mergeLibraryEntry(kind: style, from: "krumping", into: "krump") }`, {});
  expect(await imageOfStyle("krump")).toBe(images["krump"]);
  await deletes("krumping");
  expect(await statusOf(images["krump"]!)).toBe(200);
  await call(`mutation { deleteLibraryEntry(kind: style, slug: "krump") }`, {});
  await deletes("krump");
});
