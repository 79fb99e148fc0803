import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { editor, input, newClass, published, server, startCourses } from "../testing.ts";

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
