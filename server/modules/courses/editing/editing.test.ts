import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ffmpeg } from "../../../testing/media-samples.ts";
import { complete, editor, input, newClass, published, server, setNow, startCourses } from "../testing.ts";

startCourses();

describe("editing", () => {
  test("creates one course for a repeated key, and numbers a slug that is taken", async () => {
    const classes = [{ classId: await newClass("Jack"), week: 1 }];
    const key = randomUUID();
    const create = (idempotencyKey: string) =>
      server.graphql<{ createCourse: { id: string; slug: string } }>(
        `mutation ($input: CourseInput!, $key: String!) { createCourse(input: $input, idempotencyKey: $key) { id slug } }`,
        { input: input(classes, { title: "Salsa basics" }), key: idempotencyKey },
        { as: editor },
      );
    const twice = await Promise.all([create(key), create(key)]);
    expect(new Set(twice.map(({ data }) => data?.createCourse.id)).size).toBe(1);
    expect((await create(randomUUID())).data?.createCourse.slug).toBe("salsa-basics-2");
  });

  test("refuses a change over another editor's", async () => {
    const classes = [{ classId: await newClass("Jack"), week: 1 }];
    const { id } = await published(classes);
    const change = (revision: number) =>
      server.graphql(
        `mutation ($id: ID!, $input: CourseInput!, $revision: Int!) { changeCourse(id: $id, input: $input, revision: $revision) { id } }`,
        { id, input: input(classes), revision },
        { as: editor },
      );
    expect((await change(2)).errors).toEqual([]);
    expect((await change(2)).errors[0]?.extensions.code).toBe("CHANGED_MEANWHILE");
  });

  test.each([
    ["classes", { classes: [{ classId: randomUUID(), week: 1 }] }],
    ["title", { title: " " }],
    ["description", { description: "" }],
    ["startsOn", { startsOn: "2026-02-30" }],
    ["knownPercent", { knownPercent: 0 }],
  ])("says what is wrong with %s", async (field, more) => {
    const { errors } = await server.graphql(
      `mutation ($input: CourseInput!) { createCourse(input: $input, idempotencyKey: "${randomUUID()}") { id } }`,
      { input: input([], more) },
      { as: editor },
    );
    expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field });
  });

  test("publishes no course without a class of the library", async () => {
    const { data } = await server.graphql<{ createCourse: { id: string } }>(
      `mutation ($input: CourseInput!) { createCourse(input: $input, idempotencyKey: "${randomUUID()}") { id } }`,
      { input: input([]) },
      { as: editor },
    );
    const { errors } = await server.graphql(
      "mutation ($id: ID!) { publishCourse(id: $id) { id } }",
      { id: data!.createCourse.id },
      { as: editor },
    );
    expect(errors[0]?.extensions.code).toBe("BAD_INPUT");
  });
});

describe("the course before another", () => {
  interface Saved {
    id: string;
    revision: number;
    prerequisite: { title: string } | null;
  }
  const selection = "{ id revision prerequisite { title } }";
  const create = async (title: string, more: object = {}) =>
    (
      await server.graphql<{ createCourse: Saved }>(
        `mutation ($input: CourseInput!, $key: String!) { createCourse(input: $input, idempotencyKey: $key) ${selection} }`,
        { input: input([], { title, ...more }), key: randomUUID() },
        { as: editor },
      )
    ).data!.createCourse;
  const change = ({ id, revision }: Saved, more: object) =>
    server.graphql<{ changeCourse: Saved }>(
      `mutation ($id: ID!, $input: CourseInput!, $revision: Int!) { changeCourse(id: $id, input: $input, revision: $revision) ${selection} }`,
      { id, input: input([], more), revision },
      { as: editor },
    );
  const choices = async (courseId: string | null) =>
    (
      await server.graphql<{ possiblePrerequisites: { id: string }[] }>(
        "query ($courseId: ID) { possiblePrerequisites(courseId: $courseId) { id } }",
        { courseId },
        { as: editor },
      )
    ).data!.possiblePrerequisites.map(({ id }) => id);

  test("is kept by a change that doesn’t name it, and goes with null or with that course", async () => {
    const basics = await create("Basics");
    const next = await create("Next", { prerequisiteId: basics.id });
    expect(next.prerequisite).toEqual({ title: "Basics" });
    const same = (await change(next, {})).data!.changeCourse;
    expect(same.prerequisite).toEqual({ title: "Basics" });
    const none = (await change(same, { prerequisiteId: null })).data!.changeCourse;
    expect(none.prerequisite).toBeNull();
    await change(none, { prerequisiteId: basics.id });
    await server.graphql("mutation ($id: ID!) { deleteCourse(id: $id) }", { id: basics.id }, { as: editor });
    const { data } = await server.graphql<{ studioCourse: Saved }>(
      `query ($id: ID!) { studioCourse(id: $id) ${selection} }`,
      { id: next.id },
      { as: editor },
    );
    expect(data?.studioCourse.prerequisite).toBeNull();
    const { errors } = await change(data!.studioCourse, { prerequisiteId: basics.id });
    expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "prerequisiteId" });
  });

  test("is neither that course nor one after it", async () => {
    const first = await create("First");
    const second = await create("Second", { prerequisiteId: first.id });
    const third = await create("Third", { prerequisiteId: second.id });
    for (const later of [first, second, third]) {
      const { errors } = await change(first, { prerequisiteId: later.id });
      expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "prerequisiteId" });
    }
    expect(await choices(null)).toEqual(expect.arrayContaining([first.id, second.id, third.id]));
    const ofSecond = await choices(second.id);
    expect(ofSecond).toContain(first.id);
    expect(ofSecond).not.toContain(second.id);
    expect(ofSecond).not.toContain(third.id);
  });

  test("is refused to one of two editors who put two courses before each other", async () => {
    const [one, other] = [await create("One"), await create("Other")];
    const answers = await Promise.all([
      change(one, { prerequisiteId: other.id }),
      change(other, { prerequisiteId: one.id }),
    ]);
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
  });

  test("is shown to dancers while it is published, and whether they completed it", async () => {
    const jack = await newClass("Jack");
    const before = await published([{ classId: jack, week: 1 }], { title: "Basics" });
    const { slug } = await published([{ classId: await newClass("Loft"), week: 1 }], {
      prerequisiteId: before.id,
    });
    const me = await server.member();
    const prerequisite = async () =>
      (
        await server.graphql<{
          course: { isCompleted: boolean; prerequisite: { title: string; isCompleted: boolean } | null };
        }>(
          "query ($slug: String!) { course(slug: $slug) { isCompleted prerequisite { title isCompleted } } }",
          { slug },
          { as: me },
        )
      ).data!.course;
    expect(await prerequisite()).toEqual({
      isCompleted: false,
      prerequisite: { title: "Basics", isCompleted: false },
    });
    // Without joining it.
    await complete(jack, me);
    expect((await prerequisite()).prerequisite?.isCompleted).toBe(true);
    await server.graphql(
      "mutation ($id: ID!) { unpublishCourse(id: $id) { id } }",
      { id: before.id },
      { as: editor },
    );
    expect((await prerequisite()).prerequisite).toBeNull();
  });
});

describe("classes of an import", () => {
  const add = (id: string, classIds: readonly string[], as = editor) =>
    server.graphql<{ addCourseClasses: { revision: number; classes: { title: string; week: number }[] } }>(
      "mutation ($id: ID!, $classIds: [ID!]!) { addCourseClasses(id: $id, classIds: $classIds) { revision classes { title week } } }",
      { id, classIds },
      { as },
    );
  const titled = async (titles: readonly string[]) =>
    (
      await server.graphql<{ studioCoursesTitled: { id: string }[] }>(
        "query ($titles: [String!]!) { studioCoursesTitled(titles: $titles) { id } }",
        { titles },
        { as: editor },
      )
    ).data!.studioCoursesTitled.map(({ id }) => id);

  test("follow the others of the course with the folder’s name, in their order, each once, drafts too", async () => {
    const [jack, jill] = [await newClass("Jack"), await newClass("Jill")];
    const draft = await newClass("Draft", { publishedAt: null });
    const { id, slug } = await published(
      [
        { classId: jack, week: 1 },
        { classId: jill, week: 2 },
      ],
      { title: "Bachata Basics" },
    );
    expect(await titled(["bachata basics ", "Unknown"])).toEqual([id]);
    const { data } = await add(id, [draft, jack, await newClass("Last")]);
    expect(data?.addCourseClasses.classes).toEqual([
      { title: "Jack", week: 1 },
      { title: "Jill", week: 2 },
      { title: "Draft", week: 2 },
      { title: "Last", week: 2 },
    ]);
    const again = await add(id, [draft]);
    expect(again.data?.addCourseClasses.revision).toBe(data?.addCourseClasses.revision);
    const { data: seen } = await server.graphql<{ course: { classCount: number } }>(
      "query ($slug: String!) { course(slug: $slug) { classCount } }",
      { slug },
      { as: await server.member() },
    );
    expect(seen?.course.classCount).toBe(3);
  });

  test("are refused if one of them doesn’t exist", async () => {
    const { id } = await published([{ classId: await newClass("Jack"), week: 1 }]);
    for (const classId of [randomUUID(), "no-id"]) {
      const { errors } = await add(id, [classId]);
      expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "classIds" });
    }
  });
});

describe("the image of a course", () => {
  interface Image {
    imageUrl: string | null;
    x: number;
    thumbnailImageUrl: string;
  }
  /** @returns the image, or the code of an error */
  const send = async (mutation: string, variables: object): Promise<Image | unknown> => {
    const { data, errors } = await server.graphql<Record<string, { image: Image }>>(
      `mutation ${mutation} { image { imageUrl x thumbnailImageUrl } } }`,
      variables,
      { as: editor },
    );
    return errors[0] ? errors[0].extensions.code : Object.values(data!)[0]!.image;
  };
  const takeOfClass = (id: string, classId: string | null) =>
    send("($id: ID!, $classId: ID) { setCourseImageClass(id: $id, classId: $classId)", { id, classId });
  const setFocus = (id: string, x: number) =>
    send("($id: ID!, $x: Int!) { setCourseImageFocus(id: $id, x: $x, y: 50)", { id, x }) as Promise<Image>;
  const upload = async (id: string, content: Uint8Array) =>
    (
      await server.fetch(`/studio/courses/${id}/image`, {
        method: "POST",
        headers: { "x-auth-token": `Bearer ${await editor.token()}`, "content-type": "image/png" },
        body: content,
      })
    ).status;
  const shown = async (slug: string) =>
    (
      await server.graphql<{ course: { thumbnailImageUrl: string } }>(
        "query ($slug: String!) { course(slug: $slug) { thumbnailImageUrl } }",
        { slug },
      )
    ).data!.course.thumbnailImageUrl;
  const picturedCourse = async () => {
    const [first, second] = [await newClass("Jack"), await newClass("Loft")];
    await server.pool.query("update catalog.classes set picture = 'classes/loft' where id = $1", [second]);
    const course = await published([
      { classId: first, week: 1 },
      { classId: second, week: 1 },
    ]);
    return { ...course, second };
  };

  const wideImage = async () => {
    const folder = await mkdtemp(join(tmpdir(), "course-image-"));
    const wide = join(folder, "wide.png");
    await ffmpeg(..."-f lavfi -i color=red:s=320x90 -frames:v 1".split(" "), wide);
    const image = await readFile(wide);
    await rm(folder, { recursive: true });
    return image;
  };

  test("is that of its first class, or of the class that the studio chooses", async () => {
    const { id, slug, second } = await picturedCourse();
    const first = await shown(slug);
    expect(await takeOfClass(id, second)).toMatchObject({ imageUrl: null });
    expect(await shown(slug)).toBe(`${server.url}/pictures/classes/loft-1280.webp`);
    expect(await takeOfClass(id, await newClass("Elsewhere"))).toBe("BAD_INPUT");
    await takeOfClass(id, null);
    expect(await shown(slug)).toBe(first);
    expect(await setFocus(id, 0)).toBe("BAD_INPUT");
  });

  test("is an uploaded one, cropped where the studio says, until it takes that of a class again", async () => {
    // Jobs run by the database's clock.
    setNow(Date.now());
    const { id, slug } = await picturedCourse();
    const first = await shown(slug);
    expect(await upload(id, Buffer.from("no image"))).toBe(422);
    expect(await upload(id, await wideImage())).toBe(204);
    const centered = await shown(slug);
    expect(centered).toContain(`/pictures/courses/${id}/`);
    const moved = await setFocus(id, 0);
    expect(moved.x).toBe(0);
    expect(moved.thumbnailImageUrl).not.toBe(centered);
    for (const url of [moved.imageUrl!, moved.thumbnailImageUrl])
      expect((await server.fetch(new URL(url).pathname)).status).toBe(200);
    // Pages that show the former crop still find it for a while.
    const expire = () =>
      server.pool.query(
        "update graphile_worker._private_jobs set run_at = now() where payload ->> 'prefix' like 'pictures/courses/%'",
      );
    const statusOf = async (url: string) => (await server.fetch(new URL(url).pathname)).status;
    expect(await statusOf(centered)).toBe(200);
    await expire();
    await expect.poll(() => statusOf(centered)).toBe(404);
    expect(await statusOf(moved.imageUrl!)).toBe(200);
    await takeOfClass(id, null);
    expect(await shown(slug)).toBe(first);
    await expire();
    await expect.poll(() => statusOf(moved.imageUrl!)).toBe(404);
  });

  test("isn't brought back by a crop that was moved while another editor removed it", async () => {
    const { id, slug } = await picturedCourse();
    const first = await shown(slug);
    await upload(id, await wideImage());
    const stored = () => Array.fromAsync(server.ctx().ports.storage.list(`pictures/courses/${id}/`));
    const before = (await stored()).length;
    const other = await server.pool.connect();
    try {
      await other.query("begin");
      await other.query("update courses.courses set picture = null, poster = null where id = $1", [id]);
      const moving = setFocus(id, 0);
      const waiting = async () =>
        (
          await server.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rows.length;
      await expect.poll(waiting).toBeGreaterThan(0);
      await other.query("commit");
      expect(await moving).toBe("CHANGED_MEANWHILE");
    } finally {
      other.release(true);
    }
    expect(await shown(slug)).toBe(first);
    expect((await stored()).length).toBe(before);
  });
});
